import FlowMachine
import Statechart

// Facts and configuration. They come first of all that is numbered, since a fact's cell has the
// fact's number.

extension Compilation {
  static let mostFacts = 4_096

  func declareFacts(of scope: Scope) {
    bindFacts(of: scope)
    for declaration in scope.document.configuration { declare(declaration, scope) }
    for declaration in scope.document.facts where scope.facts[declaration.name.value] == nil {
      declare(declaration, scope)
    }
    checkInputs(of: scope)
  }

  private func declare(_ declaration: ConfigurationDeclaration, _ scope: Scope) {
    let name = declaration.name.value
    var row = FactRow.blank
    row.place = .configuration
    switch declaration.kind {
    case .choice(let values):
      row.type = .choice
      row.choices = builder.list(values.map { builder.blob($0) })
    case .flag: row.type = .flag
    case .number, .duration: row.type = .number
    case .text: row.type = .text
    }
    let isDuration = declaration.kind == .duration
    if let shared = shared(name, as: row, scope), durationFacts.contains(shared) == isDuration {
      scope.facts[name] = shared
      return
    }
    setInitial(declaration.initial, of: &row)
    let fact = addFact(row, declaration.name, scope)
    if isDuration { durationFacts.insert(fact) }
  }

  private func declare(_ declaration: FactDeclaration, _ scope: Scope) {
    let name = declaration.name.value
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
    if !declaration.values.isEmpty {
      row.place = .computed
      // It follows the facts that it is computed from, whoever these belong to.
      row.scope = .device
    }
    if row.place == .device, let told = toldFacts[name] ?? scopes[0].facts[name] {
      guard isSame(builder.tables.facts[Int(told)], row), toldFacts[name] != nil else {
        report(
          .duplicateName, at: declaration.name.position,
          "\(quoted(name)) comes from the host, and another document of this flow declares it differently",
          "Declare it the same way in all documents (choices with the same values), or rename it")
        addFact(row, declaration.name, scope)
        return
      }
      scope.facts[name] = told
      return
    }
    if let initial = declaration.initial { setInitial(initial, of: &row) }
    let fact = addFact(row, declaration.name, scope)
    if row.place == .device {
      toldFacts[name] = fact
      builder.tables.facts[Int(fact)].changedEvent = builder.event("changed." + name)
    }
  }

  /// The configuration of the outermost flow that is a sub-flow's too.
  private func shared(_ name: String, as row: FactRow, _ scope: Scope) -> FactID? {
    guard scope !== scopes[0], let fact = scopes[0].facts[name] else { return nil }
    let other = builder.tables.facts[Int(fact)]
    return other.place == .configuration && isSame(other, row) ? fact : nil
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

  /// The reader has held the literal to the type.
  private func setInitial(_ literal: Located<Literal>, of row: inout FactRow) {
    switch literal.value {
    case .flag(let flag): row.initial = flag ? 1 : 0
    case .number(let number): row.initial = number
    case .text(let text) where row.type == .choice: row.initial = choice(text, of: row) ?? absent
    case .text(let text):
      row.initial = 1
      row.initialText = builder.blob(text)
    }
  }

  @discardableResult
  private func addFact(_ row: FactRow, _ name: Name, _ scope: Scope) -> FactID {
    var row = row
    // What the host tells has its name in all documents alike.
    row.name = builder.blob(row.place == .device ? name.value : scope.prefix + name.value)
    if row.type == .text || row.type == .list || row.type == .json {
      row.slot = builder.tables.slotCount
      builder.tables.slotCount += 1
    }
    reportIfTooMany(builder.tables.facts.count, Self.mostFacts, "facts", name)
    let id = builder.append(row, to: \.facts)
    positions.facts.append(name.position)
    scope.facts[name.value] = id
    return id
  }

  /// The facts of a sub-flow that are facts of the flow around it.
  private func bindFacts(of scope: Scope) {
    guard let reference = scope.reference, let outside = outside(of: scope) else { return }
    for (inner, outer) in reference.bindings {
      guard let declaration = scope.document.facts.first(where: { $0.name.value == inner.value })
      else {
        reportUnknown(
          "fact", inner, known: scope.document.facts.map(\.name.value),
          in: "the sub-flow's `facts`")
        continue
      }
      guard declaration.values.isEmpty else {
        report(
          .notSettable, at: inner.position,
          "\(quoted(inner.value)) of the sub-flow is computed, so it cannot be another fact",
          "Remove the line")
        continue
      }
      guard let fact = fact(outer, outside) else { continue }
      var row = FactRow.blank
      setType(declaration.kind, of: &row)
      guard isSame(builder.tables.facts[Int(fact)], row) else {
        report(
          .wrongType, at: outer.position,
          "\(quoted(outer.value)) and \(quoted(inner.value)) of the sub-flow are of different types",
          "Bind facts of the same type; choices need the same values")
        continue
      }
      scope.facts[inner.value] = fact
    }
  }

  private func outside(of scope: Scope) -> Scope? {
    states.first { $0.inner === scope }?.scope
  }

  private func checkInputs(of scope: Scope) {
    for input in scope.document.inputs { _ = ownFact(input, scope) }
  }

  /// Whether two facts can be one: the same type, for choices with the same values, for lists the
  /// same columns.
  func isSame(_ left: FactRow, _ right: FactRow) -> Bool {
    func columns(_ row: FactRow) -> [String] {
      builder.tables.columns[row.columns.indices].map { "\($0.name) \($0.type)" }
    }
    return left.type == right.type && left.choices == right.choices
      && columns(left) == columns(right)
  }
}
