import Foundation
import Synchronization

/// Whole lines on standard error: those of several threads never mix.
enum StandardErrorLines {
  private static let turn = Mutex(())

  static func write(_ line: String) {
    let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
    turn.withLock { _ in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Foundation.write(2, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        // Nobody reads the log any more: the server goes on.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
