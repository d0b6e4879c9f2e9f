import Statechart
import Testing

@Suite("Invalid charts")
struct WildReferenceTests {
  /// Root 0, parallel 1 with regions 2 (states 3, 4) and 5 (6, 7), history 8 of the parallel, 9,
  /// final 10.
  private var sound: ChartDefinition {
    var definition = ChartDefinition()
    func add(_ kind: StateKind, in parent: StateID, initial: StateID? = nil) {
      var state = ChartDefinition.State(kind, in: parent)
      state.initial = initial.map { [$0] } ?? []
      definition.states.append(state)
    }
    add(.compound, in: noID, initial: 1)
    add(.parallel, in: 0)
    add(.compound, in: 1, initial: 3)
    add(.atomic, in: 2)
    add(.atomic, in: 2)
    add(.compound, in: 1, initial: 6)
    add(.atomic, in: 5)
    add(.atomic, in: 5)
    add(.deepHistory, in: 1, initial: 4)
    add(.atomic, in: 0)
    add(.final, in: 0)
    definition.eventCount = 2
    definition.initialCells = [0, 0]
    definition.constants = [5]
    definition.delayedEvents = [DelayedEventRow(event: 1, milliseconds: 10)]
    definition.states[9].transitions = [ChartDefinition.Transition(on: 0, to: [4, 7])]
    return definition
  }

  struct Flaw: CustomTestStringConvertible {
    let testDescription: String
    let table: UInt8
    let make: @Sendable (inout ChartDefinition) -> Void

    init(
      _ what: String, _ table: UInt8, _ make: @escaping @Sendable (inout ChartDefinition) -> Void
    ) {
      testDescription = what
      self.table = table
      self.make = make
    }

    static func targets(_ what: String, _ targets: [StateID], _ table: UInt8) -> Flaw {
      Flaw(what, table) { $0.states[9].transitions[0].targets = targets }
    }

    static func action(_ what: String, _ action: ActionRow) -> Flaw {
      Flaw(what, ChartTable.actions) { $0.states[3].enter = [action] }
    }

    static func step(_ what: String, _ step: GuardStep) -> Flaw {
      Flaw(what, ChartTable.guards) { $0.states[9].transitions[0].condition = [step] }
    }
  }

  private static let stateFlaws = [
    Flaw("a root that is atomic", ChartTable.states) { $0.states = [.init(.atomic, in: noID)] },
    Flaw("no state at all", ChartTable.states) { $0.states = [] },
    Flaw("a parent that comes later", ChartTable.states) { $0.states[3].parent = 9 },
    Flaw("a child of an atomic state", ChartTable.states) { $0.states[10].parent = 9 },
    Flaw("a compound state without children", ChartTable.states) { $0.states[9].kind = .compound },
    Flaw("a final child of a parallel state", ChartTable.states) {
      $0.states[8] = .init(.final, in: 1)
    },
    Flaw("an initial state of an atomic state", ChartTable.states) { $0.states[9].initial = [3] },
    Flaw("a done event that there is not", ChartTable.states) { $0.states[2].doneEvent = 2 },
    Flaw("an error event that there is not", ChartTable.states) { $0.errorEvent = 2 },
    Flaw("a compound state without an initial one", ChartTable.targets) {
      $0.states[2].initial = []
    },
    Flaw("an initial state outside", ChartTable.targets) { $0.states[2].initial = [6] },
    Flaw("an initial state that is the state itself", ChartTable.targets) {
      $0.states[2].initial = [2]
    },
    Flaw("a history without a default", ChartTable.targets) { $0.states[8].initial = [] },
    Flaw("a history whose default is itself", ChartTable.targets) { $0.states[8].initial = [8] },
    Flaw("a history whose default lies outside", ChartTable.targets) { $0.states[8].initial = [9] },
    Flaw("a transition of a final state", ChartTable.transitions) {
      $0.states[10].transitions = [.init(on: 0, to: [9])]
    },
    Flaw("a transition of a history", ChartTable.transitions) {
      $0.states[8].transitions = [.init(on: 0, to: [9])]
    },
    Flaw("a transition on an event that there is not", ChartTable.transitions) {
      $0.states[9].transitions[0].event = 2
    },
    Flaw("a delay of an event that there is not", ChartTable.delayedEvents) {
      $0.delayedEvents[0].event = 2
    },
    Flaw("a delay that ends before it begins", ChartTable.delayedEvents) {
      $0.delayedEvents[0].milliseconds = -1
    },
  ]

