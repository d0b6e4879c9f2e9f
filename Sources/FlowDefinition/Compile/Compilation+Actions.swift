import FlowMachine
import Statechart

extension Compilation {
  /// - Parameter subflow: the state whose outcome the actions follow: they may read its facts.
  func actions(
    _ declarations: [ActionDeclaration], _ scope: Scope, after subflow: PlannedState? = nil
  ) -> [ActionRow] {
    declarations.flatMap { action in
      let rows = rows(of: action, scope, after: subflow)
      let first = freeGuard(action.condition, scope)
      guard first != noID else { return rows }
      return [ActionRow(.skipUnless, a: first, b: UInt16(clamping: rows.count))] + rows
    }
  }

  private func host(_ operation: Operation, _ argument: UInt16 = 0) -> ActionRow {
    ActionRow(.host, a: operation.rawValue, b: argument)
  }

  private func rows(
    of action: ActionDeclaration, _ scope: Scope, after subflow: PlannedState?
  ) -> [ActionRow] {
    switch action.part {
    case .plain(let operation): return [host(operation)]
    case .clear where action.names.first?.value == "user" && action.name != nil:
      return [host(.clearUser)]
    case .clear: return action.names.compactMap { cleared($0, scope).map { host(.clear, $0) } }
    case .services(let operation): return services(action, operation, scope)
    case .assign:
      guard let name = action.name, let value = action.value else { return [] }
      return assignment(name, value, scope, after: subflow).map { [$0] } ?? []
    default: return action.name.flatMap { row(of: action, $0, scope) }.map { [$0] } ?? []
    }
  }

  /// A fact to clear. `user` and `all` are none, unless the flow has one of that name.
  private func cleared(_ name: Name, _ scope: Scope) -> FactID? {
    guard scope.facts[name.value] == nil, ["user", "all"].contains(name.value) else {
      return ownFact(name, scope)
    }
    report(
      .unknownName, at: name.position, "There is no fact \(quoted(name.value))",
      "Write `clear: user` to clear all facts of that scope")
    return nil
  }

  /// The row of an action that names one thing.
  private func row(of action: ActionDeclaration, _ name: Name, _ scope: Scope) -> ActionRow? {
    switch action.part {
    case .named(.request, let operation): return request(name, scope).map { host(operation, $0) }
    case .named(.overlay, let operation): return overlay(name, scope).map { host(operation, $0) }
    case .named(.timer, let operation): return timer(name, scope).map { host(operation, $0) }
    case .text(let operation): return host(operation, text(name, scope))
    case .url(let operation): return host(operation, url(name, scope, opens: true))
    case .raise: return event(name, scope).map { ActionRow(.raise, a: $0) }
    case .root:
      guard let state = state(name, scope) else { return nil }
      guard state.isScreen else {
        report(
          .notAScreen, at: name.position, "\(quoted(name.value)) is not a screen",
          "Use a screen as the root, or move this state to `screens`")
        return nil
      }
      let row = RootRow(
        state: state.id, showsContent: action.flag("content", unlessSaid: true))
      return host(.root, builder.append(row, to: \.roots))
    case .perform:
      let parameters = action.parameters
      let body = parameters.isEmpty ? noID : jsonBody(parameters, scope)
      let row = TellRow(name: builder.blob(name.value), body: body)
      return host(.tell, builder.append(row, to: \.tells))
    case .assign, .clear, .services, .plain: return nil
    }
  }

  private func services(
    _ action: ActionDeclaration, _ operation: Operation, _ scope: Scope
  ) -> [ActionRow] {
    guard action.name?.value != "all" else { return [host(operation, noID)] }
    let known = action.names.compactMap { service($0, scope) }.sorted()
    let order = operation == .startService ? known : known.reversed()
    return order.map { host(operation, $0) }
  }

