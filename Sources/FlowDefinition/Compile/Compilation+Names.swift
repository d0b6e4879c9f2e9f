import FlowMachine
import Statechart

// Second: every name gets its number. Facts come first, since a fact's cell has the fact's number.

extension Compilation {
  func declareNames() {
    for scope in scopes { declareFacts(of: scope) }
    chart.initialCells = builder.tables.facts.map(\.initial)
    for scope in scopes {
      declareServices(of: scope)
      declareRequests(of: scope)
      for timer in scope.document.timers { scope.timers[timer.name.value] = addTimer(timer, scope) }
    }
    for state in states { declareTimers(of: state) }
    for scope in scopes { declareOverlays(of: scope) }
    builder.tables.overlayCountCell = addCell(0)
    for scope in scopes { collectEvents(of: scope) }
    for scope in scopes { declareSignals(of: scope) }
  }

  private func addCell(_ initial: Int64) -> CellID {
    chart.initialCells.append(initial)
    return CellID(clamping: chart.initialCells.count - 1)
  }

  // MARK: Facts and configuration

  private func declareFacts(of scope: Scope) {
    bindFacts(of: scope)
    for declaration in scope.document.configuration {
      let name = declaration.name.value
      var row = FactRow.blank
      row.place = .configuration
      switch declaration.kind {
      case .choice(let values):
        row.type = .choice
        row.choices = builder.list(values.map { builder.blob($0) })
      case .flag: row.type = .flag
      case .number: row.type = .number
      case .text: row.type = .text
      }
      if let shared = scopes[0].facts[name], scope !== scopes[0],
        builder.tables.facts[Int(shared)].isSame(as: row)
      {
        scope.facts[name] = shared
        continue
      }
      setInitial(declaration.initial, of: &row)
      addFact(row, declaration.name, scope)
    }
    for declaration in scope.document.facts where scope.facts[declaration.name.value] == nil {
      declare(declaration, scope)
    }
  }

  private func declare(_ declaration: FactDeclaration, _ scope: Scope) {
    var row = FactRow.blank
    row.scope = declaration.scope == .user ? .user : .device
    row.place =
      switch declaration.place {
      case .memory: .memory
      case .preferences: .preferences
      case .secure: .secure
      case .device: .device
      }
    setType(declaration.kind, of: &row)
    if row.place == .device, let shared = scopes[0].facts[declaration.name.value],
      scope !== scopes[0]
    {
      scope.facts[declaration.name.value] = shared
      return
    }
    if let initial = declaration.initial { setInitial(initial, of: &row) }
    let fact = addFact(row, declaration.name, scope)
    if row.place == .device {
      builder.tables.facts[Int(fact)].changedEvent = builder.event(
        "changed." + scope.prefix + declaration.name.value)
    }
  }

  private func setType(_ kind: FactDeclaration.Kind, of row: inout FactRow) {
    switch kind {
    case .flag: row.type = .flag
    case .number: row.type = .number
    case .text: row.type = .text
    case .time: row.type = .time
    case .json: row.type = .json
    case .secret:
      row.type = .secret
      row.place = .secure
    case .choice(let values):
      row.type = .choice
      row.choices = builder.list(values.map { builder.blob($0) })
    case .list(let columns):
      row.type = .list
      row.columns = builder.append(
        columns.map { column in
          let type: FactType =
            switch column.kind {
            case .text: .text
            case .number: .number
            case .flag: .flag
            }
          return ColumnRow(name: builder.blob(column.name), type: type)
        }, to: \.columns)
    }
  }

  private func setInitial(_ literal: Located<Literal>, of row: inout FactRow) {
    switch (literal.value, row.type) {
    case (.flag(let flag), .flag): row.initial = flag ? 1 : 0
    case (.number(let number), .number), (.number(let number), .time): row.initial = number
    case (.text(let text), .text):
      row.initial = 1
      row.initialText = builder.blob(text)
    case (.text(let text), .choice):
      let values = builder.tables.ids[row.choices.indices].map { builder.tables.blobs[Int($0)] }
      guard let place = values.firstIndex(of: Array(text.utf8)) else { fallthrough }
      row.initial = Int64(place)
    default:
      report(
        .wrongType, at: literal.position, "The value does not fit the declared type",
        "Write a value of that type")
    }
  }

  @discardableResult
  private func addFact(_ row: FactRow, _ name: Name, _ scope: Scope) -> FactID {
    var row = row
    row.name = builder.blob(scope.prefix + name.value)
    if row.type == .text || row.type == .list || row.type == .json {
      row.slot = builder.tables.slotCount
      builder.tables.slotCount += 1
    }
    let id = builder.append(row, to: \.facts)
    scope.facts[name.value] = id
    return id
  }

  /// The facts of a sub-flow that are facts of the flow around it.
  private func bindFacts(of scope: Scope) {
    guard let place = states.first(where: { $0.inner === scope }),
      let subflow = place.declaration?.subflow
    else { return }
    for (inner, outer) in subflow.bindings {
      guard let declaration = scope.document.facts.first(where: { $0.name.value == inner.value })
      else {
        reportUnknown(
          "fact", inner, known: scope.document.facts.map(\.name.value),
          in: "the sub-flow's `facts`")
        continue
      }
      guard let fact = fact(outer, place.scope) else { continue }
      var row = FactRow.blank
      setType(declaration.kind, of: &row)
      guard builder.tables.facts[Int(fact)].isSame(as: row) else {
        report(
          .wrongType, at: outer.position,
          "\(quoted(outer.value)) has another type than \(quoted(inner.value)) of the sub-flow",
          "Bind facts of one type, choices with the same values")
        continue
      }
      scope.facts[inner.value] = fact
    }
  }

