import FlowMachine
import Foundation
import PorticoCommands
import StandardFlows
import Testing

@Suite("The program alone, without a clone")
struct AnywhereTests {
  @Test("Every command works on each shipped flow")
  func works() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("title: It begins\nsteps: [launch]\n", to: "begins.play.yaml")
    for flow in StandardFlow.all.map(\.name) {
      let graph = try await Program.run(["graph", flow], installedIn: folder)
      #expect(graph.status == 0 && graph.output.hasPrefix("flowchart"), "\(graph.errors)")
      let lock = try await Program.run(["lock", flow], installedIn: folder)
      #expect(lock.status == 0, "\(lock.errors)")
      #expect(lock.output.contains(", 0 new names, "), "\(lock.output)")
      let play = try await Program.run(
        ["play", flow, "--script", script, "--simulated"], installedIn: folder)
      #expect(play.status == 0, "\(play.errors)")
      let run = try await Program.run(
        ["run", flow, "--state", folder.path], input: "q\n", installedIn: folder)
      // On a busy machine it is asked to quit before it has drawn anything.
      #expect(run.status == 0, "\(run.errors)")
      // What proves the large ones takes long; that the document is read shows by then.
      let check = try await Program.run(
        ["check", flow, "--max-states", "20"], installedIn: folder)
      #expect(check.output.hasPrefix("Flows/\(flow)/\(flow).flow.yaml: error: too many states"))
    }
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!made.contains("Flows"), "`lock` has nothing to write")
  }

  @Test("A small flow is proven")
  func proves() async throws {
    let folder = try TemporaryFolder()
    let run = try await Program.run(["check", "onboarding"], installedIn: folder)
    #expect(run.status == 0, "\(run.errors)\(run.output)")
    #expect(run.lines.last?.hasSuffix("no problems") == true)
  }

  @Test("compile gives what was shipped, and splits it by language")
  func compiles() async throws {
    let folder = try TemporaryFolder()
    for flow in StandardFlow.all {
      let run = try await Program.run(
        ["compile", flow.name, "--by-language", "-o", "."], installedIn: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(Array(try folder.read("\(flow.name).flow")) == flow.bytes)
      for tag in ["en", "de", "ar", "es", "ja"] {
        #expect(throws: Never.self) {
          try Flow(decoding: Array(folder.read("\(flow.name).\(tag).flow")))
        }
      }
    }
  }

  @Test("Every shipped flow has its document in the program, and nothing else is read as one")
  func documents() throws {
    for flow in StandardFlow.all {
      let path = try #require(ShippedDocuments.path(of: flow.name))
      let file = try Data(contentsOf: Program.root.appendingPathComponent(path))
      #expect(ShippedDocuments.read(path).map { Data($0) } == file)
    }
    #expect(ShippedDocuments.path(of: "shared") == nil)
    #expect(ShippedDocuments.read("Flows/onboarding/none.yaml") == nil)
  }
}