  func assignment(
    _ name: Name, _ value: Located<ValueExpression>, _ scope: Scope, sourceScope: Scope? = nil,
    after subflow: PlannedState? = nil
  ) -> ActionRow? {
    guard let fact = ownFact(name, scope) else { return nil }
    let factRow = builder.tables.facts[Int(fact)]
    var row = AssignmentRow(fact: fact, source: .number, number: absent, operand: 0)
    switch value.value {
    case .now, .fromNow:
      guard factRow.type == .time else { return reportValue(name, value, factRow) }
      row.source = .now
      if case .fromNow(let milliseconds) = value.value { row.number = milliseconds }
    case .event:
      guard [.number, .time, .choice, .flag].contains(factRow.type) else {
        return reportValue(name, value, factRow)
      }
      row.source = .event
    case .sum(let operand, let number):
      guard
        let source = self.fact(
          Name(operand, at: value.position), sourceScope ?? scope, of: [.number, .time])
      else { return nil }
      guard !isOnlyShown(Name(operand, at: value.position), source) else { return nil }
      guard factRow.type == .number || factRow.type == .time else {
        return reportValue(name, value, factRow)
      }
      (row.source, row.operand, row.number) = (.sum, source, number)
    case .literal(let literal):
      guard setLiteral(literal, of: factRow, in: &row) else {
        return reportValue(name, value, factRow)
      }
    case .name(let text):
      if factRow.type == .choice, let place = choice(text, of: factRow) {
        row.number = place
        break
      }
      let written = Name(text, at: value.position)
      guard
        let source = subflowFact(written, subflow)
          ?? valueFact(
            written, for: sourceScope == nil ? name : nil, factRow, sourceScope ?? scope,
            after: subflow)
      else { return nil }
      guard isSame(factRow, builder.tables.facts[Int(source)]) else {
        return reportValue(name, value, factRow)
      }
      guard !isOnlyShown(Name(text, at: value.position), source) else { return nil }
      (row.source, row.operand) = (.fact, source)
    }
    return host(.assign, builder.append(row, to: \.assignments))
  }

  /// The fact of a sub-flow that is named by the sub-flow's state, a dot and its own name.
  private func subflowFact(_ name: Name, _ subflow: PlannedState?) -> FactID? {
    guard let inner = subflow?.inner, let state = subflow?.declaration?.name.value else {
      return nil
    }
    return name.value.after(state + ".").flatMap { inner.facts[$0] }
  }

  /// The fact on the right of `set`, where for a choice one of its values may have been meant.
  ///
  /// - Parameter target: the fact that it is for; nil for an input of a sub-flow.
  private func valueFact(
    _ name: Name, for target: Name?, _ row: FactRow, _ scope: Scope, after subflow: PlannedState?
  ) -> FactID? {
    if let fact = scope.facts[name.value] { return fact }
    if let target, reportNothing(name, for: target) { return nil }
    if let inner = subflow?.inner, let state = subflow?.declaration?.name.value,
      name.value.hasPrefix(state + ".")
    {
      reportUnknown(
        "fact", name, known: inner.facts.keys.map { "\(state).\($0)" },
        in: "the sub-flow's `facts`")
      return nil
    }
    if reportSubflowFact(name, scope, after: subflow) { return nil }
    if row.type == .flag, reportFlag(name) { return nil }
    let facts = Array(scope.facts.keys)
    switch row.type {
    case .choice:
      reportUnknown("value or fact", name, known: choices(of: row) + facts, in: "`values`")
    case .text:
      reportUnknown("fact", name, known: facts, in: "`facts`, or put a text in quotes")
    default: reportUnknown("fact", name, known: facts, in: "`facts`")
    }
    return nil
  }

  private func setLiteral(
    _ literal: Literal, of factRow: FactRow, in row: inout AssignmentRow
  ) -> Bool {
    switch (literal, factRow.type) {
    case (.flag(let flag), .flag): row.number = flag ? 1 : 0
    case (.number(let number), .number), (.number(let number), .time): row.number = number
    case (.text(let text), .text): (row.source, row.operand) = (.text, builder.blob(text))
    case (.text(let text), .choice):
      guard let place = choice(text, of: factRow) else { return false }
      row.number = place
    default: return false
    }
    return true
  }

  private func reportValue(
    _ name: Name, _ value: Located<ValueExpression>, _ row: FactRow
  ) -> ActionRow? {
    if row.type == .choice, case .literal(.text(let text)) = value.value {
      reportNoChoice(text, name, row, at: value.position)
      return nil
    }
    report(
      .wrongType, at: value.position,
      "The value does not match \(quoted(name.value)), which is of type `\(row.type)`",
      "Write " + row.type.example)
    return nil
  }

  /// The requests that a list of actions starts.
  func startedRequests(_ actions: [ActionDeclaration], _ scope: Scope) -> [RequestID] {
    var requests: [RequestID] = []
    for action in actions {
      if let name = action.startedRequest, let id = scope.requests[name.value],
        !requests.contains(id)
      {
        requests.append(id)
      }
    }
    return requests
  }
}
