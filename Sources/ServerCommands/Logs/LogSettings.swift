import IdentityHTTP
import IdentityKeys
import Logging

/// How the log is written (`log`, `log_level`).
struct LogSettings: Hashable, Sendable {
  enum Format: String, Hashable, Sendable {
    case json, text
  }

  var format = Format.text
  var level = Logger.Level.info

  /// The log of the server, on standard error.
  func logger() -> Logger {
    let format = format
    var logger = Logger(label: "portico") { _ in
      LineLogHandler(
        format: format, time: { SystemClock().now().rfc3339 }, write: StandardErrorLines.write)
    }
    logger.logLevel = level
    return logger
  }
}
