package import FlowDefinition
package import FlowMachine
import Statechart

/// The values of a flow's facts that are told apart, and those that can come from outside.
///
/// What is compared with nothing is only present or absent; a number has the values at which some
/// comparison changes its answer; a text is a literal that it is compared with, or valid, or
/// invalid, or another one. A `domain` that the document declares counts instead for what comes
/// from outside.
package struct Domain: Sendable {
  package let flow: Flow
  /// The cells that decide something, with the values that are told apart.
  package let kept: [Projection.Kept]
  /// Forms whose fields are only told apart by whether they all hold.
  package let forms: [Projection.Form]
  /// Secret facts that can come into secure storage.
  package let storable: [FactID]
  /// The facts whose presence states tell until operations that demand them are sent, by row of `calls`.
  let required: [Int: [FactID]]
  /// For each fact the present values that can come from outside; empty for one that decides
  /// nothing.
  package let values: [[FactValue]]
  /// For each fact the present values that a person can give it: a declared domain does not bound them.
  package let typed: [[FactValue]]
  /// Fields of secrets that nothing which can be typed is valid in.
  let unfillable: Set<ElementID>
  /// For each event the numbers that can come with it; empty where none is looked at.
  package let eventValues: [[Int64]]
  /// For each request the failures that are told apart, by the row of `calls` that it runs.
  package let failures: [CallID: [UInt16]]
  /// By call the failures that nothing tells apart: one of them stands for all in `failures`.
  let alikeFailures: [CallID: [UInt16]]
  /// By call the failures that a guard tells from others.
  let guardedFailures: [CallID: [UInt16]]
  /// Secret facts whose validity decides something.
  package let validity: [FactID]
  package let isRelevant: [Bool]

  /// For each signal what is told apart of what comes with it.
  var held: [Projection.Held] {
    flow.tables.signals.map { row in
      var numbers = Set(eventValues[Int(row.event)])
      var texts: [Text] = []
      for value in row.fact == noID ? [] : values[Int(row.fact)] {
        switch value {
        case .number(let number): numbers.insert(number)
        case .text(let text): texts.append(text)
        case .absent: break
        }
      }
      return Projection.Held(
        numbers: Array(numbers.sorted().prefix(255)), texts: Array(texts.prefix(255)))
    }
  }

  /// Facts that the host tells and of which only that they change decides something.
  package let onlyChanged: [FactID]
  /// What must not be left, for beyond it values cannot be told apart.
  let bounds: [Bounds]

  struct Bounds: Sendable {
    var cell: CellID
    var least: Int64
    var most: Int64
    /// Single numbers outside that can be typed.
    var beyond: [Int64]

    func holds(_ value: Int64) -> Bool {
      value >= least && value <= most || beyond.contains(value)
    }
  }

  /// Of the values that can come from outside those that are told from an absent one.
  func present(of fact: FactID) -> [FactValue] {
    guard let kept = kept.first(where: { $0.cell == fact }), !kept.codes.isEmpty else {
      return values[Int(fact)]
    }
    return values[Int(fact)].filter {
      if case .number(let number) = $0 { kept.codes[Int(number)] != 0 } else { true }
    }
  }

  package typealias CallID = Int

  /// Values that one fact can have at most.
  static let mostValues = 200
  /// Outcomes that one request can have at most.
  static let mostOutcomes = 1_024

  /// Whether a failure of this class can come with a body, and so with what `failure.save` reads.
  static func bringsValues(_ failure: UInt16) -> Bool {
    failure >= FailureClass.own || failure == FailureClass.refused
      || failure == FailureClass.unavailable
  }

  /// - Parameters:
  ///   - conditions: guards that stand in no transition or element: those of the properties.
  ///   - declared: the values that the document says matter, by fact.
  ///   - required: by row of `calls` the facts that its operation demands.
  ///   - next: the domain of a later version: what decides something there matters here too, since
  ///     a snapshot carries it over.
  ///   - keepsChanged: whether a fact of which only its changes matter keeps its value nevertheless.
  /// - Throws: which fact needs a `domain`.
  package init(
    _ flow: Flow, conditions: [UInt16], declared: [FactID: DeclaredDomain],
    required: [Int: [FactID]] = [:], next: Domain? = nil, keepsChanged: Bool = false
  ) throws(DomainError) {
    var relevance = Relevance(
      flow, conditions: conditions, required: required, keepsChanged: keepsChanged)
    var declared = declared
    if let next {
      for (fact, values) in relevance.adopt(next) where declared[fact] == nil {
        declared[fact] = .values(values)
      }
    }
    let maker = DomainMaker(flow, relevance, declared)
    self.flow = flow
    self.required = relevance.required
    var values: [[FactValue]] = []
    for fact in flow.tables.facts.indices {
      values.append(
        relevance.isRelevant[fact] ? try maker.values(of: FactID(fact)) : [])
    }
    self.values = values
    typed = try maker.typedValues(values)
    unfillable = Set(
      flow.tables.elements.indices.filter {
        let row = flow.tables.elements[$0]
        return row.takesText && row.validators.count > 0
          && flow.tables.facts[Int(row.fact)].type == .secret && !maker.canBeValid(row)
      }.map { ElementID($0) })
    bounds = try maker.bounds()
    forms = try maker.forms()
    kept = try maker.kept(values, without: forms)
    storable = flow.tables.facts.indices.map { FactID($0) }.filter {
      flow.tables.facts[Int($0)].type == .secret && relevance.isStorable[Int($0)]
    }
    eventValues = relevance.eventConstants.indices.map { event in
      maker.eventValues(EventID(event), values)
    }
    failures = maker.failures()
    alikeFailures = maker.alikeFailures()
    guardedFailures = maker.guardedFailures()
    validity = flow.tables.facts.indices.map { FactID($0) }.filter {
      flow.tables.facts[Int($0)].type == .secret && relevance.decidesByValidity[Int($0)]
    }
    isRelevant = relevance.isRelevant
    onlyChanged = flow.tables.facts.indices.map { FactID($0) }.filter {
      relevance.isOnlyChanged[Int($0)]
    }
  }
}

/// Why a flow cannot be explored as it is.
package enum DomainError: Error, Equatable, Sendable {
  /// A fact has too many values that are told apart; its document has to declare a `domain`.
  case tooManyValues(FactID, count: Int)
  /// The values that a request saves multiply beyond reason.
  case tooManyOutcomes(RequestID, count: Int)
  /// A number or time that comes from outside is counted, or ordered by another fact, so that no
  /// finite set of values is enough.
  case unbounded(FactID)
  /// A number that the flow counts leaves every range that can be explored.
  case runaway(FactID, Int64)
  /// A fact that is set to the present time is compared.
  case clock(FactID)
  /// The patterns of a fact, with its other validators, tell too many texts apart.
  case patterns(FactID, count: Int)
}
