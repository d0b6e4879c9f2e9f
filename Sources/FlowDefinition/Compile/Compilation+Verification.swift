import FlowMachine
import Statechart

// What a document says for its verification. It is checked whenever a flow is compiled; only the
// verifier gets it.

extension Compilation {
  var verificationPlan: VerificationPlan {
    VerificationPlan(
      goals: goals, sessions: sessions, properties: properties,
      domains: declaredDomains.merging(computedRanges.mapValues { .range($0) }) { $1 },
      origins: Set(scopes.flatMap { $0.document.origins.map(\.value) }).sorted(),
      required: requiredFacts,
      inputs: Set(scopes[0].document.inputs.compactMap { fact($0, scopes[0]) }),
      standingAlone: Set(
        scopes.dropFirst().filter { !$0.document.goals.isEmpty }
          .map { $0.document.name.position.file }),
      statePositions: positions.states, transitionPositions: positions.transitions,
      requestPositions: positions.requests, factPositions: positions.facts,
      overlayPositions: positions.overlays, elementPositions: positions.elements)
  }

  // MARK: Goals

  func checkGoals() {
    for scope in scopes {
      for name in scope.document.goals { _ = state(name, scope) }
    }
  }

  /// The outermost document's.
  var goals: [StateID] {
    let scope = scopes[0]
    guard scope.document.goals.isEmpty else {
      return Set(scope.document.goals.compactMap { state($0, scope)?.id }).sorted()
    }
    // A final state that ends the one around it is no end of the flow.
    return states.filter {
      $0.scope === scope && $0.declaration?.final != nil && $0.kind == .atomic
    }.map(\.id)
  }

  // MARK: Sessions

  /// A screen that needs a session says so of a fact.
  func checkSessions() {
    for scope in scopes {
      if let name = scope.document.session { _ = fact(name, scope, of: [.secret]) }
      guard scope.document.session == nil, let screen = protectedScreens(of: scope).first,
        let name = screen.declaration?.name
      else { continue }
      report(
        .missingSession, at: name.position,
        "\(quoted(name.value)) requires a session, but the flow declares none",
        "Add `session: FACT` at the top level, with the secret that is present while a user is signed in"
      )
    }
  }

  private func protectedScreens(of scope: Scope) -> [PlannedState] {
    states.filter { $0.scope === scope && $0.declaration?.screen?.isProtected ?? false }
  }

  private var sessions: [VerificationPlan.Session] {
    var sessions: [VerificationPlan.Session] = []
    for scope in scopes {
      guard let fact = scope.document.session.flatMap({ scope.facts[$0.value] }) else { continue }
      let screens = protectedScreens(of: scope).map(\.id)
      if let known = sessions.firstIndex(where: { $0.fact == fact }) {
        sessions[known].screens = (sessions[known].screens + screens).sorted()
      } else {
        sessions.append(VerificationPlan.Session(fact: fact, screens: screens))
      }
    }
    return sessions
  }

  // MARK: Properties

  /// Resolves the properties of all documents; those of the outermost one are proven.
  ///
  /// To be called when all else is written: what they add to the tables is taken out again unless
  /// it is for the verifier.
  func writeProperties() {
    let shipped = (builder, chart, constantIDs)
    var files: Set<String> = []
    // Whatever holds for one place of a sub-flow holds for its others.
    for scope in scopes.dropFirst() where files.insert(scope.file).inserted {
      for declaration in scope.document.properties { _ = propertyGuards(declaration, scope) }
    }
    let declarations = scopes[0].document.properties
    let guards = declarations.flatMap { propertyGuards($0, scopes[0]) }
    guard isForVerification else {
      (builder, chart, constantIDs) = shipped
      return
    }
    let steps = chart.addLastGuards(guards)
    properties = declarations.enumerated().map { index, declaration in
      DeclaredProperty(
        name: declaration.name.value, kind: declaration.kind, condition: steps[2 * index],
        from: steps[2 * index + 1], position: declaration.name.position,
        summary: declaration.summary)
    }
  }

  /// Its condition, and what `from` says.
  private func propertyGuards(
    _ declaration: PropertyDeclaration, _ scope: Scope
  ) -> [[GuardStep]] {
    [declaration.condition, declaration.from].map { $0.map { propertyGuard($0, scope) } ?? [] }
  }

  private func propertyGuard(_ expression: Located<GuardExpression>, _ scope: Scope) -> [GuardStep]
  {
    if expression.value.asksForEvent {
      report(
        .wrongType, at: expression.position,
        "A property cannot use `event`: a state at rest has none",
        "Use the fact in which the event's value is saved")
    }
    return condition(expression, scope).steps
  }

  // MARK: Domains

  /// A fact that several documents share has the domain that is said furthest outside.
  var domains: [FactID: DeclaredDomain] {
    var domains: [FactID: DeclaredDomain] = [:]
    for scope in scopes {
      let declared =
        scope.document.facts.map { ($0.name, $0.domain) }
        + scope.document.configuration.map { ($0.name, $0.domain) }
      for (name, domain) in declared {
        guard let domain = domain?.value, let fact = scope.facts[name.value], domains[fact] == nil
        else { continue }
        domains[fact] = values(of: domain, builder.tables.facts[Int(fact)])
      }
    }
    return domains
  }

  private func values(of domain: FactDeclaration.Domain, _ row: FactRow) -> DeclaredDomain {
    switch domain {
    case .range(let least, let most): return .range(least...most)
    case .values(let literals):
      return .values(
        literals.compactMap { literal in
          switch literal {
          case .flag(let flag): .number(flag ? 1 : 0)
          case .number(let number): .number(number)
          case .text(let text) where row.type == .choice: choice(text, of: row).map { .number($0) }
          case .text(let text): .text(Array(text.utf8))
          }
        })
    }
  }
}

extension GuardExpression {
  /// Whether it looks at the value that came with an event.
  var asksForEvent: Bool {
    switch self {
    case .event: true
    case .not(let inner): inner.asksForEvent
    case .and(let left, let right), .or(let left, let right):
      left.asksForEvent || right.asksForEvent
    case .flag, .compare, .presence, .status, .inState, .shown: false
    }
  }
}
