package import FlowDefinition
package import FlowMachine

/// Versions of one flow, locked one after the other, as a product ships them.
package struct Versions {
  /// The compiled forms, each as it was shipped.
  package private(set) var flows: [Flow] = []
  package private(set) var compiled: [CompiledFlow] = []
  package private(set) var lock = ""

  package init(_ bodies: String...) throws { try self.init(all: bodies) }

  package init(all bodies: [String]) throws {
    for body in bodies { try add(body) }
  }

  /// Locks and ships the next version. Adds the header and, for a label `t`, its text.
  package mutating func add(_ body: String) throws {
    var text = "flow: test\nversion: \(flows.count + 1)\n"
    if body.contains("label: t") { text += "languages: [en]\ntexts: {en: {t: T}}\n" }
    let document = Array((text + body).utf8)
    func files(lock: String) -> FlowCompiler.Files {
      {
        switch $0 {
        case "test.flow.yaml": document
        case "test.flow.lock" where lock != "": Array(lock.utf8)
        default: nil
        }
      }
    }
    let (locking, refusals) = FlowLocking.make(file: "test.flow.yaml", files: files(lock: lock))
    guard let locking else { throw TestFlow.NotCompiled(refusals.map { "\($0)" }) }
    lock = locking.text
    let outcome = FlowCompiler.compile(file: "test.flow.yaml", files: files(lock: lock))
    guard let flow = outcome.flow else {
      throw TestFlow.NotCompiled(outcome.diagnostics.map(\.description))
    }
    compiled.append(flow)
    flows.append(try Flow(decoding: flow.bytes))
  }
}
