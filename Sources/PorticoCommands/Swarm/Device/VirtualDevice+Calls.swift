import FlowMachine
import FlowRuntime
import FlowSimulation
import IdentityClient
import Portico

// Calls of a flow, and kills of the app while they are under way.

extension VirtualDevice {
  func send(_ call: OutgoingCall) {
    guard let app else { return }
    let plan =
      call.isSentToServer ? KillPlan.drawn(rate: self.plan.kills, &kills) : .never
    let (process, client, simulated, transport) = (
      app.number, app.client, app.simulated, transport
    )
    self.app?.sends[call.send] = Task { [clock = outside.clock] in
      if case .during(let moment) = plan {
        Task {
          await clock.sleep(moment)
          await self.kill(process: process)
        }
      }
      let answer = await Self.answer(call, client, simulated, transport)
      if plan == .after { return await self.kill(process: process) }
      self.answered(answer, call.send, process)
    }
  }

  private static func answer(
    _ call: OutgoingCall, _ client: IdentityClient, _ simulated: SimulatedAnswers,
    _ transport: SwarmTransport
  ) async -> Answer {
    switch call.kind {
    case .operation: return await client.perform(call)
    case .http: return await transport.perform(call)
    case .capability, .app:
      let name = String(decoding: call.name, as: UTF8.self)
      // No page of a provider is shown here, and there is no authenticator.
      if name == "openProvider" || PasskeyCalls.all.contains(name) {
        return .received(status: 404, body: Array(#"{"code":"unavailable"}"#.utf8))
      }
      if name == "wipeSecureStorage", (try? await client.wipe()) == nil { return .interrupted }
      return await simulated.answer(call)
    }
  }

  private func answered(_ answer: Answer, _ send: SendID, _ process: Int) {
    guard app?.number == process else { return }
    app?.sends[send] = nil
    give { _ = try? $0.answer(answer, to: send) }
    poke()
  }
}

extension OutgoingCall {
  fileprivate var isSentToServer: Bool { kind == .operation || kind == .http }
}

/// Keeps what a step wants of the outside until it is over.
final class ActionQueue: FlowOutlet {
  private var actions: [OutsideAction] = []

  func perform(_ action: OutsideAction) { actions.append(action) }

  func take() -> [OutsideAction] {
    defer { actions = [] }
    return actions
  }
}