  private static let rowFlaws = [
    Flaw.targets("a target that there is not", [11], ChartTable.targets),
    .targets("the root as a target", [0], ChartTable.targets),
    .targets("two targets in one region", [3, 4], ChartTable.transitions),
    .targets("the same target twice", [4, 4], ChartTable.transitions),
    .targets("a target inside of another", [1, 4], ChartTable.transitions),
    .targets("targets that meet in a compound state", [4, 9], ChartTable.transitions),
    .targets("a target beside a history that stands for it", [8, 4], ChartTable.transitions),
    .action("an action on a cell that there is not", ActionRow(.setConstant, a: 2, b: 0)),
    .action("an action with a constant that there is not", ActionRow(.add, a: 0, b: 1)),
    .action("an action that copies a cell that there is not", ActionRow(.setCell, a: 0, b: 2)),
    .action("an action that keeps the event nowhere", ActionRow(.setEvent, a: 2)),
    .action("an action that raises nothing", ActionRow(.raise, a: noID)),
    .action("an action that schedules nothing", ActionRow(.schedule, a: 1)),
    .action("an action that cancels nothing", ActionRow(.cancelDelayed, a: 1)),
    .action("a condition that there is not", ActionRow(.skipUnless, a: 0, b: 1)),
    .step("a test of a cell that there is not", GuardStep(.cellToConstant, a: 2)),
    .step("a test with a constant that there is not", GuardStep(.cellToConstant, a: 0, b: 1)),
    .step("a test of two cells with one too many", GuardStep(.cellToCell, a: 0, b: 2)),
    .step("a test of the event with nothing", GuardStep(.eventToConstant, a: 0, b: 1)),
    .step("a test whether nothing is absent", GuardStep(.isAbsent, a: 2)),
    .step("a test of a state that there is not", GuardStep(.isActive, a: 11)),
    .step("a test that leads to itself", GuardStep(.isAbsent, a: 0, ifTrue: 0)),
    .step("a test that leads nowhere", GuardStep(.isAbsent, a: 0, ifFalse: 1)),
  ]

  @Test("A chart is refused that has", arguments: stateFlaws + rowFlaws)
  func refused(flaw: Flaw) throws {
    var definition = sound
    _ = try definition.encoded()
    flaw.make(&definition)
    #expect(throws: ChartError.wildReference(table: flaw.table)) { try definition.encoded() }
  }

  @Test("A chart that is too large is refused")
  func tooLarge() {
    var wide = sound
    for _ in 0..<ChartLimits.states { wide.states.append(.init(.atomic, in: 0)) }
    #expect(throws: ChartError.tooLarge) { try wide.encoded() }
    var deep = ChartDefinition()
    for level in 0...ChartLimits.depth {
      var state = ChartDefinition.State(
        level == ChartLimits.depth ? .atomic : .compound, in: level == 0 ? noID : UInt16(level - 1))
      if level < ChartLimits.depth { state.initial = [UInt16(level + 1)] }
      deep.states.append(state)
    }
    #expect(throws: ChartError.tooLarge) { try deep.encoded() }
    var cells = sound
    cells.initialCells = [Int64](repeating: 0, count: ChartLimits.cells + 1)
    #expect(throws: ChartError.tooLarge) { try cells.encoded() }
  }

  @Test("More constants than ids can address are refused when the chart is written")
  func tooManyConstants() {
    var definition = sound
    definition.constants = [Int64](repeating: 1, count: 70_000)
    _ = definition.constant(2)
    #expect(throws: ChartError.tooLarge) { try definition.encoded() }
  }
}
