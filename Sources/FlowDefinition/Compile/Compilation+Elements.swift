import FlowMachine
import Statechart

extension Compilation {
  /// The event of a tapped element, and the requests that it starts.
  typealias ElementEvent = (_ element: ElementDeclaration) -> (EventID, [RequestID])

  func elements(
    _ declarations: [ElementDeclaration], of owner: String, _ scope: Scope,
    event: ElementEvent
  ) -> RowRange {
    let rows = declarations.map { declaration in
      var row = ElementRow.blank
      if !declaration.id.value.isEmpty { row.id = builder.blob(declaration.id.value) }
      row.shown = freeGuard(declaration.isShownWhen, scope)
      row.enabled = freeGuard(declaration.isEnabledWhen, scope)
      fill(&row, from: declaration, of: owner, declarations, scope)
      if declaration.isTapped {
        let (event, requests) = event(declaration)
        row.event = event
        row.requests = builder.list(requests)
      }
      return row
    }
    return builder.append(rows, to: \.elements)
  }

  private func fill(
    _ row: inout ElementRow, from declaration: ElementDeclaration, of owner: String,
    _ siblings: [ElementDeclaration], _ scope: Scope
  ) {
    switch declaration.kind {
    case .heading(let key): (row.kind, row.text) = (.heading, text(key, scope))
    case .text(let key): (row.kind, row.text) = (.text, text(key, scope))
    case .progress(let key): (row.kind, row.text) = (.progress, text(key, scope))
    case .image(let name, let label):
      (row.kind, row.image) = (.image, builder.blob(name.value))
      row.text = text(label, scope)
    case .field(
      let fact, let kind, let label, let hint, let validators, let length, let country):
      row.kind = .field
      if let country { row.country = self.fact(country, scope, of: [.text, .choice]) ?? noID }
      let isSecret = kind == .password || kind == .newPassword
      let types: [FactType] =
        isSecret
        ? [.secret] : kind == .number ? [.number] : kind == .code ? [.secret, .text] : [.text]
      row.fact = ownFact(fact, scope, of: types) ?? noID
      row.style = UInt8(ElementDeclaration.FieldKind.allCases.firstIndex(of: kind) ?? 0)
      row.text = text(label, scope)
      row.hint = text(hint, scope)
      row.length = UInt16(clamping: length ?? 0)
      row.validators = self.validators(
        validators, implied: impliedRule(of: kind, country), declaration.id, siblings, scope)
    case .choice(let fact, let style, let label, let options):
      row.kind = .choice
      row.fact = ownFact(fact, scope, of: [.choice]) ?? noID
      row.style = style == .list ? 0 : 1
      row.text = text(label, scope)
      row.options = self.options(options, of: row.fact, scope)
    case .picker(
      let fact, let from, let value, let label, let detail, let title, let sets, let search):
      row.kind = .picker
      row.fact = ownFact(fact, scope, of: [.text]) ?? noID
      row.list = self.fact(from, scope, of: [.list]) ?? noID
      row.valueColumn = column(value, of: row.list) ?? noID
      row.labelColumn = column(label, of: row.list) ?? noID
      row.detailColumn = detail.flatMap { column($0, of: row.list) } ?? noID
      row.text = text(title, scope)
      row.isSearchable = search
      row.sets = picks(sets, of: row.list, scope)
    case .toggle(let fact, let label):
      row.kind = .toggle
      row.fact = ownFact(fact, scope, of: [.flag]) ?? noID
      row.text = text(label, scope)
    case .button(let label, let style, let submits):
      row.kind = .button
      row.style = UInt8(ElementDeclaration.ButtonStyle.allCases.firstIndex(of: style) ?? 0)
      row.submits = submits
      row.text = self.label(label, of: declaration, owner, scope)
    case .link(let label, let address):
      row.kind = .link
      row.text = self.label(label, of: declaration, owner, scope)
      if let address { row.url = url(address, scope, opens: true) }
    }
  }

