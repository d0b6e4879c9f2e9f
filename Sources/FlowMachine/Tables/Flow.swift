package import Statechart

/// A loaded and checked flow: its tables and chart, and the maps that a machine needs. Immutable
/// and shared.
package final class Flow: Sendable {
  package let tables: FlowTables
  package let chart: Chart
  /// For a state its row of `screens`, or `noID`.
  package let screenOfState: [UInt16]
  /// For a state whether its entry and exit empty the back stack.
  package let isBarrier: [Bool]
  /// Maps stable numbers to ids.
  let numbers: StableNumbers
  /// What steps and records read.
  let rows: FlatRows
  /// The fact that says whether the app is in the foreground, or `noID`.
  let foregroundFact: FactID
  /// Identifies this compiled form.
  package let digest: UInt64
  /// The host's table of phone numbers.
  package let phones: PhoneRules?

  /// Loads the compiled form. Every id in it is checked here, once.
  package init(decoding bytes: [UInt8], phones: PhoneRules? = nil) throws(FlowError) {
    self.phones = phones
    let (tables, rows) = try FlowTables.read(bytes)
    self.tables = tables
    do {
      chart = try Chart(decoding: tables.chart)
    } catch {
      throw .chart(error)
    }
    digest = Checksum.of(bytes, in: 0..<bytes.count)
    var check = FlowCheck(tables: tables, chart: chart, rows: rows)
    try check.check()
    // Nothing throws from here on, so `deinit` frees what `rows` holds.
    numbers = StableNumbers(tables, chart)
    var screens = [UInt16](repeating: noID, count: chart.states.count)
    for (index, row) in tables.screens.enumerated() { screens[Int(row.state)] = UInt16(index) }
    screenOfState = screens
    var barriers = [Bool](repeating: false, count: chart.states.count)
    for state in tables.barriers { barriers[Int(state)] = true }
    isBarrier = barriers
    var foreground = noID
    for (index, row) in tables.facts.enumerated()
    where row.type == .flag && row.place == .device && row.name != noID
      && tables.blobs[Int(row.name)] == Names.foreground
    {
      foreground = FactID(index)
      break
    }
    foregroundFact = foreground
    self.rows = FlatRows(tables, numbers, screenOfState: screens, isBarrier: barriers)
  }

  deinit {
    rows.deallocate()
  }

  package var name: Text { blob(tables.name) }

  package func blob(_ id: BlobID) -> Text {
    id == noID ? [] : tables.blobs[Int(id)]
  }

  package func stateName(_ state: StateID) -> Text { blob(tables.stateNames[Int(state)]) }
  package func eventName(_ event: EventID) -> Text { blob(tables.eventNames[Int(event)]) }

  package func fact(named name: Text) -> FactID? {
    index(in: tables.facts) { blob($0.name) == name }
  }

  /// Which value of a choice has this name; nil if none has.
  package func place(of name: Text, among choices: RowRange) -> Int? {
    for (place, index) in choices.indices.enumerated() where blob(tables.ids[index]) == name {
      return place
    }
    return nil
  }

  /// Whether a number is a duration: of a timer, or of a request's wait.
  package func isLength(_ fact: FactID) -> Bool {
    tables.timers.contains { $0.afterFact == fact }
      || tables.requests.contains { $0.timeoutFact == fact }
  }

  package func request(named name: Text) -> RequestID? {
    index(in: tables.requests) { blob($0.name) == name }
  }

  package func signal(named name: Text) -> SignalID? {
    index(in: tables.signals) { blob($0.name) == name }
  }

  /// The secret that a signal saves, or nil.
  package func secretFact(of signal: SignalID) -> FactID? {
    let fact = tables.signals[Int(signal)].fact
    return fact != noID && tables.facts[Int(fact)].type == .secret ? fact : nil
  }

  package func overlay(named name: Text) -> OverlayID? {
    index(in: tables.overlays) { blob($0.name) == name }
  }

  package func state(named name: Text) -> StateID? {
    index(in: tables.stateNames) { blob($0) == name }
  }

  /// The bytes of the table of a pattern (`PatternTable`); of another rule none.
  package func pattern(of validator: ValidatorRow) -> Text {
    validator.rule == .pattern ? blob(BlobID(validator.value)) : []
  }

  /// An element of a screen or overlay by its id.
  package func element(named name: Text, in range: RowRange) -> ElementID? {
    for index in range.indices where blob(tables.elements[index].id) == name {
      return UInt16(index)
    }
    return nil
  }

  /// The failure classes that a request has in addition to the common ones.
  package func ownClasses(of request: RequestID) -> [ClassRow] {
    var rows: [ClassRow] = []
    for call in tables.calls[tables.requests[Int(request)].calls.indices] {
      rows += tables.classes[call.classes.indices]
    }
    return rows
  }

  private func index<Row>(in rows: [Row], _ isWanted: (Row) -> Bool) -> UInt16? {
    for (index, row) in rows.enumerated() where isWanted(row) { return UInt16(index) }
    return nil
  }
}
