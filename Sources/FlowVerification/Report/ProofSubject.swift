package import FlowDefinition
package import FlowMachine
import Statechart

/// Everything that affects a proof, as bytes: flows with equal subjects have equal proofs.
///
/// It includes the facts that texts insert, and which texts say the same or nothing, but not their wording, and no line numbers.
/// So rewriting a text or moving lines needs no new proof.
package struct ProofSubject: Sendable {
  package private(set) var bytes: [UInt8] = []

  /// - Parameters:
  ///   - flow: what is proven.
  ///   - withoutTexts: the same document, compiled with `ignoresTexts`.
  ///   - plan: what the document wants proven.
  ///   - earlier: the versions whose snapshots are carried over.
  package init(
    _ flow: Flow, withoutTexts: CompiledFlow, _ plan: VerificationPlan, earlier: [EarlierVersion]
  ) {
    append(withoutTexts.bytes)
    for number in 0..<Int(flow.tables.textCount) {
      append(flow.facts(inText: TextID(number)).sorted())
    }
    append(Wording(flow).summary)
    append(Intentions(plan))
    append([plan.domains.count, plan.origins.count, plan.required.count, earlier.count])
    for fact in plan.domains.keys.sorted() { append("\(fact): \(plan.domains[fact]!)") }
    for origin in plan.origins { append(origin) }
    for call in plan.required.keys.sorted() { append([call] + plan.required[call]!.map(Int.init)) }
    for version in earlier {
      append([version.version])
      append(version.flow.bytes)
    }
  }

  private mutating func append(_ intentions: Intentions) {
    append([intentions.sessions.count, intentions.properties.count])
    append(intentions.goals)
    for session in intentions.sessions { append([session.fact] + session.screens) }
    for property in intentions.properties {
      append("\(property.kind) \(property.condition) \(property.from)")
    }
    append(intentions.isElsewhere.states.sorted())
    append(intentions.isElsewhere.overlays.sorted())
    append(intentions.isElsewhere.transitions.sorted())
    append(intentions.isElsewhere.elements.sorted())
  }

  /// Each part begins with its length, and lists with their counts, so that different subjects have different bytes.
  private mutating func append(_ part: [UInt8]) {
    withUnsafeBytes(of: UInt64(part.count).littleEndian) { bytes += $0 }
    bytes += part
  }

  private mutating func append(_ part: String) { append(Array(part.utf8)) }

  private mutating func append(_ numbers: [some BinaryInteger]) {
    append(numbers.map { "\($0)" }.joined(separator: " "))
  }
}

extension Flow {
  /// The facts that a text inserts, in any language.
  func facts(inText text: TextID) -> Set<FactID> {
    var facts: Set<FactID> = []
    for language in tables.languages.indices {
      let row = tables.texts[language * Int(tables.textCount) + Int(text)]
      for form in row.forms where form != noID { facts.formUnion(self.facts(in: form)) }
    }
    return facts
  }
}
