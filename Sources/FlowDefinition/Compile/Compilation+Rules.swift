import FlowMachine
import Statechart

// What an input has to be only colours it, unless a form or a guard asks for it.

extension Compilation {
  /// Refuses rules for an input that a request sends, whatever is typed: no button of its screen or overlay submits, and
  /// no guard asks whether the fact is valid.
  func checkRules() {
    let sent = sentFacts()
    guard !sent.isEmpty else { return }
    let asked = Set(validityReads.map(\.fact))
    for scope in scopes {
      for overlay in scope.document.overlays {
        checkRules(of: overlay.elements, sent, asked, scope)
      }
    }
    for state in states {
      guard let screen = state.declaration?.screen else { continue }
      checkRules(of: screen.elements, sent, asked, state.scope)
    }
  }

  private func checkRules(
    of elements: [ElementDeclaration], _ sent: [FactID: Name], _ asked: Set<FactID>, _ scope: Scope
  ) {
    guard !elements.contains(where: { $0.flag("submits") }) else { return }
    for element in elements {
      guard let key = element.ruleKey, !baseFiles.contains(key.position.file) else { continue }
      let names = element.filledFacts
      let facts = names.compactMap { scope.facts[$0.value] }
      // A guard can ask otherwise whether it is empty, and by a comparison whether it is within bounds.
      let isCompared = names.contains {
        scope.uses.comparedFacts.contains($0.value)
          || element.isOnlyRequired && scope.uses.guardFacts.contains($0.value)
      }
      guard let request = facts.lazy.compactMap({ sent[$0] }).first, !isCompared,
        !facts.contains(where: { asked.contains($0) || isSecret($0) })
      else { continue }
      let isAskable = element.kind != .choices && !facts.contains { movingDates[$0] != nil }
      report(
        .unused, at: key.position,
        "Nothing asks whether \(quoted(element.id.value)) is valid, so \(quoted(request.value)) sends whatever is in it",
        "Write `submits: true` at the button that sends it"
          + (isAskable ? names.first.map { ", or `\($0.value) is valid` in a guard" } ?? "" : ""))
    }
  }

  private func isSecret(_ fact: FactID) -> Bool {
    builder.tables.facts[Int(fact)].type == .secret
  }

  /// The facts that requests send, each with one of these.
  private func sentFacts() -> [FactID: Name] {
    var sent: [FactID: Name] = [:]
    for scope in scopes {
      for request in scope.document.requests {
        for name in request.variants.flatMap({ references($0.call) }) {
          if let fact = scope.facts[name.value] { sent[fact] = sent[fact] ?? request.name }
        }
      }
    }
    return sent
  }

  private func references(_ call: CallDeclaration) -> [Name] {
    switch call {
    case .http(let call):
      let values = call.headers + (call.body ?? [])
      return references(.text(call.url)) + values.flatMap { references($0.value) }
    case .operation(_, let entries), .capability(_, let entries), .app(_, let entries):
      return entries.flatMap { references($0.value) }
    }
  }
}

extension ElementDeclaration {
  /// The facts that it fills with what is typed or chosen, but for those beside it (`sets`).
  fileprivate var filledFacts: [Name] {
    table.keys.flatMap { row -> [Name] in
      switch row.part {
      case .fact, .typedFact: [name(row.name)].compactMap { $0 }
      case .flags: names(row.name).map(\.key)
      default: []
      }
    }
  }

  /// Whether all that it asks for is that something is typed or chosen.
  fileprivate var isOnlyRequired: Bool { validators.allSatisfy { $0.rule == .required } }
}
