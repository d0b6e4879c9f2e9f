package import FlowMachine

/// A flow as a picture: its states in their nesting, and what leads where.
///
/// `FlowGraph.make` draws everything; `folded` then closes the sub-flows that nobody asked for, merges
/// edges that lead the same way and finds the happy path. Where the parts stand on a page is left to Graphviz
/// and Mermaid.
package struct FlowGraph: Sendable {
  package struct Node: Sendable {
    package enum Kind: String, Sendable {
      /// A state without a screen.
      case state
      case screen, overlay, history
      /// A state with states inside, or with regions.
      case group
      /// What holds the screens of a document; it has no border of its own.
      case container
      /// Runs in parallel with the screens.
      case region
      case subflow
      /// Where a first launch begins.
      case start
      /// Stands for all states of a document: the source of its own `on` and `always`.
      case everywhere
      /// Where a relaunch begins, in a flow that says it for all its states.
      case relaunch
    }

    package enum Badge: Hashable, Sendable {
      case goal, protected, modal, final
      /// Ends the sub-flow with this outcome.
      case outcome(String)
      /// A relaunch comes back here, whatever is said around it.
      case resumes
    }

    /// The whole name, in parentheses that of an overlay; unique in a flow.
    package var name: String
    package var kind: Kind
    package var badges: [Badge] = []
    package var title: String?
    /// What a person sees on it, from top to bottom.
    package var parts: [Part] = []
    /// The requests that it starts.
    package var requests: [String] = []
    package var children: [Node] = []
    /// The whole name of the state inside that is entered.
    package var initial: String?
    /// The overlays that failures show here, with the requests that fail, where no edge says so.
    package var notes: [String] = []
    /// Of a sub-flow: the name of its flow.
    package var flow: String?
    /// Of a sub-flow that is drawn as one box: how many screens are in it.
    package var foldedScreens: Int?

    package init(_ name: String, _ kind: Kind) {
      self.name = name
      self.kind = kind
    }

    /// The name without those of the flows around it.
    package var shortName: String {
      let last = name.split(separator: ".").last ?? ""
      return String(last.drop { $0 == "(" }.prefix { $0 != ")" })
    }
    /// It and all nodes inside.
    package var withDescendants: [Node] { [self] + children.flatMap(\.withDescendants) }
  }

  /// An element of a screen, as small as a picture of it gets.
  package struct Part: Sendable {
    package var kind: ElementKind
    package var text: String
    /// The style that the document gives it.
    package var style: String?
  }

  package struct Edge: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
      /// A step on the way from `initial` to a goal.
      case happy
      case step
      /// A step that is taken only after a request has failed, or the overlay that a failure shows.
      case failure
      /// Shows an overlay.
      case overlay
      /// From an overlay, when it is dismissed.
      case dismissal
      /// Where a relaunch leads.
      case restore
    }
    package var from: String
    package var to: String
    package var kind: Kind
    /// What makes it happen: one entry for each of the steps that became this edge.
    package var labels: [String]
    /// The screen under an overlay shows again when that is dismissed.
    package var returns = false
    /// The requests whose failure it is.
    package var requests: [String] = []
    /// Stands in its source, since many edges lead to the same overlay.
    package var isNoted = false
    /// How far it is from what happens if all goes well.
    var cost: StepCost
  }

  package var name: String
  package var summary: String?
  package var root: Node
  package var edges: [Edge]

  /// Draws a flow with all its sub-flows.
  ///
  /// - Parameter language: whose texts stand in the picture; nil: the flow's first.
  /// - Returns: the picture, or what is wrong with the document.
  package static func make(
    file: String, language: String? = nil, files: @escaping FlowCompiler.Files
  ) -> (graph: FlowGraph?, diagnostics: [Diagnostic]) {
    let compilation = Compilation(files: files)
    guard compilation.run(file) != nil, compilation.diagnostics.isEmpty else {
      return (nil, compilation.diagnostics.sorted)
    }
    return (GraphPlan(compilation, language: language).graph, [])
  }

  /// All nodes, the outer ones first.
  package var nodes: [Node] { root.withDescendants }

  /// The names by which a sub-flow can be opened.
  package var subflows: [String] { nodes.filter { $0.kind == .subflow }.map(\.name) }

  /// The languages of a document, for who asks for one that it does not have.
  package static func languages(file: String, files: @escaping FlowCompiler.Files) -> [String] {
    let compilation = Compilation(files: files)
    _ = compilation.run(file)
    return compilation.scopes.first?.document.languages.map(\.value) ?? []
  }
}