  private func options(
    _ options: [(value: Name, text: Name)], of fact: FactID, _ scope: Scope
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

  private func column(_ name: Name, of list: FactID) -> UInt16? {
    guard list != noID else { return nil }
    let names = columns(of: list).map {
      String(decoding: builder.tables.blobs[Int($0.name)], as: UTF8.self)
    }
    guard let place = names.firstIndex(of: name.value) else {
      reportUnknown("column", name, known: names, in: "the list's `of`")
      return nil
    }
    return UInt16(clamping: place)
  }

  private func columns(of list: FactID) -> [ColumnRow] {
    Array(builder.tables.columns[builder.tables.facts[Int(list)].columns.indices])
  }

  private func picks(
    _ sets: [(fact: Name, column: Name)], of list: FactID, _ scope: Scope
  ) -> RowRange {
    builder.append(
      sets.compactMap { set in
        guard let fact = ownFact(set.fact, scope, of: [.text, .flag, .number]),
          let column = column(set.column, of: list)
        else { return nil }
        let type = columns(of: list)[Int(column)].type
        if builder.tables.facts[Int(fact)].type != type {
          report(
            .wrongType, at: set.column.position,
            "The column is of type `\(type)` and \(quoted(set.fact.value)) is not",
            "Name a fact and a column of one type")
        }
        return PickRow(fact: fact, column: column)
      }, to: \.picks)
  }

  /// What a kind of field asks for without saying it.
  private func impliedRule(
    of kind: ElementDeclaration.FieldKind, _ country: Name?
  ) -> ElementDeclaration.Validator.Rule? {
    switch kind {
    case .email, .newEmail: .email
    // With its country a number can be put into the form that counts everywhere.
    case .phone: country == nil ? nil : .phone
    default: nil
    }
  }

  private func validators(
    _ declarations: [ElementDeclaration.Validator],
    implied: ElementDeclaration.Validator.Rule?, _ field: Name, _ siblings: [ElementDeclaration],
    _ scope: Scope
  ) -> RowRange {
    var declarations = declarations
    if let implied, !declarations.contains(where: { $0.rule == implied }) {
      declarations.append(
        ElementDeclaration.Validator(rule: implied, message: nil, position: field.position))
    }
    let rows = declarations.map { validator($0, siblings, scope) }
    return builder.append(rows, to: \.validators)
  }

  private func validator(
    _ declaration: ElementDeclaration.Validator, _ siblings: [ElementDeclaration], _ scope: Scope
  ) -> ValidatorRow {
    var row = ValidatorRow(rule: .required, value: 0, fact: noID, message: noID)
    let name: String
    switch declaration.rule {
    case .required: (row.rule, name) = (.required, "required")
    case .email: (row.rule, name) = (.email, "email")
    case .digits: (row.rule, name) = (.digits, "digits")
    case .phone: (row.rule, name) = (.phone, "phone")
    case .least(let value): (row.rule, row.value, name) = (.least, value, "least")
    case .most(let value): (row.rule, row.value, name) = (.most, value, "most")
    case .same(let field):
      (row.rule, name) = (.same, "same")
      let other = siblings.first { $0.id.value == field }
      if case .field(let fact, _, _, _, _, _, _)? = other?.kind {
        row.fact = self.fact(fact, scope) ?? noID
      } else {
        let fields = siblings.filter { if case .field = $0.kind { true } else { false } }
        reportUnknown(
          "field", Name(field, at: declaration.position), known: fields.map(\.id.value),
          in: "the same screen")
      }
    }
    row.message =
      declaration.message.map { text($0, scope) }
      ?? text(
        "invalid.\(name)", scope, at: declaration.position, standard: "{\(name): …, message: KEY}")
    return row
  }

  private func label(
    _ label: Name?, of element: ElementDeclaration, _ owner: String, _ scope: Scope
  ) -> TextID {
    label.map { text($0, scope) }
      ?? text(
        "\(owner).\(element.id.value)", scope, at: element.id.position, standard: "label: KEY")
  }
}
