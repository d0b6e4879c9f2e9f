import FlowDefinition
import FlowMachine

/// Versions of one flow that were locked one after the other, as a product ships them.
struct Versions {
  /// The compiled forms, each as it was shipped.
  private(set) var flows: [Flow] = []
  private(set) var compiled: [CompiledFlow] = []
  private(set) var lock = ""

  init(_ bodies: String...) throws {
    for body in bodies { try add(body) }
  }

  init(all bodies: [String]) throws {
    for body in bodies { try add(body) }
  }

  /// Locks and ships the next version.
  mutating func add(_ body: String) throws {
    var text = "flow: test\nversion: \(flows.count + 1)\n"
    if body.contains("label: t") { text += "languages: [en]\ntexts: {en: {t: T}}\n" }
    let document = Text(text + body)
    let known = lock
    func files(lock: String) -> FlowCompiler.Files {
      {
        $0 == "test.flow.yaml" ? document : $0 == "test.flow.lock" && lock != "" ? Text(lock) : nil
      }
    }
    let (locking, refusals) = FlowLocking.make(
      file: "test.flow.yaml", files: files(lock: known))
    guard let locking else { throw Fixture.Refused(description: "\(refusals)") }
    lock = locking.text
    let outcome = FlowCompiler.compile(file: "test.flow.yaml", files: files(lock: lock))
    guard let flow = outcome.flow else {
      throw Fixture.Refused(description: "\(outcome.diagnostics)")
    }
    compiled.append(flow)
    flows.append(try Flow(decoding: flow.bytes))
  }

  /// A play of the first version, and what becomes of it in the last one.
  func migrated(_ steps: (inout Play) throws -> Void) throws -> (old: Play, new: Play) {
    var old = try Play(flows[0])
    try steps(&old)
    return (old, try old.updated(to: flows[flows.count - 1]))
  }
}

extension Play {
  /// The app is updated: the next launch finds the record with another version of the flow.
  func updated(to flow: Flow) throws -> Play {
    let names = secrets.map { self.flow.blob(self.flow.tables.facts[Int($0)].name).string }
    var play = try Play(flow, told: told, secrets: names)
    play.setClock(now)
    try play.launch(record: record)
    return play
  }
}