  // MARK: The rest

  private func declareServices(of scope: Scope) {
    for service in scope.document.services {
      let blob = builder.blob(service.value)
      if !builder.tables.services.contains(blob) { builder.tables.services.append(blob) }
    }
  }

  private func declareRequests(of scope: Scope) {
    for declaration in scope.document.requests {
      var row = RequestRow.blank
      row.name = builder.blob(scope.prefix + declaration.name.value)
      row.cell = addCell(RequestStatus.idle)
      scope.requests[declaration.name.value] = builder.append(row, to: \.requests)
      var classes: [String] = []
      for list in [declaration.classes] + declaration.variants.map({ $0.classes ?? [] }) {
        for name in list.map(\.name.value) where !classes.contains(name) { classes.append(name) }
      }
      scope.classes[declaration.name.value] = classes
    }
  }

  private func addTimer(_ declaration: TimerDeclaration, _ scope: Scope) -> TimerID {
    var row = TimerRow.blank
    row.name = builder.blob(scope.prefix + declaration.name.value)
    switch declaration.length {
    case .after(let milliseconds): row.after = milliseconds
    case .configured(let name):
      if let fact = fact(name, scope, of: [.number]) { row.afterFact = fact }
    case .until(let name):
      if let fact = fact(name, scope, of: [.time]) { row.until = fact }
    }
    return addTimer(row, declaration.policy)
  }

  private func addTimer(_ row: TimerRow, _ policy: TimerPolicy) -> TimerID {
    var row = row
    row.cell = addCell(TimerStatus.idle)
    row.kill =
      switch policy.kill {
      case .deadline: .deadline
      case .remaining: .remaining
      case .restart: .restart
      }
    row.standsUnderOverlay = policy.overlay == .stands
    row.standsInBackground = policy.background == .stands
    return builder.append(row, to: \.timers)
  }

  /// The timers of a state: those it declares, one for each `after`, and one for the least time it is visible.
  private func declareTimers(of state: PlannedState) {
    guard let declaration = state.declaration, !state.isContainer else { return }
    for timer in declaration.timers {
      let id = addTimer(timer, state.scope)
      state.scope.timers[timer.name.value] = id
      stateTimers[state.id, default: []].append(id)
    }
    for after in declaration.after {
      var row = TimerRow.blank
      row.after = after.duration.value
      let policy = TimerPolicy(kill: .deadline, overlay: .runs, background: .runs)
      stateTimers[state.id, default: []].append(addTimer(row, policy))
    }
    if let visibility = declaration.screen?.visibleFor {
      var row = TimerRow.blank
      row.after = visibility.least
      let id = addTimer(row, visibility.policy)
      visibilityTimers[state.id] = id
      stateTimers[state.id, default: []].append(id)
    }
  }

  private func declareOverlays(of scope: Scope) {
    for declaration in scope.document.overlays {
      var row = OverlayRow.blank
      row.name = builder.blob(scope.prefix + declaration.name.value)
      row.cell = addCell(0)
      scope.overlays[declaration.name.value] = builder.append(row, to: \.overlays)
    }
  }

  private func declareSignals(of scope: Scope) {
    for declaration in scope.document.signals {
      let name = declaration.name.value
      let blob = builder.blob(name)
      var row = SignalRow(
        name: blob, event: builder.event(name), fact: noID, isHeld: declaration.held)
      if let saves = declaration.saves, let fact = fact(saves, scope) { row.fact = fact }
      if scope.ownEvents.contains(name) {
        report(
          .duplicateName, at: declaration.name.position,
          "The signal \(quoted(name)) has the name of an element or of a raised event",
          "Give one of them another name")
      }
      if !builder.tables.signals.contains(where: { $0.name == blob }) {
        builder.tables.signals.append(row)
      }
    }
  }

  /// Ids of elements that are tapped, and names that `raise` gives.
  private func collectEvents(of scope: Scope) {
    for state in states where state.scope === scope {
      guard let declaration = state.declaration else { continue }
      for element in declaration.screen?.elements ?? [] where element.isTapped {
        scope.ownEvents.insert(element.id.value)
      }
      for action in declaration.allActions {
        if case .raise(let name) = action.unconditional { scope.ownEvents.insert(name.value) }
      }
    }
    for overlay in scope.document.overlays {
      for (_, actions) in overlay.on {
        for action in actions {
          if case .raise(let name) = action.value.unconditional {
            scope.ownEvents.insert(name.value)
          }
        }
      }
    }
    for signal in scope.document.signals { scope.ownEvents.remove(signal.name.value) }
  }
}

extension FactRow {
  /// Whether two facts can be one: the same type, for choices with the same values.
  func isSame(as other: FactRow) -> Bool {
    type == other.type && choices == other.choices && columns.count == other.columns.count
  }
}

extension ElementDeclaration {
  /// Whether a tap on it is an event.
  var isTapped: Bool {
    switch kind {
    case .button, .link: true
    default: false
    }
  }
}

extension ActionDeclaration {
  /// The action without the guard that may stand before it.
  var unconditional: ActionDeclaration {
    if case .conditional(_, let action) = self { action.unconditional } else { self }
  }
}

extension StateDeclaration {
  var allTransitions: [TransitionDeclaration] {
    on.flatMap(\.transitions) + always + after.map(\.transition)
      + (subflow?.outcomes.map(\.target) ?? [])
  }

  var allActions: [ActionDeclaration] {
    (enter + exit + allTransitions.flatMap(\.actions)).map(\.value)
  }
}
