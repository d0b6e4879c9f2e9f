import FlowMachine

/// What came of something that a flow asked the device, the app or a back end for.
public enum Reply: Equatable, Sendable {
  /// It is done; the value fills the facts that the flow saves.
  case done(JSONValue = .object([:]))
  /// It is not done, and asking again would not help: the code says why, as the flow's classes of
  /// failure read it (`$.code`); `details` are further members of that body.
  case refused(_ code: String, details: [String: JSONValue] = [:])
  /// What a server answered, as it is.
  case answered(status: UInt16, body: [UInt8])
  /// It is not done now; the flow may try again.
  case unavailable
  /// It was certainly not sent.
  case notSent
  /// It may have been done; nothing came back.
  case lost
  case timedOut
  /// What has to be stored first could not be; nothing was done.
  case interrupted

  var answer: Answer {
    switch self {
    case .done(let value): .received(status: 200, body: value.bytes)
    case .refused(let code, let details):
      .received(
        status: 400,
        body: JSONValue.object(details.merging(["code": .text(code)]) { $1 }).bytes)
    case .answered(let status, let body): .received(status: status, body: body)
    case .unavailable: .received(status: 503, body: [])
    case .notSent: .notSent
    case .lost: .lost
    case .timedOut: .timedOut
    case .interrupted: .interrupted
    }
  }
}
