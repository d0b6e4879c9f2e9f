import FlowDefinition
import FlowMachine
import Foundation
import Statechart
import TestSupport
import Testing

/// The flow that ships and the sketches of the sources: what is written in the language compiles
/// and runs.
@Suite struct ShippedFlowTests {
  static let sketches = ["market", "phone", "bootstrap", "account", "entry"].map {
    "docs/decisions/sketches/\($0).flow.yaml"
  }
  static let onboarding = "Flows/onboarding/onboarding.flow.yaml"
  static let all = [onboarding] + sketches

  static func read(_ path: String) -> [UInt8]? { Repository.read(path) }

  static func compile(_ path: String) throws -> CompiledFlow {
    let outcome = FlowCompiler.compile(file: path, files: read)
    #expect(outcome.diagnostics == [])
    return try #require(outcome.flow)
  }

  @Test("A flow compiles without diagnostics, and a machine launches on it", arguments: all)
  func compiles(path: String) throws {
    let flow = try Flow(decoding: Self.compile(path).bytes)
    var running = try RunningFlow(flow)
    #expect(running.machine.chartState.isRunning)
    for _ in 0..<50 {
      running.wait(10_000)
      #expect(!running.report.isEndless)
    }
    try running.relaunch()
    #expect(running.machine.chartState.isRunning)
  }

  @Test("The same document gives the same bytes", arguments: all)
  func deterministic(path: String) throws {
    let first = try Self.compile(path).bytes
    for _ in 0..<3 { #expect(try Self.compile(path).bytes == first) }
  }

  @Test("No file is missing from the list of sketches")
  func complete() throws {
    let folder = Repository.root.appending(path: "docs/decisions/sketches")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files.map { "docs/decisions/sketches/" + $0 }) == Set(Self.sketches))
  }

  @Test("The onboarding leads where the responses to its experiment and rLogin say")
  func onboardingRuns() throws {
    let flow = try Flow(decoding: Self.compile(Self.onboarding).bytes)
    var running = try RunningFlow(flow)
    try running.answer("rFetchExperiments", #""screenB3""#)
    try running.tap("next")
    try running.answer("rLogin", #"{"sessionId":"s"}"#)
    #expect(running.screen == "screenC2")
    running.wait(3_000)
    #expect(running.screen == "screenD")
  }

  @Test(
    "The graph of onboarding is the one stored with the tests", arguments: ["mermaid", "dot"])
  func graph(format: String) throws {
    let outcome = FlowGraph.make(file: Self.onboarding, files: Self.read)
    let graph = try #require(outcome.graph).folded(opening: .named([]))
    let found = format == "dot" ? graph.dot : graph.mermaid
    let expected = Fixtures.documents.appending(path: "onboarding.\(format).txt")
    // To bring it up to date, and then read what changed: PORTICO_WRITE_EXPECTED=1 swift test
    if Fixtures.writesExpected { try found.write(to: expected, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: expected, encoding: .utf8) == found)
  }

  @Test(
    "Every sketch has a graph in both formats, in which each edge has two ends", arguments: sketches
  )
  func graphs(path: String) throws {
    let whole = try #require(FlowGraph.make(file: path, files: Self.read).graph)
    for graph in [whole.folded(opening: .named([])), whole.folded(opening: .all)] {
      let names = Set(graph.nodes.map(\.name))
      for edge in graph.edges {
        #expect(names.contains(edge.from), "\(edge)")
        #expect(names.contains(edge.to), "\(edge)")
        #expect(edge.from != edge.to, "\(edge)")
      }
      #expect(graph.edges.first?.kind == .happy)
      #expect(graph.mermaid.hasPrefix("flowchart TD\n"))
      #expect(graph.dot.hasPrefix("digraph "))
    }
  }
}
