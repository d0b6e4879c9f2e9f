package import FlowDefinition
package import FlowMachine
import Statechart

/// The whole of it: compiles nothing, performs nothing, says what is wrong with a flow.
package struct Verification: Sendable {
  package var states = 0
  package var transitions = 0
  /// Bytes that the exploration took.
  package var memory = 0
  /// Whether everything was explored; else the budget was too small.
  package var isComplete = false
  /// What of the budget was used up, where not everything was explored.
  package var limit: Limit?
  package var findings: [Finding] = []
  /// Earlier versions with the snapshots that were carried over.
  package var versions: [CarriedVersion] = []

  package struct CarriedVersion: Codable, Sendable {
    package var version: Int
    package var snapshots: Int
  }

  /// Where sub-flows were explored apart: each with its views, and how many of them all around it
  /// can tell apart.
  package var parts: [PartCount] = []

  package struct PartCount: Codable, Sendable {
    package var name: String
    package var views: Int
    package var classes: Int
  }

  /// Where the budget was too small: the facts that multiply, the worst first.
  package var multipliers: [String] = []
  /// Where the budget was too small: what may be wrong, each with its place, by a search that does not tell all values
  /// apart.
  package var suspicions: [String] = []
  /// Traces that cover every transition, if they were requested.
  package var cover: Cover?

  package init() {}

  /// How much may be explored.
  package struct Budget: Sendable {
    package var states: Int
    package var bytes: Int

    /// States of a flow with sub-flows up to which it is explored as a whole, so that the traces to
    /// what is wrong are shortest ones; with more of them its sub-flows are explored apart.
    package var whole: Int

    /// States of any other flow up to which each is kept for itself; with more of them it is tried to merge states that
    /// differ in the values of some facts alone.
    package var single: Int

    package init(
      states: Int = 5_000_000, bytes: Int = 1 << 30, whole: Int = 40_000, single: Int = 20_000
    ) {
      self.states = states
      self.bytes = bytes
      self.whole = whole
      self.single = single
    }
  }

  /// What an exploration can be stopped by.
  package enum Limit: Sendable { case states, memory, time }

  /// How far an exploration has come. Where sub-flows are explored apart, that of each begins anew.
  package struct Progress: Sendable {
    package var states: Int
    /// Of memory.
    package var bytes: Int

    package init(states: Int, bytes: Int) {
      self.states = states
      self.bytes = bytes
    }
  }

  /// Proves a flow, or finds where it is wrong.
  ///
  /// - Parameters:
  ///   - flow: loaded from what `compileForVerification` gave.
  ///   - plan: what the document wants proven.
  ///   - earlier: versions whose snapshots it supports; `EarlierVersion.all` finds them.
  ///   - progress: is told now and then how far it has come.
  ///   - isOverTime: is asked now and then whether to give up.
  /// - Throws: which fact has too many values to explore, and what to declare.
  package static func run(
    _ flow: Flow, _ plan: VerificationPlan, earlier: [EarlierVersion] = [],
    budget: Budget = Budget(), wantsCover: Bool = false,
    progress: @escaping (Progress) -> Void = { _ in },
    isOverTime: @escaping () -> Bool = { false }
  ) throws(DomainError) -> Verification {
    let intentions = Intentions(plan)
    let domain = try Domain(
      flow, conditions: intentions.conditions, declared: plan.domains, required: plan.required)
    let make: () throws(DomainError) -> Explorer = { () throws(DomainError) in
      try Explorer(domain, intentions)
    }
    let makeMerging: () throws(DomainError) -> Explorer = { () throws(DomainError) in
      try Explorer(domain, intentions, merges: true)
    }
    var limit: Limit?
    let shouldStop: (Int, Int) -> Bool = { states, bytes in
      progress(Progress(states: states, bytes: bytes))
      limit =
        states > budget.states
        ? .states : bytes > budget.bytes ? .memory : isOverTime() ? .time : nil
      return limit != nil
    }
    var result = Verification()
    var explorer = try make()
    let migration = Migration(earlier, to: domain, shouldStop: shouldStop)
    explorer.begin()
    let mostWhole = Part.states(of: flow).isEmpty ? budget.single : budget.whole
    var isTooLarge = false
    result.isComplete = explorer.explore { states, bytes in
      isTooLarge = states > mostWhole
      return isTooLarge || shouldStop(states, bytes)
    }
    if let runaway = explorer.runaway { throw runaway }
    var isMigrated = false
    if !result.isComplete, isTooLarge {
      if let (inParts, isComplete) = try Explorer.inParts(
        make, migration, shouldStop: shouldStop)
      {
        explorer = inParts
        result.isComplete = isComplete
        result.parts = inParts.partCounts
        isMigrated = true
      } else {
        let merging = try Explorer.merging(
          makeMerging, migration, most: mostWhole, shouldStop: shouldStop)
        if let merging, merging.found.isEmpty {
          explorer = merging
          result.isComplete = true
          isMigrated = true
        } else {
          result.isComplete = explorer.explore(shouldStop: shouldStop)
          result.suspicions = result.isComplete ? [] : merging?.suspicions(plan) ?? []
        }
      }
    }
    if result.isComplete, !isMigrated {
      result.isComplete = try migration.goOn(explorer, shouldStop: shouldStop)
    }
    result.versions = migration.carried
    for part in explorer.withParts {
      if let runaway = part.runaway { throw runaway }
    }
    result.states = explorer.stateCount + (explorer.parts?.stateCount ?? 0)
    result.transitions = explorer.transitionCount + (explorer.parts?.stepCount ?? 0)
    result.memory = explorer.memory + (explorer.parts?.memory ?? 0)
    explorer.checkSecrets(origins: plan.origins)
    if result.isComplete {
      if explorer.merged == nil { explorer.conclude() }
    } else {
      result.limit = limit
      result.multipliers = explorer.largest.multipliers
    }
    result.findings = explorer.findings(plan)
    if wantsCover { result.cover = explorer.cover() }
    return result
  }
}

