import Statechart

// The layout of each row (`RowReader`). These letters stand for the rows of the tables, and E, G
// and S for the events, guards and states of the chart.

extension FlowTables {
  mutating func visit<Visitor: TableVisitor>(_ visitor: inout Visitor) {
    visitor.visit(&name, "B")
    visitor.visit(&version, "%")
    visitor.visit(&blobs)
    visitor.visit(&ids, "@", "$", FlowTable.rest)
    visitor.visit(&facts, "F", "B751(B[K%+b(Te", FlowTable.facts)
    visitor.visit(&columns, "K", "B7", FlowTable.facts)
    visitor.visit(&slotCount, "%")
    visitRequests(&visitor)
    visitScreens(&visitor)
    visitor.visit(&segments, "W", "<*", FlowTable.texts)
    visitor.visit(&templates, "P", "[W", FlowTable.texts)
    visitor.visit(&computed, "@", "FgP", FlowTable.facts)
    visitor.visit(&languages, "@", "B", FlowTable.texts)
    visitor.visit(&textCount, "%")
    visitor.visit(&texts, "@", "2%pppppP", FlowTable.texts)
    visitRest(&visitor)
    visitStable(&visitor)
    visitor.visit(&chart)
  }

  private mutating func visitRequests<Visitor: TableVisitor>(_ visitor: inout Visitor) {
    visitor.visit(&requests, "R", "B%[C[A&f#&%&111o1g", FlowTable.requests)
    visitor.visit(&calls, "C", "g3Bp[Hp12[A[X[M", FlowTable.calls)
    visitor.visit(&headers, "H", "BP", FlowTable.calls)
    visitor.visit(&saves, "A", "F[Y1k", FlowTable.saves)
    visitor.visit(&paths, "Y", "1%", FlowTable.saves)
    visitor.visit(&classes, "X", "B%(.2+b[Y", FlowTable.requests)
    visitor.visit(&simulated, "M", "%&B", FlowTable.requests)
    visitor.visit(&timers, "Z", "b%+ff211", FlowTable.timers)
  }

  private mutating func visitScreens<Visitor: TableVisitor>(_ visitor: inout Visitor) {
    visitor.visit(&screens, "@", "SBt[U111f1", FlowTable.screens)
    visitor.visit(&restores, "@", "SS", FlowTable.rest)
    visitor.visit(&overlays, "O", "B%2t[U1e", FlowTable.screens)
    visitor.visit(&elements, "U", ElementRow.layout, FlowTable.elements)
    visitor.visit(&validators, "V", ValidatorRow.layout, FlowTable.elements)
    visitor.visit(&options, "N", "%T", FlowTable.elements)
    visitor.visit(&picks, "Q", "%%", FlowTable.elements)
  }

  private mutating func visitRest<Visitor: TableVisitor>(_ visitor: inout Visitor) {
    visitor.visit(&regions, "@", "S1(R", FlowTable.rest)
    visitor.visit(&signals, "_", "BEf1", FlowTable.rest)
    visitor.visit(&services, "I", "B", FlowTable.rest)
    visitor.visit(&assignments, "J", "F5+%", FlowTable.rest)
    visitor.visit(&roots, "D", "S1", FlowTable.rest)
    visitor.visit(&tells, "L", "Bp", FlowTable.rest)
    visitor.visit(&textTests, "^", "F1%", FlowTable.rest)
    visitor.visit(&barriers, "@", "S", FlowTable.rest)
    visitor.visit(&stateNames, "@", "B", FlowTable.header)
    visitor.visit(&eventNames, "@", "B", FlowTable.header)
    visitor.visit(&overlayCountCell, "%")
    visitor.visit(&backEvent, "e")
    visitor.visit(&dismissEvent, "e")
    visitor.visit(&main, "S")
  }
}
