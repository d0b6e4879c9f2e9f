package import ClientMachine
import WireText

extension ClientAnswer {
  /// The failure, or nil for a success.
  package var failure: IdentityError? { IdentityError(self) }
}

/// A failure that a caller can act on.
package struct IdentityError: Error, Hashable, Sendable {
  /// The stable name of the failure, open: of the server's list, of `LocalFailure`, or of a network
  /// failure: `not_sent`, `lost`, `timed_out`, `interrupted`.
  package var code: String
  /// The server's numeric code, if there is one.
  package var number: Int?
  package var status: Int?
  /// For developers, in English.
  package var message: String
  /// The field of the request concerned.
  package var field: String?
  /// RFC 3339.
  package var retryAt: String?
  package var triesLeft: Int?
  /// Why the session ended, if that is the failure.
  package var cause: String?

  /// Another user has signed in since the call began.
  package static let sessionChanged = "session_changed"

  init?(_ answer: ClientAnswer) {
    switch answer {
    case .notSent: self.init(code: "not_sent", message: "There is no connection.")
    case .lost: self.init(code: "lost", message: "The response did not arrive.")
    case .timedOut: self.init(code: "timed_out", message: "The response took too long.")
    case .interrupted:
      self.init(code: "interrupted", message: "The device's storage is not available now.")
    case .received(let status, let body):
      let value = JSON(body)?.root
      func text(_ name: StaticString) -> String? {
        value?.text(name).map { String(decoding: $0, as: UTF8.self) }
      }
      guard text("status") == "failure" || !(200..<300).contains(status) else { return nil }
      self.init(
        code: text("code") ?? "http_\(status)",
        message: text("description") ?? "The server answered with status \(status).")
      self.status = Int(status)
      number = value?.integer("error_code").flatMap { Int(exactly: $0) }
      field = text("field")
      retryAt = text("retry_at")
      triesLeft = value?.integer("tries_left").flatMap { Int(exactly: $0) }
      cause = text("cause")
    }
  }

  init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}
