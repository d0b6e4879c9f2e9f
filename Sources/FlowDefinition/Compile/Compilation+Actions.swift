import FlowMachine
import Statechart

extension Compilation {
  func actions(_ declarations: [Located<ActionDeclaration>], _ scope: Scope) -> [ActionRow] {
    declarations.flatMap { rows(of: $0.value, scope, at: $0.position) }
  }

  private func host(_ operation: Operation, _ argument: UInt16 = 0) -> ActionRow {
    ActionRow(.host, a: operation.rawValue, b: argument)
  }

  private func rows(
    of action: ActionDeclaration, _ scope: Scope, at position: Position
  ) -> [ActionRow] {
    switch action {
    case .conditional(let condition, let inner):
      let rows = rows(of: inner, scope, at: position)
      let first = freeGuard(condition, scope)
      guard first != noID else { return rows }
      return [ActionRow(.skipUnless, a: first, b: UInt16(clamping: rows.count))] + rows
    case .set(let name, let value):
      return assignment(name, value, scope).map { [$0] } ?? []
    case .clear(let names):
      return names.compactMap { ownFact($0, scope).map { host(.clear, $0) } }
    case .clearUser: return [host(.clearUser)]
    case .request(let name): return request(name, scope).map { [host(.request, $0)] } ?? []
    case .cancel(let name): return request(name, scope).map { [host(.cancelRequest, $0)] } ?? []
    case .show(let name): return overlay(name, scope).map { [host(.show, $0)] } ?? []
    case .hide(let name): return overlay(name, scope).map { [host(.hide, $0)] } ?? []
    case .start(let names): return services(names, .startService, scope)
    case .stop(let names): return services(names, .stopService, scope)
    case .toast(let key): return [host(.toast, text(key, scope))]
    case .open(let address): return [host(.open, url(address, scope, opens: true))]
    case .root(let name, let showsContent):
      guard let state = state(name, scope) else { return [] }
      guard state.isScreen else {
        report(
          .notAScreen, at: name.position, "\(quoted(name.value)) is no screen",
          "Name a screen as the root, or move this state under `screens`")
        return []
      }
      let row = RootRow(state: state.id, showsContent: showsContent)
      return [host(.root, builder.append(row, to: \.roots))]
    case .raise(let name):
      return event(name, scope).map { [ActionRow(.raise, a: $0)] } ?? []
    case .startTimer(let name): return timer(name, scope).map { [host(.startTimer, $0)] } ?? []
    case .stopTimer(let name): return timer(name, scope).map { [host(.stopTimer, $0)] } ?? []
    case .perform(let name, let entries):
      let body = entries.isEmpty ? noID : jsonBody(entries, scope)
      let row = TellRow(name: builder.blob(name.value), body: body)
      return [host(.tell, builder.append(row, to: \.tells))]
    case .forgetBack: return [host(.forgetBack)]
    }
  }

  private func services(
    _ names: [Name], _ operation: Operation, _ scope: Scope
  ) -> [ActionRow] {
    guard !names.isEmpty else { return [host(operation, noID)] }
    let known = names.compactMap { service($0, scope) }.sorted()
    let order = operation == .startService ? known : known.reversed()
    return order.map { host(operation, $0) }
  }

  func assignment(
    _ name: Name, _ value: Located<ValueExpression>, _ scope: Scope, sourceScope: Scope? = nil
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
      guard let source = valueFact(Name(text, at: value.position), factRow, sourceScope ?? scope)
      else { return nil }
      guard isSame(factRow, builder.tables.facts[Int(source)]) else {
        return reportValue(name, value, factRow)
      }
      (row.source, row.operand) = (.fact, source)
    }
    return host(.assign, builder.append(row, to: \.assignments))
  }

  /// The fact on the right of `set`, where for a choice one of its values may have been meant.
  private func valueFact(_ name: Name, _ row: FactRow, _ scope: Scope) -> FactID? {
    if let fact = scope.facts[name.value] { return fact }
    let facts = Array(scope.facts.keys)
    switch row.type {
    case .choice:
      reportUnknown("value or fact", name, known: choices(of: row) + facts, in: "`values`")
    case .text:
      reportUnknown("fact", name, known: facts, in: "`facts`, or write a text in quotes")
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
      "The value does not fit \(quoted(name.value)), which is of type `\(row.type)`",
      "Write " + row.type.example)
    return nil
  }

  /// The requests that a list of actions starts.
  func startedRequests(_ actions: [ActionDeclaration], _ scope: Scope) -> [RequestID] {
    var requests: [RequestID] = []
    for action in actions {
      if case .request(let name) = action.unconditional, let id = scope.requests[name.value],
        !requests.contains(id)
      {
        requests.append(id)
      }
    }
    return requests
  }
}
