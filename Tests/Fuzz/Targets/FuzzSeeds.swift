import FlowMachine
import Statechart
import TestSupport
import WireText

extension FuzzTarget {
  /// Invalid inputs to start from: documents with mistakes.
  var flawedSeeds: [[UInt8]] {
    guard self == .document else { return [] }
    return Repository.files(below: "Tests/FlowDefinitionTests/Documents", ending: ".flow.yaml")
      .compactMap(Repository.read)
  }

  /// Valid inputs to start from, made from what the repository ships.
  var seeds: [[UInt8]] {
    switch self {
    case .document: return FuzzFlows.paths.compactMap(Repository.read)
    case .lock: return [Repository.read(FuzzFlows.onboardingLock) ?? []]
    case .chart: return FuzzFlows.all.map { $0.tables.chart }
    case .tables: return FuzzFlows.compiled
    case .snapshot:
      return Lineage.all.enumerated().flatMap { index, lineage in
        records(of: lineage.writer).map { [UInt8(index)] + $0.dropFirst(lineage.head.count) }
      }
    case .journal:
      return FuzzFlows.all.flatMap { flow in
        let frames = records(of: flow).map(Journal.frame)
        return [frames[0], Array(frames.prefix(3).joined()), frames[0].dropLast(5) + frames[1]]
      }
    case .json:
      return [
        #"{"screen":"screenB1","sessionId":"s","token":"t","until":99999999999}"#,
        #"{"a":[1,-2.5e3,true,null,"é\u00e9\ud83d\ude00"],"":{}}"#, "[]", "7", #""noScreenB""#,
        #"{"code":"taken","message":"No","retryAfter":12}"#,
      ].map { [0] + Array($0.utf8) } + [[4] + Array(#"{"error":"x"}"#.utf8)]
    case .input:
      return FuzzFlows.all.enumerated().map { index, flow in [UInt8(index)] + lines(of: flow) }
    case .provider: return Self.providerSeeds
    case .script:
      return Repository.files(below: "Flows", ending: ".play.yaml").compactMap { path in
        Repository.read(path).map { [UInt8(FuzzFlows.place(ofFlowBeside: path))] + $0 }
      }
    case .passkey: return FuzzPasskey.seeds
    }
  }

  /// Records of a randomly driven flow.
  private func records(of flow: Flow) -> [[UInt8]] {
    var random = SeededGenerator(seed: 1)
    let context = random.context(of: flow, at: 1_000_000, isHonest: true)
    guard var machine = try? FlowMachine.launch(flow, context) else { return [] }
    return (0..<12).map { step in
      for _ in 0..<4 {
        machine.step(
          random.input(for: machine), at: 1_000_000 + Int64(step), entropy: random.next())
      }
      return machine.journalRecord
    }
  }

  /// A launch line and a user's inputs, as lines.
  private func lines(of flow: Flow) -> [UInt8] {
    var random = SeededGenerator(seed: 2)
    let context = random.context(of: flow, at: 1_000_000, isHonest: true)
    guard var machine = try? FlowMachine.launch(flow, context) else { return [] }
    var lines = flow.write(LaunchLine(context, record: nil)) + [UInt8(ascii: "\n")]
    for step in 0..<25 {
      let input = random.input(for: machine)
      let now = 1_000_000 + 400 * Int64(step)
      var writer = JSONWriter()
      writer.open("{")
      writer.member("at", now)
      writer.member("entropy", Hex.text(UInt64(step)))
      machine.write(input, to: &writer)
      writer.close("}")
      lines += writer.bytes + [UInt8(ascii: "\n")]
      machine.step(input, at: now, entropy: UInt64(step))
    }
    return lines
  }
}
