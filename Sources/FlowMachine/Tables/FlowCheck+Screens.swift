import Statechart

// What is shown: screens, overlays, and their elements.

extension FlowCheck {
  func isSound(_ row: ScreenRow) -> Bool {
    isState(row.state) && row.state != 0 && isBlob(row.view) && isText(row.title, orNone: true)
      && fits(row.elements, tables.elements.count)
      && (!row.isDismissable || tables.dismissEvent != noID)
  }

  func isSound(_ row: OverlayRow) -> Bool {
    isBlob(row.name) && isOwnCell(row.cell) && isText(row.title, orNone: true)
      && fits(row.elements, tables.elements.count) && isEvent(row.dismissedEvent, orNone: true)
  }

  func isSound(_ row: ElementRow) -> Bool {
    isBlob(row.id, orNone: true) && isText(row.text, orNone: true) && isText(row.hint, orNone: true)
      && hasSoundFact(row) && fits(row.validators, tables.validators.count)
      && fits(row.options, tables.options.count) && fits(row.sets, tables.picks.count)
      && isTemplate(row.url, orNone: true) && isGuard(row.shown) && isGuard(row.enabled)
      && isEvent(row.event, orNone: true) && isBlob(row.image, orNone: true)
      && (row.country == noID || isFact(row.country))
      && fits(row.requests, tables.ids.count)
      && tables.ids[row.requests.indices].allSatisfy { Int($0) < tables.requests.count }
  }

  /// An element's fact has the type that its kind writes, and a picker's columns exist in its list.
  func hasSoundFact(_ row: ElementRow) -> Bool {
    switch row.kind {
    case .heading, .text, .image, .progress, .button, .link: return row.fact == noID
    case .field, .toggle: return isFact(row.fact)
    case .choice:
      guard isFact(row.fact), tables.facts[Int(row.fact)].type == .choice,
        fits(row.options, tables.options.count)
      else { return false }
      let fact = tables.facts[Int(row.fact)]
      return tables.options[row.options.indices].allSatisfy { $0.value < fact.choices.count }
    case .picker:
      guard isFact(row.fact), tables.facts[Int(row.fact)].type == .text, isFact(row.list),
        tables.facts[Int(row.list)].type == .list, fits(row.sets, tables.picks.count)
      else { return false }
      let columns = tables.facts[Int(row.list)].columns.count
      return row.valueColumn < columns && row.labelColumn < columns
        && (row.detailColumn == noID || row.detailColumn < columns)
        && tables.picks[row.sets.indices].allSatisfy { $0.column < columns && isFact($0.fact) }
    }
  }

  func checkElementParts() throws(FlowError) {
    for row in tables.validators {
      let isSound =
        isText(row.message, orNone: true) && (row.rule != .same || isFact(row.fact))
      try require(isSound, FlowTable.elements)
    }
    for row in tables.options { try require(isText(row.text), FlowTable.elements) }
  }
}
