import Statechart

extension FlowTables {
  mutating func visit<Visitor: TableVisitor>(_ visitor: inout Visitor) {
    visitor.visit(&name)
    visitor.visit(&version)
    visitor.visit(&blobs, []) { $1.visit(bytes: &$0) }
    visitor.visit(ids: &ids)
    visitFacts(&visitor)
    visitRequests(&visitor)
    visitScreens(&visitor)
    visitTexts(&visitor)
    visitRest(&visitor)
    visitStable(&visitor)
    visitor.visit(bytes: &chart)
  }

  private mutating func visitFacts<Visitor: TableVisitor>(_ visitor: inout Visitor) {
    visitor.visit(&facts, .blank) { row, visitor in
      visitor.visit(&row.name)
      visitor.visit(&row.type)
      visitor.visit(&row.place)
      visitor.visit(&row.scope)
      visitor.visit(&row.choices)
      visitor.visit(&row.columns)
      visitor.visit(&row.slot)
      visitor.visit(&row.initial)
      visitor.visit(&row.initialText)
      visitor.visit(&row.choiceTexts)
      visitor.visit(&row.changedEvent)
    }
    visitor.visit(&columns, ColumnRow(name: 0, type: .text)) { row, visitor in
      visitor.visit(&row.name)
      visitor.visit(&row.type)
    }
    visitor.visit(&slotCount)
  }

  private mutating func visitRequests<Visitor: TableVisitor>(_ visitor: inout Visitor) {
    visitor.visit(&requests, .blank) { row, visitor in
      visitor.visit(&row.name)
      visitor.visit(&row.cell)
      visitor.visit(&row.calls)
      visitor.visit(&row.failureSaves)
      visitor.visit(&row.timeout)
      visitor.visit(&row.timeoutFact)
      visitor.visit(&row.retries)
      visitor.visit(&row.backoffFirst)
      visitor.visit(&row.backoffFactor)
      visitor.visit(&row.backoffMost)
      visitor.visit(&row.isOnce)
      visitor.visit(&row.isFinal)
      visitor.visit(&row.survives)
      visitor.visit(&row.overlay)
      visitor.visit(&row.dismissal)
      visitor.visit(&row.unless)
    }
    visitor.visit(&calls, .blank) { row, visitor in
      visitor.visit(&row.condition)
      visitor.visit(&row.kind)
      visitor.visit(&row.name)
      visitor.visit(&row.url)
      visitor.visit(&row.headers)
      visitor.visit(&row.body)
      visitor.visit(&row.isForm)
      visitor.visit(&row.repetition)
      visitor.visit(&row.saves)
      visitor.visit(&row.classes)
      visitor.visit(&row.simulated)
    }
    visitor.visit(&headers, HeaderRow(name: 0, value: 0)) { row, visitor in
      visitor.visit(&row.name)
      visitor.visit(&row.value)
    }
    visitor.visit(&saves, SaveRow(fact: 0, path: RowRange(), isOptional: false)) { row, visitor in
      visitor.visit(&row.fact)
      visitor.visit(&row.path)
      visitor.visit(&row.isOptional)
    }
    visitor.visit(&paths, PathRow(isIndex: false, operand: 0)) { row, visitor in
      visitor.visit(&row.isIndex)
      visitor.visit(&row.operand)
    }
    visitor.visit(&classes, .blank) { row, visitor in
      visitor.visit(&row.name)
      visitor.visit(&row.place)
      visitor.visit(&row.statuses)
      visitor.visit(&row.codeKind)
      visitor.visit(&row.codeNumber)
      visitor.visit(&row.codeText)
      visitor.visit(&row.path)
    }
    visitor.visit(&simulated, SimulatedRow(status: 0, delay: 0, body: 0)) { row, visitor in
      visitor.visit(&row.status)
      visitor.visit(&row.delay)
      visitor.visit(&row.body)
    }
    visitor.visit(&timers, .blank) { row, visitor in
      visitor.visit(&row.name)
      visitor.visit(&row.cell)
      visitor.visit(&row.after)
      visitor.visit(&row.until)
      visitor.visit(&row.afterFact)
      visitor.visit(&row.kill)
      visitor.visit(&row.standsUnderOverlay)
      visitor.visit(&row.standsInBackground)
    }
  }

