package import FlowMachine
package import Statechart

/// What a document says for its verification, with names resolved; nothing of it is shipped.
package struct VerificationPlan: Sendable {
  /// The screens of one document that are protected by one session.
  package struct Session: Sendable {
    /// The secret that stands for it.
    package var fact: FactID
    /// In document order; empty where no screen asks for the session.
    package var screens: [StateID]
  }
  /// The states that the flow exists to reach, in document order; empty if the outermost document
  /// names none and has none that are final.
  package var goals: [StateID]
  /// One for each secret: the flow's own, and those of sub-flows that are not bound to it.
  package var sessions: [Session]
  /// Those of the outermost document.
  package var properties: [DeclaredProperty]
  /// What comes from outside for facts and configuration values with a `domain`.
  package var domains: [FactID: DeclaredDomain]
  /// The origins, as templates, that an HTTP request may send secrets to; of all documents.
  package var origins: [String]
  /// By row of `calls`: the facts that its operation demands, as parameters that are nothing else.
  package var required: [Int: [FactID]]
  /// The inputs of the outermost document: a flow around it says whether they are present.
  package var inputs: Set<FactID>
  /// The documents of sub-flows that have goals of their own: they stand for themselves too, so what
  /// only they come to there need not be reached here.
  package var standingAlone: Set<String>
  /// By the number of the state; the root and what holds the screens have their document's name.
  package var statePositions: [Position]
  /// By the rows of `Chart.transitions`: where the transition stands, or what it is made from.
  package var transitionPositions: [Position]
  package var requestPositions: [Position]
  package var factPositions: [Position]
  package var overlayPositions: [Position]
  package var elementPositions: [Position]
}

/// The values that can come from outside for one fact, as its document says.
package enum DeclaredDomain: Equatable, Sendable {
  case values([FactValue])
  /// Every number of it.
  case range(ClosedRange<Int64>)
}

/// A property with its guards in the chart.
package struct DeclaredProperty: Sendable {
  package var name: String
  package var kind: PropertyDeclaration.Kind
  /// The first step of its guard, as `Chart.holds` takes it.
  package var condition: UInt16
  /// The first step of the guard that says from where it has to be reachable, or `noID`.
  package var from: UInt16
  package var position: Position
  package var summary: String?
}

/// Where the parts of a flow stand in its documents, by their numbers.
struct DocumentPositions {
  var states: [Position] = []
  var transitions: [Position] = []
  var requests: [Position] = []
  var facts: [Position] = []
  var overlays: [Position] = []
  var elements: [Position] = []
}

extension FlowCompiler {
  /// Compiles a flow together with what its document wants proven.
  ///
  /// The guards of its properties stand behind all others in the chart, so that every number is the
  /// same as in what is shipped.
  ///
  /// - Parameters:
  ///   - file: the document's path; diagnostics carry it, and other files are looked for beside it.
  ///   - files: reads a file.
  ///   - lockUse: as for `compile`.
  ///   - ignoresTexts: as for `compile`.
  /// - Returns: the flow and its plan if nothing is wrong, and else what is, in the order of the
  ///   documents.
  package static func compileForVerification(
    file: String, lockUse: LockUse = .required, ignoresTexts: Bool = false,
    files: @escaping Files
  ) -> (flow: CompiledFlow?, plan: VerificationPlan?, diagnostics: [Diagnostic]) {
    let compilation = Compilation(
      files: files, lockUse, ignoresTexts: ignoresTexts, forVerification: true)
    let flow = compilation.run(file)
    let diagnostics = compilation.diagnostics.sorted
    guard let flow, diagnostics.isEmpty else { return (nil, nil, diagnostics) }
    return (flow, compilation.verificationPlan, [])
  }
}
