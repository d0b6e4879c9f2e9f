import Foundation

/// Where a service manager wants to hear from the services it started: the value of `NOTIFY_SOCKET` (sd_notify(3)).
struct NotifyAddress: Hashable, Sendable {
  enum Problem: Error, Hashable, CustomStringConvertible {
    /// Neither a path nor an abstract name. Managers that run in other machines use `vsock:`, which a service on
    /// this one never gets.
    case otherKind
    case tooLong(most: Int)

    var description: String {
      switch self {
      case .otherKind: "it is neither an absolute path nor a name that begins with @"
      case .tooLong(let most): "it is longer than \(most) bytes"
      }
    }
  }

  /// As `sun_path` takes it: a path ends with a zero byte, an abstract name begins with one.
  let bytes: [UInt8]

  /// Bytes of `sun_path` on Linux (unix(7)).
  static let room = 108

  init(_ text: String) throws(Problem) {
    let typed = Array(text.utf8)
    guard typed.count < Self.room else { throw .tooLong(most: Self.room - 1) }
    switch typed.first {
    case UInt8(ascii: "/"): bytes = typed + [0]
    case UInt8(ascii: "@") where typed.count > 1: bytes = [0] + typed.dropFirst()
    default: throw .otherKind
    }
  }
}
