import Foundation
import Logging

/// Tells the service manager that started this process when it serves, and when it stops: what `Type=notify` of
/// systemd asks for. Without `NOTIFY_SOCKET` in the environment nobody wants to know, and nothing is sent.
struct ServiceManager: Sendable {
  static let variable = "NOTIFY_SOCKET"

  private let address: NotifyAddress?
  private let log: Logger

  /// A value that is no address is reported, and the server runs: it was not the operator who wrote it.
  init(environment: [String: String], log: Logger) {
    self.log = log
    guard let text = environment[Self.variable], !text.isEmpty else {
      address = nil
      return
    }
    do throws(NotifyAddress.Problem) {
      address = try NotifyAddress(text)
    } catch {
      address = nil
      log.warning(
        "the service manager is not told when the server is ready. \(Self.variable) is not a socket: \(error)"
      )
    }
  }

  /// Calls are accepted. Until then systemd holds back what is ordered after this service.
  func ready(at address: String) { send("READY=1\nSTATUS=listening on \(address)") }

  /// No more calls are accepted, and those in progress are answered.
  func stopping() { send("STOPPING=1\nSTATUS=answering requests in progress") }

  private func send(_ text: String) {
    guard let address else { return }
    guard let reason = Self.datagram(Array(text.utf8), to: address) else { return }
    log.warning("the service manager was not told \(text.prefix { $0 != "\n" }): \(reason)")
  }

  /// - Returns: why it was not sent; nil where it was.
  private static func datagram(_ text: [UInt8], to address: NotifyAddress) -> String? {
    let file = socket(AF_UNIX, datagramKind, 0)
    guard file >= 0 else { return reason }
    defer { close(file) }
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address.bytes) }
    // An abstract name ends where its length says, not at a zero byte.
    let length = MemoryLayout.offset(of: \sockaddr_un.sun_path)! + address.bytes.count
    // Without waiting: a manager that does not read must not hold up a server.
    let sent = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(file, text, text.count, noSignal, $0, socklen_t(length))
      }
    }
    return sent == text.count ? nil : reason
  }

  private static var reason: String { String(cString: strerror(errno)) }

  #if os(Linux)
  private static let datagramKind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
  private static let noSignal = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
  #else
  private static let datagramKind = SOCK_DGRAM
  private static let noSignal = MSG_DONTWAIT
  #endif
}
