import FlowMachine
import Statechart

extension Compilation {
  /// The event of a tapped element, and the requests that it starts.
  typealias ElementEvent = (_ element: ElementDeclaration) -> (EventID, [RequestID])

  func elements(
    _ declarations: [ElementDeclaration], of owner: String, _ scope: Scope,
    event: ElementEvent
  ) -> RowRange {
    var list: (picker: ElementDeclaration, row: ElementRow)?
    let rows = declarations.map { declaration in
      var row = ElementRow.blank
      if !declaration.id.value.isEmpty { row.id = builder.blob(declaration.id.value) }
      var shown = shown(declaration, scope)
      // A button in a row is there as long as the row is.
      if declaration.isAction, let list { shown = shown.and(self.shown(list.picker, scope)) }
      row.shown = chart.addGuard(shown.steps)
      row.enabled = eventlessGuard(declaration.isEnabledWhen, scope)
      row.kind = declaration.kind
      for key in declaration.table.keys {
        guard let part = key.part else { continue }
        fill(&row, part, key, from: declaration, among: declarations, of: owner, scope)
      }
      if row.isRows { list = (declaration, row) }
      if row.kind == .date, row.fact != noID { dateFacts.insert(row.fact) }
      if row.kind == .picker { check(declaration, row, in: list?.row, scope) }
      if declaration.takesValidators {
        row.validators = validators(of: declaration, declarations, scope)
      }
      if declaration.isTapped {
        let (event, requests) = event(declaration)
        row.event = event
        row.requests = builder.list(requests)
      }
      return row
    }
    positions.elements += declarations.map(\.position)
    return builder.append(rows, to: \.elements)
  }

  private func typedFact(
    _ name: Name, of field: ElementDeclaration, _ scope: Scope
  ) -> FactID? {
    let types = field.fieldKind.factTypes
    if let id = scope.facts[name.value] {
      let type = builder.tables.facts[Int(id)].type
      let kinds: [ElementDeclaration.FieldKind] =
        type == .text
        ? [.text]
        : .init(ElementDeclaration.FieldKind.allCases.filter { $0.factTypes.contains(type) })
      if !types.contains(type), !kinds.isEmpty {
        let kinds = "`kind:` with \(quoted(oneOf: kinds.map(\.rawValue)))"
        report(
          .wrongType, at: name.position,
          "\(quoted(name.value)) is of type `\(type)`, which a field of kind `\(field.fieldKind.rawValue)` cannot fill",
          types == [.secret]
            ? "Declare it with `type: secret`, or write \(kinds) if everybody may read it"
            : "Write \(kinds), or use another fact")
        return nil
      }
    }
    return ownFact(name, scope, of: types)
  }

  private func shown(_ declaration: ElementDeclaration, _ scope: Scope) -> Condition {
    declaration.shownGuards.reduce(.always) { shown, next in
      refuseEvent(in: next.expression, scope)
      let condition = condition(next.expression, scope)
      return shown.and(next.holds ? condition : .not(condition))
    }
  }

  private func fill(
    _ row: inout ElementRow, _ part: ElementPart, _ key: KeyRow,
    from declaration: ElementDeclaration, among siblings: [ElementDeclaration], of owner: String,
    _ scope: Scope
  ) {
    let name = declaration.name(key.name)
    switch part {
    case .text(let field): row[keyPath: field] = text(name, scope)
    case .label: row.text = label(name, of: declaration, owner, scope)
    case .appName: if let name { row.appName = builder.blob(name.value) }
    case .fact(let types): row.fact = name.flatMap { ownFact($0, scope, of: types) } ?? noID
    case .typedFact: row.fact = name.flatMap { typedFact($0, of: declaration, scope) } ?? noID
    case .readFact(let field, let types):
      row[keyPath: field] = name.flatMap { fact($0, scope, of: types) } ?? noID
    case .column(let field):
      if let name { row[keyPath: field] = column(name, of: row.list) ?? noID }
    case .style: row.style = UInt8(key.shape.words.firstIndex(of: name?.value ?? "") ?? 0)
    case .flag(let field): row[keyPath: field] = declaration.flag(key.name)
    case .number(let field):
      row[keyPath: field] = UInt16(clamping: declaration.number(key.name) ?? 0)
    case .url: if let name { row.url = url(name, scope, opens: true) }
    case .options: row.options = options(declaration.names(key.name), of: row.fact, scope)
    case .flags: fill(&row, flags: declaration.names(key.name), scope)
    case .picks: row.sets = picks(declaration.names(key.name), of: row.list, scope)
    case .field:
      if let name { row.fact = fact(ofField: name, siblings, scope) ?? noID }
    case .validators, .rule: break
    }
  }

