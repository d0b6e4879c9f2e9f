/// What became of one operation, as a flow is told.
package enum ClientAnswer: Sendable, Equatable {
  /// As the server sent it, without its credentials; or a failure of the client's own in the same
  /// form (`LocalFailure`).
  case received(status: UInt16, body: [UInt8])
  case notSent
  case lost
  case timedOut
  /// Storage did not take what has to be stored first: nothing was adopted, try again.
  case interrupted

  /// The failure that it is; nil for a success.
  package var failure: IdentityError? { IdentityError(self) }
}

/// A failure that a caller can act on.
package struct IdentityError: Error, Hashable, Sendable {
  /// The stable name of the failure, open: of the server's list, of `LocalFailure`, or of what the
  /// network did: `not_sent`, `lost`, `timed_out`, `interrupted`.
  package var code: String
  /// The number of the server's code, if it gave one.
  package var number: Int?
  package var status: Int?
  /// For people, in English.
  package var message: String
  /// The field of the request that it is about.
  package var field: String?
  /// RFC 3339.
  package var retryAt: String?
  package var triesLeft: Int?
  /// Why the session ended, where that is what failed.
  package var cause: String?

  init?(_ answer: ClientAnswer) {
    switch answer {
    case .notSent: self.init(code: "not_sent", message: "There is no connection.")
    case .lost: self.init(code: "lost", message: "The answer did not arrive.")
    case .timedOut: self.init(code: "timed_out", message: "The answer took too long.")
    case .interrupted:
      self.init(code: "interrupted", message: "The device's storage is not available now.")
    case .received(let status, let body):
      let value = JSONValue(body)
      let isFailure = value?["status"]?.string == "failure" || !(200..<300).contains(status)
      guard isFailure else { return nil }
      self.init(
        code: value?["code"]?.string ?? "http_\(status)",
        message: value?["description"]?.string ?? "The server answered with status \(status).")
      self.status = Int(status)
      number = value?["error_code"]?.integer.flatMap { Int(exactly: $0) }
      field = value?["field"]?.string
      retryAt = value?["retry_at"]?.string
      triesLeft = value?["tries_left"]?.integer.flatMap { Int(exactly: $0) }
      cause = value?["cause"]?.string
    }
  }

  private init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

/// Failures that the client finds by itself, in the server's form. Their numbers begin at 310001.
struct LocalFailure {
  var status: UInt16
  var number: Int
  var code: String
  var description: String
  var field: String?
  var cause: String?
  var retryAt: String?

  init(_ status: UInt16, _ number: Int, _ code: String, _ description: String) {
    self.status = status
    self.number = number
    self.code = code
    self.description = description
  }

  /// The same code that the server has for a call without a session.
  static func signedOut(_ cause: String?) -> LocalFailure {
    var failure = LocalFailure(401, 300_024, "unauthorized", "Nobody is signed in.")
    failure.cause = cause
    return failure
  }

  static let malformedAnswer = LocalFailure(
    502, 310_001, "malformed_answer", "What came is no answer of the identity server.")
  static let sessionChanged = LocalFailure(
    409, 310_002, "session_changed", "Somebody else has signed in since this call began.")
  static let notExtended = LocalFailure(
    503, 310_003, "session_not_extended", "The session could not be extended now; try again.")
  static let updateRequired = LocalFailure(
    426, 310_007, "update_required", "This version of the app is too old.")
  static let noPushToken = LocalFailure(
    400, 310_006, "no_push_token", "The platform has given the app no push token.")
  static let noChallenge = LocalFailure(
    401, 300_009, "verification_token_invalid",
    "No code was requested, or it was already used. Request a new one.")

  static func unknownOperation(_ name: String) -> LocalFailure {
    LocalFailure(400, 310_004, "unknown_operation", "The identity API has no operation \(name).")
  }

  static func badParameters(_ field: String?, _ why: String) -> LocalFailure {
    var failure = LocalFailure(400, 310_005, "bad_parameters", why)
    failure.field = field
    return failure
  }

  var answer: ClientAnswer {
    var members: [(name: String, value: JSONValue)] = [
      ("status", .string("failure")), ("error_code", .number(String(number))),
      ("code", .string(code)), ("description", .string(description)),
    ]
    if let field { members.append(("field", .string(field))) }
    if let cause { members.append(("cause", .string(cause))) }
    if let retryAt { members.append(("retry_at", .string(retryAt))) }
    return .received(status: status, body: JSONValue.object(members).bytes)
  }
}
