package import SessionMachine
import WireText

/// The result of one call, as a flow is told.
package enum ClientAnswer: Sendable, Equatable {
  /// As the server sent it, without its credentials; or a failure of the client's own in the same
  /// form (`LocalFailure`).
  case received(status: UInt16, body: Bytes)
  case notSent
  case lost
  case timedOut
  /// Storage failed before the response could be adopted; nothing has changed, try again.
  case interrupted

  /// Whether it is no success.
  var isFailure: Bool {
    if case .received(200..<300, _) = self { false } else { true }
  }
}

/// Failures that the client detects itself, in the server's form. Their numbers begin at 310001.
struct LocalFailure {
  var status: UInt16
  var number: Int64
  var code: StaticString
  var description: Bytes
  var member: (name: StaticString, value: Bytes)?

  init(_ status: UInt16, _ number: Int64, _ code: StaticString, _ description: StaticString) {
    self.status = status
    self.number = number
    self.code = code
    self.description = Bytes(ascii: description)
  }

  /// The same code that the server uses for a call without a session.
  static func signedOut(_ cause: Bytes?) -> ClientAnswer {
    var failure = LocalFailure(401, 300_024, "unauthorized", "Nobody is signed in.")
    if let cause { failure.member = ("cause", cause) }
    return failure.answer
  }

  static var malformedAnswer: ClientAnswer {
    LocalFailure(
      502, 310_001, "malformed_answer", "The response is not from the identity server."
    ).answer
  }
  static var sessionChanged: ClientAnswer {
    LocalFailure(
      409, 310_002, "session_changed", "Someone else has signed in since this call began."
    ).answer
  }
  static func notExtended(_ retryAt: Bytes?) -> ClientAnswer {
    var failure = LocalFailure(
      503, 310_003, "session_not_extended", "The session could not be extended now; try again.")
    if let retryAt { failure.member = ("retry_at", retryAt) }
    return failure.answer
  }
  static func unknownOperation(_ name: Bytes) -> ClientAnswer {
    var failure = LocalFailure(
      400, 310_004, "unknown_operation", "The identity API has no operation ")
    failure.description += name
    failure.description.append(ascii: ".")
    return failure.answer
  }
  static func badParameters(_ field: Bytes?, _ why: StaticString) -> ClientAnswer {
    var failure = LocalFailure(400, 310_005, "bad_parameters", why)
    // The message belongs to a field, or to the whole call.
    if let field {
      failure.description = field + failure.description
      failure.member = ("field", field)
    }
    return failure.answer
  }
  static var badKey: ClientAnswer {
    var failure = LocalFailure(
      400, 310_005, "bad_parameters", "A key has 1 to 128 visible ASCII characters.")
    failure.member = ("field", Bytes(ascii: "Idempotency-Key"))
    return failure.answer
  }
  static var noPushToken: ClientAnswer {
    LocalFailure(
      400, 310_006, "no_push_token", "The platform has given the app no push token."
    ).answer
  }
  static let updateRequiredStatus: UInt16 = 426
  static var updateRequired: ClientAnswer {
    LocalFailure(
      updateRequiredStatus, 310_007, "update_required", "This version of the app is too old."
    ).answer
  }
  static var noChallenge: ClientAnswer {
    LocalFailure(
      401, 300_009, "verification_token_invalid",
      "No code was requested, or it was already used. Request a new one."
    ).answer
  }

  private var answer: ClientAnswer {
    var writer = JSONWriter()
    writer.open("{")
    writer.member("status", "failure")
    writer.member("error_code", number)
    writer.member("code", code)
    writer.member("description", description)
    if let member { writer.member(member.name, member.value) }
    writer.close("}")
    return .received(status: status, body: writer.bytes)
  }
}
