package import FlowMachine

/// The result of what a flow asked of the device, the app or a back end.
public enum Reply: Equatable, Sendable {
  /// It succeeded; the value fills the facts that the flow saves.
  case done(JSONValue = .object([:]))
  /// It failed, and trying again would not help. The code gives the reason, as the flow's failure
  /// classes read it (`$.code`); `details` are further members of that body.
  case refused(_ code: String, details: [String: JSONValue] = [:])
  /// A server's response, unchanged.
  case answered(status: UInt16, body: [UInt8])
  /// It failed for now; the flow may try again.
  case unavailable
  /// It was definitely not sent.
  case notSent
  /// It may have taken effect, but there was no response.
  case lost
  case timedOut
  /// Something that must be stored first could not be; nothing was done.
  case interrupted

  package var answer: Answer {
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
