import Foundation
import Synchronization

/// Whole lines on standard error: those of several threads never mix.
enum StandardErrorLines {
  private static let turn = Mutex(())

  static func write(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { bytes in
      turn.withLock { _ in
        var written = 0
        while written < bytes.count {
          let count = Foundation.write(
            2, bytes.baseAddress.map { $0 + written }, bytes.count - written)
          if count < 0 && errno == EINTR { continue }
          // Nobody reads the log any more: the server goes on.
          guard count > 0 else { return }
          written += count
        }
      }
    }
  }
}
