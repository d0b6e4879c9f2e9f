import ArgumentParser
import FlowDefinition

/// `portico graph`: a flow as a picture.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph", abstract: "Draw a flow as a Mermaid or Graphviz diagram.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case mermaid, dot }

  @Argument(help: "The path of a flow document, or the name of a shipped flow.")
  var flow: String

  @Option(help: "`mermaid` or `dot`.")
  var format: Format = .mermaid

  func run() throws {
    let source = try FlowSource(flow)
    let (graph, diagnostics) = FlowGraph.make(file: source.document, files: source.files)
    guard let graph else { throw DiagnosticsFound(diagnostics) }
    print(format == .mermaid ? graph.mermaid : graph.dot, terminator: "")
  }
}
