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
    guard let document = source.document else {
      throw ValidationError("The document of `\(flow)` is not here; give its path.")
    }
    let (graph, diagnostics) = FlowGraph.make(file: document, files: FlowSource.read)
    guard let graph else { throw DiagnosticsFound(diagnostics) }
    print(format == .mermaid ? graph.mermaid : graph.dot, terminator: "")
  }
}
