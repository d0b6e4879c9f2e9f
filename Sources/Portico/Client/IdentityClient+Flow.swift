import ClientMachine
package import FlowMachine
import FlowRuntime
package import IdentityClient
import SessionMachine
import Statechart

extension IdentityClient {
  /// Performs an operation of a flow.
  package func perform(_ call: OutgoingCall) async -> Answer {
    await perform(
      call.name.string, parameters: call.body, idempotencyKey: call.idempotencyKey?.string,
      timeout: call.timeout
    ).reply.answer
  }

  /// The same in the form of an app's handlers.
  nonisolated package var operation: RequestHandlers.Handler {
    { [self] call in
      await perform(
        call.name, parameters: JSONValue.object(call.parameters).bytes,
        idempotencyKey: call.idempotencyKey, timeout: call.timeout
      ).reply
    }
  }
}

extension ClientAnswer {
  var reply: Reply {
    switch self {
    case .received(let status, let body): .answered(status: status, body: body)
    case .notSent: .notSent
    case .lost: .lost
    case .timedOut: .timedOut
    case .interrupted: .interrupted
    }
  }
}

extension ClientEvent {
  /// What to report to a flow. The cause comes before the event that it belongs to.
  package var news: [DeviceEvent] {
    switch self {
    case .session(let status): status.news
    case .sessionExpired: [.signal("sessionExpired")]
    case .updateRequired: [.signal("updateRequired")]
    case .federationReturned(let said): [.signal("federationReturned", .text(said.string))]
    }
  }
}

extension SessionStatus {
  package var news: [DeviceEvent] {
    let (word, note): (String, SignOutNote?) =
      switch self {
      case .absent(let note): ("absent", note)
      case .unreadable: ("unreadable", nil)
      case .stale: ("stale", nil)
      case .valid: ("valid", nil)
      case .revoked(let note): ("revoked", note)
      }
    let cause = note.map { JSONValue.text($0.cause.name.string) } ?? .null
    return [.fact("signOutCause", cause), .fact("session", .text(word))]
  }
}

extension Flow {
  /// The flow's input for it; nil if the flow does not declare it.
  package func input(_ news: DeviceEvent) -> Input? {
    switch news {
    case .fact(let name, let value): return told(Array(name.utf8), json: value.bytes)
    case .signal(let name, let value):
      guard let signal = signal(named: Array(name.utf8)) else { return nil }
      return .signal(
        signal, number: value.number ?? absent, text: value.text.map { Array($0.utf8) })
    }
  }
}
