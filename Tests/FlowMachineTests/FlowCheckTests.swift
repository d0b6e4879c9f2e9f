import FlowMachine
import Statechart
import Testing

@Suite("Invalid compiled flows")
struct FlowCheckTests {
  struct Flaw: CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (inout FlowTables) -> Void

    init(_ what: String, _ make: @escaping @Sendable (inout FlowTables) -> Void) {
      testDescription = what
      self.make = make
    }

    /// Changes the chart in the tables, whose bytes stand for 64-bit cells.
    static func initialCell(
      _ what: String, _ cell: @escaping @Sendable (FlowTables) -> Int, _ value: UInt8
    ) -> Flaw {
      Flaw(what) { tables in
        guard let chart = try? Chart(decoding: tables.chart) else { return }
        let size = chart.constants.count * 8 + 2 + chart.delayedEvents.count * 10 + 2
        let start = tables.chart.count - size - (chart.initialCells.count - cell(tables)) * 8
        tables.chart.replaceSubrange(start..<start + 8, with: [value, 0, 0, 0, 0, 0, 0, 0])
      }
    }

    /// Appends a template to the tables and passes its index on.
    static func template(
      _ what: String, _ make: @escaping @Sendable (inout FlowTables) -> [SegmentRow]
    ) -> Flaw {
      Flaw(what) { tables in
        let segments = make(&tables)
        tables.templates.append(
          RowRange(start: UInt16(tables.segments.count), count: UInt16(segments.count)))
        tables.segments += segments
      }
    }
  }

  private static func fact(_ name: String, _ tables: FlowTables) -> Int {
    tables.facts.firstIndex { tables.blobs[Int($0.name)] == Text(name) } ?? 0
  }

  private static let cellFlaws = [
    Flaw("two requests with one cell") { $0.requests[1].cell = $0.requests[0].cell },
    Flaw("a timer with the cell of a request") { $0.timers[0].cell = $0.requests[0].cell },
    Flaw("an overlay with the cell of a fact") { $0.overlays[0].cell = 0 },
    Flaw("a count of overlays in the cell of a fact") { $0.overlayCountCell = 1 },
    Flaw("a count of overlays in the cell of an overlay") {
      $0.overlayCountCell = $0.overlays[0].cell
    },
    Flaw("two facts that are kept in one place") { tables in
      let kept = tables.facts.indices.filter { tables.facts[$0].slot != noID }
      tables.facts[kept[1]].slot = tables.facts[kept[0]].slot
    },
    .initialCell("a request that begins running", { Int($0.requests[0].cell) }, 1),
    .initialCell("an overlay that begins shown", { Int($0.overlays[0].cell) }, 1),
    .initialCell("a choice that begins beyond its values", { fact("color", $0) }, 9),
    .initialCell("a fact that begins otherwise than its row says", { fact("age", $0) }, 9),
    Flaw("an absent fact that begins with a text") { $0.facts[fact("name", $0)].initialText = 0 },
    Flaw("a fact that begins with a text that is too long") { tables in
      let row = fact("name", tables)
      tables.blobs.append(Text(repeating: 65, count: FlowLimits.textBytes + 1))
      tables.facts[row].initialText = UInt16(tables.blobs.count - 1)
      tables.facts[row].initial = 1
    },
    Flaw("a choice whose row begins beyond its values") { $0.facts[fact("color", $0)].initial = 9 },
  ]

  private static let textFlaws = [
    Flaw("a choice whose texts are none, beyond the end of all lists") {
      $0.facts[fact("color", $0)].choiceTexts = RowRange(start: UInt16($0.ids.count) + 1, count: 0)
    }
  ]

  private static let assignmentFlaws = [
    ("a choice set beyond its values", "color", SourceKind.number, 9, "color"),
    ("a flag set to two", "accepted", .number, 2, "color"),
    ("a text set to a number", "name", .number, 1, "name"),
    ("a number set to a text", "age", .text, 0, "name"),
    ("a choice set to a number fact", "color", .fact, 0, "age"),
    ("a number set to the present", "name", .now, 0, "name"),
    ("a sum of texts", "age", .sum, 1, "name"),
    ("a choice set to a sum", "color", .sum, 1, "age"),
    ("a secret set to another kind of fact", "password", .fact, 0, "name"),
  ].map { what, target, source, number, operand in
    Flaw(what) { tables in
      tables.assignments[0] = AssignmentRow(
        fact: UInt16(fact(target, tables)), source: source, number: Int64(number),
        operand: UInt16(fact(operand, tables)))
    }
  }

  private static let otherFlaws = [
    Flaw("the root as a screen") { $0.screens[0].state = 0 },
    Flaw("the root as what a relaunch leaves") { $0.restores[0].state = 0 },
    Flaw("the root as where a relaunch leads") { $0.restores[0].target = 0 },
    Flaw("a root screen that is not a screen") { $0.roots[0].state = 1 },
    Flaw("more retries than can be counted") { $0.requests[0].retries = 255 },
    Flaw("a picker whose fact is no text") { tables in
      let picker = tables.elements.firstIndex { $0.kind == .picker } ?? 0
      tables.elements[picker].fact = UInt16(fact("age", tables))
    },
    Flaw("a choice element of a fact that is not a choice") { tables in
      let choice = tables.elements.firstIndex { $0.kind == .choice } ?? 0
      tables.elements[choice].fact = UInt16(fact("age", tables))
    },
    Flaw("an option beyond the values of its choice") { $0.options[0].value = 3 },
    Flaw("a column beyond those of its list") { tables in
      let picker = tables.elements.firstIndex { $0.kind == .picker } ?? 0
      tables.picks[Int(tables.elements[picker].sets.start)].column = 4
    },
    Flaw("several choices of which one is no flag") { tables in
      let choices = tables.elements.firstIndex { $0.kind == .choices } ?? 0
      tables.picks[Int(tables.elements[choices].sets.start)].fact = UInt16(fact("age", tables))
    },
    Flaw("several choices with an option that is no fact's") { tables in
      let choices = tables.elements.firstIndex { $0.kind == .choices } ?? 0
      tables.elements[choices].sets.count -= 1
    },
    Flaw("several choices that name a fact of their own") { tables in
      let choices = tables.elements.firstIndex { $0.kind == .choices } ?? 0
      tables.elements[choices].fact = UInt16(fact("accepted", tables))
    },
    Flaw("texts of one language too few") { _ = $0.texts.popLast() },
    Flaw("a text without its last form") { $0.texts[0].forms[5] = noID },
    Flaw("a text that counts what cannot be counted") { $0.texts[0].countKind = 3 },
    Flaw("a text that counts a fact that there is not") {
      ($0.texts[0].countKind, $0.texts[0].count) = (1, UInt16($0.facts.count))
    },
    Flaw("a save into no fact") { $0.saves[0].fact = UInt16($0.facts.count) },
    Flaw("a region that is a screen") { $0.regions[0].state = $0.screens[0].state },
    .template("a template that holds itself") {
      [SegmentRow(.jsonTemplate, UInt16($0.templates.count))]
    },
    .template("a template that holds a later one") {
      [SegmentRow(.jsonTemplate, UInt16($0.templates.count + 1))]
    },
    .template("a template of a fact that there is not") {
      [SegmentRow(.fact, UInt16($0.facts.count))]
    },
    .template("a template of a timer that there is not") {
      [SegmentRow(.secondsLeft, UInt16($0.timers.count))]
    },
  ]

  @Test(
    "A flow is refused that has", arguments: cellFlaws + textFlaws + assignmentFlaws + otherFlaws)
  func refused(flaw: Flaw) throws {
    var tables = try FlowTables(decoding: Fixture.everythingBytes.get())
    #expect(throws: Never.self) { try Flow(decoding: tables.encoded()) }
    flaw.make(&tables)
    #expect(throws: FlowError.self) { try Flow(decoding: tables.encoded()) }
  }

  @Test("Actions that would change a cell bypassing the machine are refused")
  func nativeActions() throws {
    for action in [
      ActionRow(.setConstant, a: 0, b: 0), ActionRow(.setCell, a: 0, b: 1),
      ActionRow(.setEvent, a: 0),
      ActionRow(.add, a: 0, b: 0),
    ] {
      var tables = try FlowTables(decoding: Fixture.bytes("initial: a\nscreens: {a: {}}"))
      var chart = ChartDefinition()
      chart.states = [.init(.compound, in: noID), .init(.compound, in: 0), .init(.atomic, in: 1)]
      (chart.states[0].initial, chart.states[1].initial) = ([1], [2])
      chart.initialCells = [0, 0]
      tables.overlayCountCell = 0
      _ = chart.constant(5)
      tables.chart = try chart.encoded()
      #expect(throws: Never.self) { try Flow(decoding: tables.encoded()) }
      chart.states[2].enter = [action]
      tables.chart = try chart.encoded()
      #expect(throws: FlowError.wildReference(table: FlowTable.operations)) {
        try Flow(decoding: tables.encoded())
      }
    }
  }

  @Test("Templates that would cause endless work are refused")
  func explosion() throws {
    // Each of sixteen templates contains the one before it forty times: 40 to the power of 16
    // segments.
    var tables = try FlowTables(decoding: Fixture.everythingBytes.get())
    var inner = SegmentRow(.literal, 0)
    for _ in 0..<FlowLimits.nesting {
      tables.templates.append(RowRange(start: UInt16(tables.segments.count), count: 40))
      tables.segments += [SegmentRow](repeating: inner, count: 40)
      inner = SegmentRow(.jsonTemplate, UInt16(tables.templates.count - 1))
    }
    #expect(throws: FlowError.wildReference(table: FlowTable.texts)) {
      try Flow(decoding: tables.encoded())
    }
  }

  @Test("Ranges that would make the check visit too many rows are refused")
  func overlappingRanges() throws {
    var tables = try FlowTables(decoding: Fixture.everythingBytes.get())
    tables.ids = [UInt16](repeating: 0, count: 60_000)
    let element = ElementRow.blank
    tables.elements = (0..<1_000).map { _ in
      var copy = element
      copy.requests = RowRange(start: 0, count: 60_000)
      return copy
    }
    #expect(throws: FlowError.tooLarge) { try Flow(decoding: tables.encoded()) }
  }

  @Test("A flow beyond the size limit is refused before it is read")
  func tooLarge() {
    let bytes = [UInt8](repeating: 0, count: FlowLimits.compiledBytes + 1)
    #expect(throws: FlowError.tooLarge) { try Flow(decoding: bytes) }
  }
}
