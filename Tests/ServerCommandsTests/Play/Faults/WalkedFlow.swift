import FlowDefinition
import FlowMachine
import FlowRuntime
import FlowSimulation
import TestSupport

/// A shipped flow, and what its document says of sessions.
struct WalkedFlow: Sendable {
  let flow: Flow
  let sessions: [SecretName]

  struct Unknown: Error { var name: String }

  init(_ name: String) throws {
    let (compiled, plan, diagnostics) = FlowCompiler.compileForVerification(
      file: "Flows/\(name)/\(name).flow.yaml", files: Repository.read)
    guard let compiled, let plan else {
      throw TestFlow.NotCompiled(diagnostics.map(\.description))
    }
    let flow = try Flow(decoding: compiled.bytes, phones: .standard)
    self.flow = flow
    sessions = plan.sessions.map {
      SecretName(fact: flow.blob(flow.tables.facts[Int($0.fact)].name))
    }
  }

  /// - Returns: nil where the flow has no such fact: devices tell more than each flow wants.
  func change(_ name: String, _ json: String) throws -> FactChange? {
    guard let fact = flow.fact(named: name.bytes) else { return nil }
    guard let value = flow.factValue(json.bytes, of: fact) else { throw Unknown(name: name) }
    return FactChange(fact, value)
  }

  /// The operations of the API that its document names.
  var operations: Set<String> {
    Set(flow.tables.calls.filter { $0.kind == .operation }.map { flow.blob($0.name).string })
  }
}
