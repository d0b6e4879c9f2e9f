import ArgumentParser
import FlowDefinition
import Foundation

/// `portico graph`: a flow as a picture.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draw a flow: an SVG picture, or a Mermaid or Graphviz diagram.",
    discussion:
      "The happy path comes first and is bold; sub-flows are closed boxes unless opened. "
      + "SVG pictures are drawn by Graphviz, which has to be installed.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case mermaid, dot, svg }

  @Argument(help: "The path of a flow document, or the name of a shipped flow.")
  var flow: String

  @Option(help: "`mermaid`, `dot` or `svg`; by default as the ending of the output file says.")
  var format: Format?

  @Option(
    name: [.customShort("o"), .long],
    help: "The file to write to, such as `flow.svg`; by default the standard output.")
  var output: String?

  @Option(
    help: "Open the sub-flow of this name, and those around it; may be given several times.")
  var expand: [String] = []

  @Flag(help: "Open all sub-flows.")
  var all = false

  @Option(help: "The language of the texts; by default the flow's first.")
  var language: String?

  func validate() throws {
    try checkEnding()
    guard !all || expand.isEmpty else {
      throw ValidationError("'--all' opens every sub-flow; leave out '--expand'.")
    }
  }

  func run() throws {
    let source = try FlowSource(flow)
    if let language { try checkLanguage(language, source) }
    let (graph, diagnostics) = FlowGraph.make(
      file: source.document, language: language, files: source.files)
    guard let graph else { throw DiagnosticsFound(diagnostics) }
    if let name = graph.unknown(expand).first { throw unknownSubflow(name, graph) }
    let folded = graph.folded(opening: all ? .all : .named(expand))
    let text =
      switch format ?? formatOfOutput {
      case .mermaid: folded.mermaid
      case .dot: folded.dot
      case .svg: try Graphviz.svg(of: folded.dot)
      }
    guard let output else { return print(text, terminator: "") }
    try OutputFile.write(text, to: output)
  }

  private var formatOfOutput: Format {
    output.flatMap { Self.formats[URL(fileURLWithPath: $0).pathExtension.lowercased()] } ?? .mermaid
  }

  /// An ending that says another kind of picture would be wrong about what is in the file.
  private func checkEnding() throws {
    guard format == nil, let output else { return }
    let ending = URL(fileURLWithPath: output).pathExtension
    guard !ending.isEmpty, Self.formats[ending.lowercased()] == nil else { return }
    throw ValidationError(
      "unknown ending '.\(ending)'; it is one of: .svg, .dot, .gv, .mmd, .mermaid, .md, .txt, or give '--format'"
    )
  }

  private static let formats: [String: Format] = [
    "svg": .svg, "dot": .dot, "gv": .dot, "mmd": .mermaid, "mermaid": .mermaid, "md": .mermaid,
    "txt": .mermaid,
  ]

  private func checkLanguage(_ language: String, _ source: FlowSource) throws {
    let known = FlowGraph.languages(file: source.document, files: source.files)
    guard known.isEmpty || known.contains(language) else {
      throw ValidationError(
        Spelling.complaint(
          "unknown language", language, among: known,
          otherwise: "the flow has: \(known.joined(separator: ", "))"))
    }
  }

  private func unknownSubflow(_ name: String, _ graph: FlowGraph) -> ValidationError {
    let known = graph.subflows
    return ValidationError(
      Spelling.complaint(
        "unknown sub-flow", name, among: known,
        otherwise: known.isEmpty
          ? "the flow has none" : "the flow has: \(known.joined(separator: ", "))"))
  }
}
