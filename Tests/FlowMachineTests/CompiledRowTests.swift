import FlowMachine
import Statechart
import TestSupport
import Testing

@Suite("Compiled flows whose rows refer elsewhere")
struct CompiledRowTests {
  private typealias Change = (inout FlowTables, inout Monkey) -> Void

  /// Changes one row of a table, if it has any.
  private static func row<Row>(
    _ table: WritableKeyPath<FlowTables, [Row]>,
    _ body: @escaping (inout Row, inout Monkey, FlowTables) -> Void
  ) -> Change {
    { tables, monkey in
      guard !tables[keyPath: table].isEmpty else { return }
      let index = monkey.random.below(tables[keyPath: table].count)
      let copy = tables
      body(&tables[keyPath: table][index], &monkey, copy)
    }
  }

  private let changes: [Change] = [
    Self.row(\.facts) { row, monkey, _ in
      row.type = monkey.random.pick([.flag, .number, .text, .choice, .secret, .list, .json])
    },
    Self.row(\.facts) { row, monkey, _ in
      row.place = monkey.random.pick([.memory, .preferences, .secure, .device])
    },
    Self.row(\.facts) { row, monkey, _ in row.choices.count = UInt16(monkey.random.below(6)) },
    Self.row(\.facts) { row, monkey, tables in row.choices.start = monkey.id(tables.ids.count) },
    Self.row(\.facts) { row, monkey, _ in row.columns.count = UInt16(monkey.random.below(6)) },
    Self.row(\.facts) { row, monkey, _ in row.slot = UInt16(monkey.random.below(8)) },
    Self.row(\.facts) { row, monkey, _ in row.initial = Int64(monkey.random.below(5)) },
    Self.row(\.facts) { row, monkey, tables in
      row.choiceTexts = RowRange(start: monkey.id(tables.ids.count), count: row.choices.count)
    },
    Self.row(\.requests) { row, monkey, _ in row.cell = UInt16(monkey.random.below(40)) },
    Self.row(\.requests) { row, monkey, tables in row.calls.start = monkey.id(tables.calls.count) },
    Self.row(\.requests) { row, monkey, _ in row.retries = UInt8(monkey.random.below(256)) },
    Self.row(\.requests) { row, monkey, tables in row.overlay = monkey.id(tables.overlays.count) },
    Self.row(\.requests) { row, monkey, _ in (row.timeout, row.backoffFactor) = (0, 0xFFFF) },
    Self.row(\.requests) { row, monkey, _ in
      (row.isOnce, row.survives) = (monkey.random.chance(50), monkey.random.chance(50))
    },
    Self.row(\.calls) { row, monkey, tables in row.body = monkey.id(tables.templates.count) },
    Self.row(\.calls) { row, monkey, tables in
      row.saves = RowRange(start: monkey.id(tables.saves.count), count: 1)
    },
    Self.row(\.calls) { row, monkey, _ in
      row.repetition = monkey.random.pick([.safe, .keyed, .never])
    },
    Self.row(\.saves) { row, monkey, tables in row.fact = monkey.id(tables.facts.count) },
    Self.row(\.timers) { row, monkey, _ in row.cell = UInt16(monkey.random.below(40)) },
    Self.row(\.timers) { row, monkey, tables in row.until = monkey.id(tables.facts.count) },
    Self.row(\.timers) { row, monkey, _ in (row.after, row.kill) = (4_000_000_000_000, .remaining)
    },
    Self.row(\.screens) { row, monkey, tables in row.state = monkey.id(tables.stateNames.count) },
    Self.row(\.screens) { row, monkey, _ in (row.hasBack, row.isBackTarget) = (true, true) },
    Self.row(\.screens) { row, monkey, tables in
      row.elements = RowRange(
        start: monkey.id(tables.elements.count), count: UInt16(monkey.random.below(5)))
    },
    Self.row(\.restores) { row, monkey, tables in row.target = monkey.id(tables.stateNames.count) },
    Self.row(\.restores) { row, monkey, tables in row.state = monkey.id(tables.stateNames.count) },
    Self.row(\.overlays) { row, monkey, _ in row.cell = UInt16(monkey.random.below(40)) },
    Self.row(\.elements) { row, monkey, tables in row.fact = monkey.id(tables.facts.count) },
    Self.row(\.elements) { row, monkey, _ in
      row.kind = monkey.random.pick([.field, .choice, .picker, .toggle, .button])
    },
    Self.row(\.elements) { row, monkey, tables in row.list = monkey.id(tables.facts.count) },
    Self.row(\.elements) { row, monkey, _ in row.valueColumn = UInt16(monkey.random.below(5)) },
    Self.row(\.elements) { row, monkey, tables in row.event = monkey.id(tables.eventNames.count) },
    Self.row(\.elements) { row, monkey, tables in
      row.options = RowRange(start: monkey.id(tables.options.count), count: 1)
    },
    Self.row(\.validators) { row, monkey, tables in
      (row.rule, row.fact) = (.same, monkey.id(tables.facts.count))
    },
    Self.row(\.options) { row, monkey, _ in row.value = UInt16(monkey.random.below(6)) },
    Self.row(\.picks) { row, monkey, tables in row.fact = monkey.id(tables.facts.count) },
    Self.row(\.segments) { row, monkey, _ in
      row.kind = monkey.random.pick([
        .fact, .jsonFact, .secondsLeft, .jsonTemplate, .jsonMember, .formMember,
      ])
    },
    Self.row(\.segments) { row, monkey, _ in row.operand = UInt16(monkey.random.below(30)) },
    Self.row(\.templates) { row, monkey, tables in
      row = RowRange(start: monkey.id(tables.segments.count), count: UInt16(monkey.random.below(6)))
    },
    Self.row(\.headers) { row, monkey, tables in row.value = monkey.id(tables.templates.count) },
    Self.row(\.texts) { row, monkey, tables in row.forms[5] = monkey.id(tables.templates.count) },
    Self.row(\.texts) { row, monkey, tables in
      (row.countKind, row.count) = (
        UInt8(monkey.random.below(3)), UInt16(monkey.random.below(tables.timers.count))
      )
    },
    Self.row(\.regions) { row, monkey, tables in row.state = monkey.id(tables.stateNames.count) },
    Self.row(\.signals) { row, monkey, tables in
      (row.fact, row.isHeld) = (monkey.id(tables.facts.count), true)
    },
    Self.row(\.assignments) { row, monkey, tables in row.fact = monkey.id(tables.facts.count) },
    Self.row(\.assignments) { row, monkey, _ in
      row.source = monkey.random.pick([.number, .text, .fact, .now, .event, .sum])
    },
    Self.row(\.assignments) { row, monkey, tables in
      (row.number, row.operand) = (Int64(monkey.random.below(5)), monkey.id(tables.facts.count))
    },
    Self.row(\.roots) { row, monkey, tables in row.state = monkey.id(tables.stateNames.count) },
    Self.row(\.textTests) { row, monkey, tables in
      (row.fact, row.isLiteral) = (monkey.id(tables.facts.count), false)
    },
    { tables, monkey in tables.overlayCountCell = UInt16(monkey.random.below(40)) },
    { tables, monkey in tables.barriers.append(monkey.id(tables.stateNames.count)) },
    { tables, monkey in tables.slotCount = UInt16(monkey.random.below(8)) },
    { tables, monkey in tables.backEvent = monkey.id(tables.eventNames.count) },
  ]

  @Test("Rows with other ids are refused, or give a flow that never traps")
  func changedRows() throws {
    let sound = try [
      FlowTables(decoding: Fixture.everythingBytes.get()),
      FlowTables(decoding: Fixture.onboardingBytes.get()),
    ]
    var monkey = Monkey(seed: SeededGenerator(announcing: "changed rows", seed: 102).seed)
    var loaded = 0
    for number in 0..<700 {
      var tables = sound[number % 2]
      for _ in 0...monkey.random.below(2) { monkey.random.pick(changes)(&tables, &monkey) }
      guard let flow = try? Flow(decoding: tables.encoded()) else { continue }
      loaded += 1
      try flow.drive(steps: 10, seed: monkey.random.next())
    }
    print("changed rows: \(loaded) of 700 are flows")
    #expect(loaded > 300)
  }
}
