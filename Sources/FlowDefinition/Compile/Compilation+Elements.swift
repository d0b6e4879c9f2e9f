import FlowMachine
import Statechart

extension Compilation {
  func writeOverlays(of scope: Scope) {
    for declaration in scope.document.overlays {
      guard let id = scope.overlays[declaration.name.value] else { continue }
      let name = declaration.name.value
      var row = builder.tables.overlays[Int(id)]
      row.style =
        switch declaration.style {
        case .screen: .screen
        case .alert: .alert
        case .sheet: .sheet
        }
      row.title = text(declaration.title, scope)
      row.isRestorable = declaration.isRestorable
      row.dismissedEvent = builder.event("dismissed." + scope.prefix + name)
      row.elements = elements(declaration.elements, of: name, scope) { element in
        guard element.id.value != "dismiss" else { return (noID, []) }
        guard let handler = declaration.on.first(where: { $0.event.value == element.id.value })
        else {
          if case .link(_, .some) = element.kind { return (noID, []) }
          report(
            .unhandledElement, at: element.position,
            "Nothing happens on \(quoted(element.id.value))",
            "Give it the id `dismiss`, or add `\(element.id.value):` to the overlay's `on`")
          return (noID, [])
        }
        let event = builder.event(scope.prefix + name + "." + element.id.value)
        return (event, startedRequests(handler.actions.map(\.value), scope))
      }
      builder.tables.overlays[Int(id)] = row
      checkOverlayEvents(declaration)
    }
  }

  private func checkOverlayEvents(_ declaration: OverlayDeclaration) {
    let ids = declaration.elements.filter(\.isTapped).map(\.id.value)
    for (event, _) in declaration.on where !ids.contains(event.value) {
      reportUnknown("element", event, known: ids, in: "the overlay's `elements`")
    }
  }

  /// The overlays' own actions: transitions without a target in the state that holds the screens.
  func overlayTransitions(of scope: Scope) -> [ChartDefinition.Transition] {
    scope.document.overlays.flatMap { declaration in
      declaration.on.map { event, actions in
        ChartDefinition.Transition(
          on: builder.event(scope.prefix + declaration.name.value + "." + event.value),
          actions: self.actions(actions, scope))
      }
    }
  }

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
    case .image(let name): (row.kind, row.image) = (.image, builder.blob(name.value))
    case .field(let fact, let kind, let label, let hint, let validators, let length):
      row.kind = .field
      let isSecret = kind == .password || kind == .newPassword
      let types: [FactType] =
        isSecret ? [.secret] : kind == .number ? [.number] : kind == .code ? [.secret, .text] : [.text]
      row.fact = ownFact(fact, scope, of: types) ?? noID
      row.style = UInt8(ElementDeclaration.FieldKind.allCases.firstIndex(of: kind) ?? 0)
      row.text = text(label, scope)
      row.hint = text(hint, scope)
      row.length = UInt16(clamping: length ?? 0)
      row.validators = self.validators(validators, kind, siblings, scope)
    case .choice(let fact, let style, let label, let options):
      row.kind = .choice
      row.fact = ownFact(fact, scope, of: [.choice]) ?? noID
      row.style = style == .list ? 0 : 1
      row.text = text(label, scope)
      row.options = self.options(options, of: row.fact, scope)
    case .picker(let fact, let from, let value, let label, let detail, let title, let sets, let search):
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
      row.text = text(label ?? declaration.defaultLabel(of: owner), scope)
    case .link(let label, let address):
      row.kind = .link
      row.text = text(label ?? declaration.defaultLabel(of: owner), scope)
      if let address { row.url = url(address, scope) }
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
        let values = builder.tables.ids[factRow.choices.indices].map {
          String(decoding: builder.tables.blobs[Int($0)], as: UTF8.self)
        }
        reportUnknown("value", value, known: values, in: "the fact's `values`")
        continue
      }
      rows.append(OptionRow(value: UInt16(place), text: text(key, scope)))
    }
    return builder.append(rows, to: \.options)
  }

  private func column(_ name: Name, of list: FactID) -> UInt16? {
    guard list != noID else { return nil }
    let columns = builder.tables.columns[builder.tables.facts[Int(list)].columns.indices]
    let names = columns.map { String(decoding: builder.tables.blobs[Int($0.name)], as: UTF8.self) }
    guard let place = names.firstIndex(of: name.value) else {
      reportUnknown("column", name, known: names, in: "the list's `of`")
      return nil
    }
    return UInt16(place)
  }

  private func picks(
    _ sets: [(fact: Name, column: Name)], of list: FactID, _ scope: Scope
  ) -> RowRange {
    builder.append(
      sets.compactMap { set in
        guard let fact = ownFact(set.fact, scope, of: [.text, .flag, .number]),
          let column = column(set.column, of: list)
        else { return nil }
        return PickRow(fact: fact, column: column)
      }, to: \.picks)
  }

  private func validators(
    _ declarations: [ElementDeclaration.Validator], _ kind: ElementDeclaration.FieldKind,
    _ siblings: [ElementDeclaration], _ scope: Scope
  ) -> RowRange {
    var rows = declarations.map { validator($0, siblings, scope) }
    let impliesEmail = kind == .email || kind == .newEmail
    if impliesEmail, !rows.contains(where: { $0.rule == .email }) {
      let key = "invalid.email"
      rows.append(
        ValidatorRow(
          rule: .email, value: 0, fact: noID, message: text(key, scope, at: scope.start)))
    }
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
      if case .field(let fact, _, _, _, _, _)? = other?.kind {
        row.fact = self.fact(fact, scope) ?? noID
      } else {
        reportUnknown(
          "field", Name(field, at: declaration.position), known: siblings.map(\.id.value),
          in: "the same screen")
      }
    }
    row.message = text(
      declaration.message?.value ?? "invalid.\(name)", scope,
      at: declaration.message?.position ?? declaration.position)
    return row
  }
}

extension ElementDeclaration {
  func defaultLabel(of owner: String) -> Name {
    Name("\(owner).\(id.value)", at: position)
  }
}
