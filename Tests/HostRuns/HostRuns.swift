// Prints runs of the storage matrix, for comparison with another host: a line with `run`, then the
// lines of `HostLog`.
//
// usage: HostRuns FLOW EVERY
//     every EVERY-th run of the matrix: every script of the flow, every write, each failure mode, each kill

import FlowDefinition
import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import TestSupport

@main enum HostRuns {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first, let every = arguments.last.flatMap({ Int($0) }), every > 0
    else {
      FileHandle.standardError.write(Data("usage: HostRuns FLOW EVERY\n".utf8))
      exit(64)
    }
    // As in the page, with the table of phone numbers.
    let bytes = try TestFlow.bytes("Flows/\(name)/\(name).flow.yaml", Repository.read)
    let flow = try Flow(decoding: bytes, phones: .standard)
    var number = 0
    for file in Repository.files(below: "Flows/\(name)/play", ending: ".play.yaml") {
      let matrix = StorageMatrix(try script(file, flow), flow)
      let writes = matrix.run(nil).writes
      for plan in StorageMatrix.Plan.all(writes: writes) {
        number += 1
        guard number % every == 0 else { continue }
        print(
          """
          {"run":"\(file): write \(plan.write) \(plan.kind.rawValue), kill \(plan.kill ?? -1)",\
          "kind":"\(plan.kind.rawValue)","write":\(plan.write)}
          """)
        for line in matrix.run(plan, isLogged: true).log {
          print(String(decoding: line, as: UTF8.self))
        }
      }
    }
  }

  static func script(_ file: String, _ flow: Flow) throws -> PlayScript {
    let (root, diagnostics) = YAMLTree.read(bytes: Repository.read(file) ?? [], file: file)
    guard let root, let script = PlayScript.read(ScriptNode(root), for: flow).script else {
      throw TestFlow.NotCompiled(diagnostics.map(\.description))
    }
    return script
  }
}