extension Intentions {
  package init(_ plan: VerificationPlan) {
    self.init(
      goals: plan.goals,
      sessions: plan.sessions.map { Session(fact: $0.fact, screens: $0.screens) },
      properties: plan.properties.map { property in
        let kind: DeclaredProperty.Kind =
          switch property.kind {
          case .never: .never
          case .always: .always
          case .reachable: .reachable
          }
        return DeclaredProperty(
          name: property.name, kind: kind, condition: property.condition, from: property.from)
      })
    inputs = plan.inputs
    func places(_ positions: [Position]) -> Set<Int> {
      Set(positions.indices.filter { plan.standingAlone.contains(positions[$0].file) })
    }
    isElsewhere = Elsewhere(
      states: places(plan.statePositions), overlays: places(plan.overlayPositions),
      transitions: places(plan.transitionPositions),
      elements: Set(
        plan.elementPositions.indices.filter {
          plan.elementPositions[$0].file != plan.statePositions.first?.file
        }))
  }

  /// The guards of the properties: what they read decides something.
  package var conditions: [UInt16] { properties.flatMap { [$0.condition, $0.from] } }
}

extension DomainError {
  /// Where the fact or the request is declared.
  package func position(_ plan: VerificationPlan) -> Position {
    switch self {
    case .tooManyOutcomes(let request, _): plan.requestPositions[Int(request)]
    case .tooManyValues(let fact, _), .unbounded(let fact), .runaway(let fact, _),
      .clock(let fact), .patterns(let fact, _):
      plan.factPositions[Int(fact)]
    }
  }

  /// A sentence with a remedy.
  package func description(_ flow: Flow) -> String {
    let names = FlowNames(flow: flow)
    switch self {
    case .tooManyValues(let fact, let count) where flow.hasBounds(fact):
      return
        "The fact '\(names.fact(fact))' has \(count) values that guards distinguish. Its bounds do not limit them, "
        + "since a button beside its field leads on with any value: give each of them `submits: true`, or narrow the bounds."
    case .tooManyValues(let fact, let count):
      return
        "The fact '\(names.fact(fact))' has \(count) values that guards distinguish. "
        + (flow.isTyped(fact)
          ? "Limit what is typed: `validate: [{least: 0}, {most: 100}]`, and what comes from outside: `domain: […]`."
          : "Declare the values that matter: `domain: […]`.")
    case .tooManyOutcomes(let request, let count):
      return
        "The request '\(names.request(Int(request)))' has more than \(count) outcomes. "
        + "Declare a smaller `domain` for the facts that it saves."
    case .unbounded(let fact) where flow.isTyped(fact) && !flow.comesFromElsewhere(fact):
      return
        "The number '\(names.fact(fact))' is typed, and counted or compared with another one, so every "
        + "number would have to be tried. Limit it in the field: `validate: [{least: 0}, {most: 10}]`."
    case .unbounded(let fact):
      return
        "The value '\(names.fact(fact))' comes from outside, and is counted or compared with "
        + "another one, so every number would have to be tried. "
        + "Declare which numbers can come: `domain: {least: 0, most: 10}`."
    case .runaway(let fact, let number):
      let bound = number < 0 ? "> -10" : "< 10"
      return
        "The fact '\(names.fact(fact))' is counted to \(number) and beyond, farther than "
        + "comparisons go. Stop counting with a guard: `when: \(names.fact(fact)) \(bound)`."
    case .clock(let fact):
      return
        "The fact '\(names.fact(fact))' is set to the present time and compared, which depends on "
        + "the clock. Use a timer in place of the comparison: `{until: \(names.fact(fact))}`."
    case .patterns(let fact, let count):
      let fields = names.fields(of: fact).map { "'\($0)'" }.joined(separator: ", ")
      return
        "\(count == 1 ? "The pattern" : "The \(count) patterns") of \(fields), with the other "
        + "validators, tell too many texts of the fact '\(names.fact(fact))' apart. Join them "
        + "into one pattern, use smaller repetitions, or let the server check one of them."
    }
  }
}

extension Flow {
  /// Whether a person types a number, and each of its fields has a least and a greatest one.
  fileprivate func hasBounds(_ fact: FactID) -> Bool {
    let fields = tables.elements.filter { $0.takesText && $0.fact == fact }
    return !fields.isEmpty
      && fields.allSatisfy { row in
        let rules = tables.validators[row.validators.indices].map(\.rule)
        return rules.contains(.least) && rules.contains(.most)
      }
  }
}