  private mutating func visitScreens<Visitor: TableVisitor>(_ visitor: inout Visitor) {
    visitor.visit(&screens, .blank) { row, visitor in
      visitor.visit(&row.state)
      visitor.visit(&row.view)
      visitor.visit(&row.title)
      visitor.visit(&row.elements)
      visitor.visit(&row.hasBack)
      visitor.visit(&row.isBackTarget)
      visitor.visit(&row.isModal)
      visitor.visit(&row.isProtected)
      visitor.visit(&row.isDismissable)
    }
    visitor.visit(&restores, RestoreRow(state: 0, target: 0)) { row, visitor in
      visitor.visit(&row.state)
      visitor.visit(&row.target)
    }
    visitor.visit(&overlays, .blank) { row, visitor in
      visitor.visit(&row.name)
      visitor.visit(&row.cell)
      visitor.visit(&row.style)
      visitor.visit(&row.title)
      visitor.visit(&row.elements)
      visitor.visit(&row.isRestorable)
      visitor.visit(&row.dismissedEvent)
    }
    visitor.visit(&elements, .blank) { row, visitor in
      visitor.visit(&row.kind)
      visitor.visit(&row.id)
      visitor.visit(&row.text)
      visitor.visit(&row.hint)
      visitor.visit(&row.fact)
      visitor.visit(&row.length)
      visitor.visit(&row.list)
      visitor.visit(&row.valueColumn)
      visitor.visit(&row.labelColumn)
      visitor.visit(&row.detailColumn)
      visitor.visit(&row.url)
      visitor.visit(&row.shown)
      visitor.visit(&row.enabled)
      visitor.visit(&row.event)
      visitor.visit(&row.image)
      visitor.visit(&row.country)
      visitor.visit(&row.style)
      visitor.visit(&row.validators)
      visitor.visit(&row.options)
      visitor.visit(&row.sets)
      visitor.visit(&row.requests)
      visitor.visit(&row.isSearchable)
      visitor.visit(&row.submits)
    }
    visitor.visit(&validators, ValidatorRow(rule: .required, value: 0, fact: 0, message: 0)) {
      row, visitor in
      visitor.visit(&row.rule)
      visitor.visit(&row.value)
      visitor.visit(&row.fact)
      visitor.visit(&row.message)
    }
    visitor.visit(&options, OptionRow(value: 0, text: 0)) { row, visitor in
      visitor.visit(&row.value)
      visitor.visit(&row.text)
    }
    visitor.visit(&picks, PickRow(fact: 0, column: 0)) { row, visitor in
      visitor.visit(&row.fact)
      visitor.visit(&row.column)
    }
  }

  private mutating func visitTexts<Visitor: TableVisitor>(_ visitor: inout Visitor) {
    visitor.visit(&segments, SegmentRow(.literal, 0)) { row, visitor in
      visitor.visit(&row.kind)
      visitor.visit(&row.operand)
    }
    visitor.visit(&templates, RowRange()) { $1.visit(&$0) }
    visitor.visit(ids: &languages)
    visitor.visit(&textCount)
    visitor.visit(&texts, TextRow(countKind: 0, count: 0, forms: [])) { row, visitor in
      visitor.visit(&row.countKind)
      visitor.visit(&row.count)
      visitor.visit(ids: &row.forms)
    }
  }

  private mutating func visitRest<Visitor: TableVisitor>(_ visitor: inout Visitor) {
    visitor.visit(&regions, RegionRow(state: 0, restartsAtLaunch: false, requests: RowRange())) {
      row, visitor in
      visitor.visit(&row.state)
      visitor.visit(&row.restartsAtLaunch)
      visitor.visit(&row.requests)
    }
    visitor.visit(&signals, SignalRow(name: 0, event: 0, fact: 0, isHeld: false)) { row, visitor in
      visitor.visit(&row.name)
      visitor.visit(&row.event)
      visitor.visit(&row.fact)
      visitor.visit(&row.isHeld)
    }
    visitor.visit(ids: &services)
    visitor.visit(&assignments, AssignmentRow(fact: 0, source: .now, number: 0, operand: 0)) {
      row, visitor in
      visitor.visit(&row.fact)
      visitor.visit(&row.source)
      visitor.visit(&row.number)
      visitor.visit(&row.operand)
    }
    visitor.visit(&roots, RootRow(state: 0, showsContent: false)) { row, visitor in
      visitor.visit(&row.state)
      visitor.visit(&row.showsContent)
    }
    visitor.visit(&tells, TellRow(name: 0, body: 0)) { row, visitor in
      visitor.visit(&row.name)
      visitor.visit(&row.body)
    }
    visitor.visit(&textTests, TextTestRow(fact: 0, isLiteral: false, operand: 0)) { row, visitor in
      visitor.visit(&row.fact)
      visitor.visit(&row.isLiteral)
      visitor.visit(&row.operand)
    }
    visitor.visit(ids: &barriers)
    visitor.visit(ids: &stateNames)
    visitor.visit(ids: &eventNames)
    visitor.visit(&overlayCountCell)
    visitor.visit(&backEvent)
    visitor.visit(&dismissEvent)
    visitor.visit(&main)
  }
}
