import FlowMachine
import Statechart

/// Which cells decide something in a flow, and which of their values are told apart.
///
/// Read from the compiled tables: a cell matters when a guard of a transition, an action, a request
/// or an element that takes input reads it, or when it is copied into one that does. What only
/// texts, URLs and bodies show decides nothing.
struct Relevance {
  let flow: Flow
  /// By cell.
  var isRelevant: [Bool]
  /// Numbers that a cell is compared with, by cell.
  var constants: [Set<Int64>]
  /// Those of them that it is asked to be equal to, by cell.
  var singled: [Set<Int64>]
  /// Cells that are compared with each other, or copied: their values are told apart alike.
  var isComparedWithOther: [Bool]
  /// Of those, the ones of which one is asked to be less than another.
  var isOrdered: [Bool]
  /// Cells that are asked whether they hold anything, or compared by size: what is absent is told
  /// from what is compared with nothing.
  var asksPresence: [Bool]
  /// Facts that are compared with each other.
  var compared: [(FactID, FactID)] = []
  /// Facts that grow or shrink step by step: between the constants every value counts.
  var isCounter: [Bool]
  /// Texts that a fact is compared with or set to, by fact.
  var literals: [Set<Text>]
  /// Facts whose validity decides something.
  var decidesByValidity: [Bool]
  /// Facts of which something else than their validity decides.
  var decidesByValue: [Bool]
  /// Secrets that can come into secure storage.
  var isStorable: [Bool]
  /// Numbers that an event's value is compared with, by event.
  var eventConstants: [Set<Int64>]
  /// Facts that take an event's value, by event.
  var eventFacts: [[FactID]]

  /// Statuses of requests that what is shown asks for, by cell: no state is told by them, but each
  /// has to be seen.
  var shown: [Set<Int64>]

  /// Numbers that an expression reads, or that are compared with the value of one, by fact: every
  /// value counts.
  var isCalculated: [Bool]
  /// Computed facts of which it has been read what they follow from, by fact.
  var isComputedRead: [Bool]

  /// The facts whose presence states tell until they are sent, by row of `calls`.
  var required: [Int: [FactID]] = [:]

  /// Facts of which only that they change decides something, by fact: no value of theirs is kept.
  var isOnlyChanged: [Bool]

  /// - Parameters:
  ///   - required: by row of `calls` the facts that its operation demands.
  ///   - keepsChanged: whether a fact of which only its changes matter keeps its value nevertheless.
  init(
    _ flow: Flow, conditions: [UInt16], required: [Int: [FactID]] = [:], keepsChanged: Bool = false
  ) {
    self.flow = flow
    let count = flow.chart.initialCells.count
    isRelevant = [Bool](repeating: false, count: count)
    constants = [Set<Int64>](repeating: [], count: count)
    singled = constants
    shown = constants
    isComparedWithOther = [Bool](repeating: false, count: count)
    isOrdered = isComparedWithOther
    asksPresence = isComparedWithOther
    isCounter = [Bool](repeating: false, count: count)
    literals = [Set<Text>](repeating: [], count: flow.tables.facts.count)
    decidesByValidity = [Bool](repeating: false, count: flow.tables.facts.count)
    decidesByValue = [Bool](repeating: false, count: count)
    isStorable = [Bool](repeating: false, count: flow.tables.facts.count)
    eventConstants = [Set<Int64>](repeating: [], count: flow.chart.eventCount)
    eventFacts = [[FactID]](repeating: [], count: flow.chart.eventCount)
    isOnlyChanged = [Bool](repeating: false, count: flow.tables.facts.count)
    isCalculated = isOnlyChanged
    isComputedRead = isOnlyChanged
    readChart()
    readTables()
    // Whether it has succeeded says whether it may be sent again, also where nothing asks for it.
    // One that may bring something for a user who has left is followed to its end.
    for request in flow.effectful + flow.outlivingSavers {
      isRelevant[Int(flow.tables.requests[Int(request)].cell)] = true
    }
    for condition in conditions { read(condition, event: noID) }
    spread()
    readRequired(required)
    spread()
    readChanges(canDrop: !keepsChanged)
    spread()
    // It is computed again in each state, and no value of it is kept.
    for row in flow.tables.computed { isRelevant[Int(row.fact)] = false }
  }
}

extension ElementRow {
  /// Whether a person can do something with it that concerns the flow. A link that is no event of
  /// the flow only leads out of it: whether it can be tapped changes no state.
  var takesInput: Bool {
    kind == .link ? event != noID : kind.takesInput
  }
}