  private func options(
    _ options: [(key: Name, value: Name)], of fact: FactID, _ scope: Scope
  ) -> RowRange {
    guard fact != noID else { return RowRange() }
    let factRow = builder.tables.facts[Int(fact)]
    var rows: [OptionRow] = []
    for (value, key) in options {
      guard let place = choice(value.value, of: factRow) else {
        reportUnknown("value", value, known: choices(of: factRow), in: "the fact's `values`")
        continue
      }
      rows.append(OptionRow(value: UInt16(clamping: place), text: text(key, scope)))
    }
    return builder.append(rows, to: \.options)
  }

  /// Each option is a flag of its own, and has the same place in both tables.
  private func fill(
    _ row: inout ElementRow, flags: [(key: Name, value: Name)], _ scope: Scope
  ) {
    let found = flags.compactMap { name, key in
      ownFact(name, scope, of: [.flag]).map { (fact: $0, text: text(key, scope)) }
    }
    row.sets = builder.append(found.map { PickRow(fact: $0.fact, column: 0) }, to: \.picks)
    row.options = builder.append(
      found.enumerated().map { OptionRow(value: UInt16($0), text: $1.text) }, to: \.options)
  }

  private func validators(
    of field: ElementDeclaration, _ siblings: [ElementDeclaration], _ scope: Scope
  ) -> RowRange {
    builder.append(
      field.validators.map { declaration in
        let row = validator(declaration, of: field, siblings, scope)
        if row.isRelativeDay, let fact = field.name("fact").flatMap({ scope.facts[$0.value] }) {
          movingDates[fact] = movingDates[fact] ?? field.id
        }
        return row
      }, to: \.validators)
  }

  /// Whether `same` compares two texts, as it has to. Secrets can be compared by nobody here: the machine never has
  /// them.
  private func comparesTexts(
    _ other: Name, _ fact: FactID, in field: ElementDeclaration, _ scope: Scope
  ) -> Bool {
    let own = field.name("fact").flatMap { scope.facts[$0.value] }
    let facts = [own, fact].compactMap { $0 }
    func type(_ fact: FactID) -> FactType { builder.tables.facts[Int(fact)].type }
    func name(_ fact: FactID) -> String {
      quoted(scope.facts.first { $0.value == fact }?.key ?? other.value)
    }
    if let secret = facts.first(where: { type($0) == .secret }) {
      report(
        .wrongType, at: other.position,
        "`same` compares texts, and \(name(secret)) is a secret, which nothing here can read",
        "Ask for the secret once, without `same`")
      return false
    }
    guard !ignoresTexts, let wrong = facts.first(where: { type($0) != .text }) else { return true }
    report(
      .wrongType, at: other.position,
      "`same` compares texts, and \(name(wrong)) is of type `\(type(wrong))`",
      "Name a field whose fact is a text, beside one whose fact is a text too, or remove `same`")
    return false
  }

  private func validator(
    _ declaration: ElementDeclaration.Validator, of field: ElementDeclaration,
    _ siblings: [ElementDeclaration], _ scope: Scope
  ) -> ValidatorRow {
    var row = ValidatorRow(
      rule: declaration.rule, value: declaration.value, fact: noID, message: noID)
    if declaration.rule == .pattern {
      // The reader has refused what cannot be compiled.
      let table = try? patterns.table(declaration.written)
      row.value = Int64(builder.blob(table?.bytes ?? []))
    } else if let day = declaration.relativeDay {
      row.value = day.value
      row.fact = utcOffset(for: declaration, scope)
    } else if let other = declaration.other {
      row.fact = fact(ofField: other, siblings, scope) ?? noID
      // Its message is of no use then.
      if row.fact != noID, !comparesTexts(other, row.fact, in: field, scope) { return row }
    }
    row.message =
      declaration.message.map { text($0, scope) }
      ?? text(
        declaration.standardMessage, scope, at: declaration.position,
        standard: "{\(declaration.rule.name): …, message: KEY}")
    return row
  }

  /// The fact of a field of the same screen.
  private func fact(
    ofField field: Name, _ siblings: [ElementDeclaration], _ scope: Scope
  ) -> FactID? {
    let fields = siblings.filter { $0.kind.input == .text }
    guard let fact = fields.first(where: { $0.id.value == field.value })?.name("fact") else {
      reportUnknown("field", field, known: fields.map(\.id.value), in: "the same screen")
      return nil
    }
    return self.fact(fact, scope)
  }

  private func label(
    _ label: Name?, of element: ElementDeclaration, _ owner: String, _ scope: Scope
  ) -> TextID {
    label.map { text($0, scope) }
      ?? text(
        "\(owner).\(element.id.value)", scope, at: element.id.position, standard: "label: KEY")
  }
}
