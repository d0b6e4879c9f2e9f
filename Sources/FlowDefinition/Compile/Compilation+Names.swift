import FlowMachine
import Statechart

// Second: every name gets its number.

extension Compilation {
  static let mostRequests = 1_024
  static let mostOverlays = 64
  static let mostClasses = 200

  func declareNames() {
    for scope in scopes where !isTooLarge { declareFacts(of: scope) }
    guard !isTooLarge else { return }
    chart.initialCells = builder.tables.facts.map(\.initial)
    for scope in scopes {
      declareServices(of: scope)
      declareRequests(of: scope)
      declareTimers(of: scope)
    }
    for state in states { declareTimers(of: state) }
    for scope in scopes { declareOverlays(of: scope) }
    builder.tables.overlayCountCell = addCell(0)
    for scope in scopes { declareSignals(of: scope) }
  }

  func addCell(_ initial: Int64) -> CellID {
    chart.initialCells.append(initial)
    return CellID(clamping: chart.initialCells.count - 1)
  }

  /// Reports the first one beyond a limit that counts over all sub-flows.
  func reportIfTooMany(_ count: Int, _ most: Int, _ things: String, _ name: Name) {
    guard count == most else { return }
    isTooLarge = true
    report(
      .tooMany, at: name.position, "The flow with its sub-flows has more than \(most) \(things)",
      "Remove some")
  }

  private func declareServices(of scope: Scope) {
    for service in scope.document.services {
      let blob = builder.blob(service.value)
      if !builder.tables.services.contains(blob) { builder.tables.services.append(blob) }
    }
  }

  private func declareRequests(of scope: Scope) {
    for declaration in scope.document.requests {
      let name = declaration.name
      reportIfTooMany(builder.tables.requests.count, Self.mostRequests, "requests", name)
      guard !isTooLarge else { return }
      var row = RequestRow.blank
      row.name = builder.blob(scope.prefix + name.value)
      row.cell = addCell(RequestStatus.idle)
      scope.requests[name.value] = builder.append(row, to: \.requests)
      positions.requests.append(name.position)
      scope.classes[name.value] = classes(of: declaration)
    }
  }

  /// The names of a request's own classes, of all its variants; one that several have is one class.
  private func classes(of declaration: RequestDeclaration) -> [String] {
    var classes: [String] = []
    for list in [declaration.classes] + declaration.variants.map({ $0.classes ?? [] }) {
      for name in list.map(\.name) where !classes.contains(name.value) {
        guard classes.count < Self.mostClasses else {
          report(
            .tooMany, at: name.position,
            "The request has more than \(Self.mostClasses) failure classes", "Remove some")
          return classes
        }
        classes.append(name.value)
      }
    }
    return classes
  }

  private func declareOverlays(of scope: Scope) {
    for declaration in scope.document.overlays {
      let name = declaration.name
      reportIfTooMany(builder.tables.overlays.count, Self.mostOverlays, "overlays", name)
      guard !isTooLarge else { return }
      var row = OverlayRow.blank
      row.name = builder.blob(scope.prefix + name.value)
      row.cell = addCell(0)
      scope.overlays[name.value] = builder.append(row, to: \.overlays)
      positions.overlays.append(name.position)
    }
  }

  /// A signal of one name is one, whichever of the documents declare it.
  private func declareSignals(of scope: Scope) {
    for declaration in scope.document.signals {
      let name = declaration.name
      if let other = scope.uses.ownEvents[name.value] {
        report(
          .duplicateName, at: max(other, name.position),
          "\(quoted(name.value)) names both a signal and a button or link",
          "Rename one of them")
      }
      let fact = declaration.saves.flatMap { saved($0, declaration, scope) }
      guard signalEvents[name.value] == nil else { continue }
      let event = builder.event(name.value)
      signalEvents[name.value] = event
      builder.tables.signals.append(
        SignalRow(
          name: builder.blob(name.value), event: event, fact: fact ?? noID,
          isHeld: declaration.held))
    }
  }

  private func saved(_ name: Name, _ declaration: SignalDeclaration, _ scope: Scope) -> FactID? {
    guard let fact = ownFact(name, scope, of: declaration.value.savedTypes) else { return nil }
    guard declaration.held, builder.tables.facts[Int(fact)].type == .secret else { return fact }
    report(
      .wrongType, at: name.position,
      "\(quoted(name.value)) is a secret, which no held signal can save",
      "Leave out `held`: a secret is stored as soon as the signal arrives, and a guard can ask for it with `\(name.value) is present`"
    )
    return nil
  }
}

extension StateDeclaration {
  var allTransitions: [TransitionDeclaration] {
    on.flatMap(\.transitions) + always + after.map(\.transition)
      + (subflow?.outcomes.map(\.target) ?? [])
  }

  var allActions: [ActionDeclaration] {
    enter + exit + allTransitions.flatMap(\.actions)
  }
}

extension SignalDeclaration.Value? {
  /// The types of a fact that can hold the value.
  fileprivate var savedTypes: [FactType] { self == .number ? [.number, .time] : [.text, .secret] }
}
