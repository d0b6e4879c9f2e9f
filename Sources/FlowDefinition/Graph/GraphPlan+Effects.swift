import FlowMachine
import Statechart

// What steps set, as far as the happy path needs it: every request succeeds, with what the document simulates.

extension GraphPlan {
  func effects(of actions: [ActionDeclaration], _ scope: Scope) -> [StepCost.Effect] {
    actions.flatMap { action -> [StepCost.Effect] in
      if let request = action.startedRequest { return effects(ofSuccess: request.value, scope) }
      switch action.part {
      case .assign:
        guard let fact = action.name.flatMap({ scope.facts[$0.value] }) else { return [] }
        guard action.condition == nil, let value = action.value?.value else {
          return [.set(fact, .something)]
        }
        switch value {
        case .literal(let literal): return [.set(fact, .literal(literal))]
        case .name(let name):
          // A choice is written like a name.
          return [
            scope.facts[name].map { .copy(fact, from: $0) } ?? .set(fact, .literal(.text(name)))
          ]
        case .now, .fromNow, .event, .sum: return [.set(fact, .something)]
        }
      case .clear:
        return action.names.compactMap { scope.facts[$0.value] }.map { .set($0, .absent) }
      default: return []
      }
    }
  }

  func effects(ofSuccess name: String, _ scope: Scope) -> [StepCost.Effect] {
    guard let request = scope.document.requests.first(where: { $0.name.value == name }),
      let variant = request.variants.first
    else { return [] }
    let answers = variant.simulated ?? request.simulated
    let body = answers.first { 200...299 ~= $0.status }?.shape
    return (variant.saves ?? request.saves).compactMap { save in
      guard let fact = scope.facts[save.fact.value] else { return nil }
      let path = try? PathSyntax.parse(save.path.value)
      guard let body, let path, let found = body.found(at: path) else {
        return save.isOptional ? nil : .set(fact, .something)
      }
      if case .values(let texts) = found.shape, texts.count == 1 {
        return .set(fact, .literal(.text(texts[0])))
      }
      return .set(fact, .something)
    }
  }

  /// What entering a state sets, and what is entered with it.
  func effects(ofEntering state: PlannedState?) -> [StepCost.Effect] {
    var effects: [StepCost.Effect] = []
    var next = state
    var seen: Set<StateID> = []
    while let state = next, seen.insert(state.id).inserted {
      effects += self.effects(of: state.declaration?.enter ?? [], state.scope)
      next = initial(of: state).flatMap { name in compilation.states.first { $0.name == name } }
    }
    return effects
  }

  /// What a person may have filled in on a screen.
  func typed(in elements: [ElementDeclaration], _ scope: Scope) -> [StepCost.Effect] {
    elements.filter { ![.none, .tap].contains($0.kind.input) }
      .compactMap { $0.name("fact").flatMap { scope.facts[$0.value] } }
      .map { .typed($0) }
  }
}
