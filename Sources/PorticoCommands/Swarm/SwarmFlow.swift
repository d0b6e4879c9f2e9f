package import FlowDefinition
package import FlowMachine
import FlowRuntime
package import Statechart

/// A flow with what its document says of where devices should arrive.
package struct SwarmFlow: Sendable {
  package let flow: Flow
  /// Where its people want to be.
  package let goals: [StateID]
  /// The secrets that stand for a session.
  package let sessions: [FactID]

  /// - Throws: `DiagnosticsFound`, and `NoGoal` where the document says nothing of where to arrive.
  package init(document: String, files: @escaping FlowCompiler.Files) throws {
    let (compiled, plan, diagnostics) = FlowCompiler.compileForVerification(
      file: document, files: files)
    guard let compiled, let plan else { throw DiagnosticsFound(diagnostics) }
    guard !plan.goals.isEmpty else { throw NoGoal(document: document) }
    flow = try Flow(decoding: compiled.bytes, phones: .standard)
    goals = plan.goals
    sessions = plan.sessions.map(\.fact)
  }

  /// The signal by which its person signs out.
  package var signOut: SignalID? { flow.signal(named: Array("logout".utf8)) }

  package func isAtGoal(_ machine: FlowMachine) -> Bool {
    goals.contains { machine.chartState.isActive($0) }
  }

  /// The sessions that the device has.
  package func openSessions(_ machine: FlowMachine) -> Set<FactID> {
    Set(sessions.filter { machine.isPresent($0) })
  }

  struct NoGoal: WrongInput, CustomStringConvertible {
    let document: String

    var description: String {
      "\(document): the document has no `goals` and no final states, so nobody knows where a device should arrive; "
        + "write `goals: [STATE]`"
    }
  }
}
