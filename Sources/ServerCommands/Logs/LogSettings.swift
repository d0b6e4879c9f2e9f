import IdentityHTTP
import IdentityKeys
import Logging

/// How the log is written (`log`, `log_level`).
struct LogSettings: Hashable, Sendable {
  enum Format: String, Hashable, Sendable {
    case json, text

    /// What stands in the log where lines are missing.
    func lossLine(_ count: Int, at time: String) -> String {
      let message = "lines of the log were dropped: what reads it was too slow"
      return switch self {
      case .json:
        #"{"time":"\#(time)","level":"warning","message":"\#(message)","count":\#(count)}"#
      case .text: "\(time) warning \(message) count=\(count)"
      }
    }
  }

  var format = Format.text
  var level = Logger.Level.info

  /// The log of the server, on standard error.
  func logger() -> Logger {
    let format = format
    let time: @Sendable () -> String = { SystemClock().now().rfc3339 }
    let lossLine: LogLines.LossLine = { format.lossLine($0, at: time()) }
    var logger = Logger(label: "portico") { _ in
      LineLogHandler(format: format, time: time) {
        LogLines.standardError.write($0, lossLine: lossLine)
      }
    }
    logger.logLevel = level
    return logger
  }
}
