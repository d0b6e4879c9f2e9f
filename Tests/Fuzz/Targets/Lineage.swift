import FlowMachine
import Foundation
import Statechart
import TestSupport

/// A flow whose records are read, and the flow that wrote them: the same one, or an earlier
/// version.
struct Lineage {
  let writer: Flow
  let reader: Flow
  /// The beginning of the writer's records: format, name, version and shape.
  let head: [UInt8]

  private init(_ writer: Flow, _ reader: Flow) {
    self.writer = writer
    self.reader = reader
    let context = LaunchContext(now: 0, entropy: 1, runID: RunID(high: 1, low: 2))
    guard let machine = try? FlowMachine.launch(writer, context) else {
      fatalError("a flow that was loaded can be launched")
    }
    var sample = ByteWriter()
    sample.put(UInt16(0))
    sample.put(counted: writer.name)
    sample.put(UInt16(0))
    sample.put(UInt64(0))
    head = Array(machine.journalRecord.prefix(sample.bytes.count))
  }

  static let all = FuzzFlows.all.map { Lineage($0, $0) } + updates

  /// Invented flows whose next versions have much that is removed, renamed, new or of another type.
  private static let updates: [Lineage] = {
    let shop = ["Tests/Flows/shop.1.yaml", "Tests/Flows/shop.2.yaml"].map { path in
      String(decoding: Repository.read(path) ?? [], as: UTF8.self)
    }
    var random = SeededGenerator(seed: 7)
    let edited = (0..<5).map { _ in
      var flow = EditedFlow(&random)
      let before = flow.ship()
      for _ in 0..<5 { flow.edit(&random) }
      return [before, flow.ship()]
    }
    return ([shop] + edited).map { bodies in
      do {
        let flows = try Versions(all: bodies).flows
        return Lineage(flows[0], flows[1])
      } catch {
        fatalError("\(bodies.joined(separator: "---\n"))\n\(error)")
      }
    }
  }()

  /// The one selected by the first byte, and the other bytes.
  static func chosen(by bytes: [UInt8]) -> (lineage: Lineage, rest: [UInt8]) {
    (all[Int(bytes.first ?? 0) % all.count], Array(bytes.dropFirst()))
  }
}
