import FlowMachine
import TestSupport
import FlowVerification
import Statechart
import Testing

/// What the exploration drops decides nothing, and its kill is the real one.
@Suite("The exactness of the projection")
struct ExactnessTests {
  static let shipped =
    ["Flows/onboarding/onboarding.flow.yaml"]
    + ["market", "bootstrap", "account"].map {
      "docs/decisions/sketches/\($0).flow.yaml"
    }

  // MARK: Kill and relaunch

  /// The relaunch of the exploration, and a launch with the record, from every state.
  private func relaunches(_ checked: Checked, every step: Int) throws -> Int {
    let rows = checked.flow.tables.facts
    let changes: [[FactChange]] =
      [[]]
      + rows.indices.filter { rows[$0].place == .device }.map { [FactChange(FactID($0), .absent)] }
    var machines: [FlowMachine] = []
    checked.explorer.forEachState { if $0 % step == 0 { machines.append($1) } }
    for machine in machines {
      let record = machine.journalRecord
      for change in changes {
        for isLocked in [false, true] {
          var killed = machine
          _ = killed.relaunch(checked.explorer.projection, changes: change, isLocked: isLocked)
          let context = RawMoves.context(
            of: machine, changes: change, isLocked: isLocked, storable: checked.domain.storable)
          let launched = try FlowMachine.launch(checked.flow, context, record: record)
          try #require(BruteForce.key(killed) == BruteForce.key(launched))
          #expect(killed.effects == launched.effects)
        }
      }
    }
    return machines.count
  }

  @Test("A kill in the exploration does what a launch with the record does", arguments: shipped)
  func relaunch(path: String) throws {
    let checked = try Checked(path: path, most: 1_200)
    #expect(try relaunches(checked, every: 8) > 10)
  }

  @Test("A kill in the exploration does what a launch with the record does, in random flows")
  func relaunchDrawn() throws {
    var random = SeededGenerator(announcing: "relaunch", seed: 5)
    var count = 0
    while count < 120 {
      var generator = FlowGenerator(seed: random.next())
      let text = generator.document()
      guard let checked = try? Checked(text: text, most: 100) else { continue }
      count += try relaunches(checked, every: 3)
    }
  }

  // MARK: Steps

  /// The move that comes to a projected machine as a move to the whole one: of a fact of which only
  /// its changes count, it holds no value, so that any value is a change, and none is none.
  private func changed(_ move: RawMove, from machine: FlowMachine, _ domain: Domain) -> RawMove {
    guard case .input(.told(let fact, let value)) = move, domain.onlyChanged.contains(fact) else {
      return move
    }
    return .input(.told(fact, machine.value(of: fact) == value ? .absent : .number(0)))
  }

  /// Goes at random through a flow, and makes every possible move on the whole machine and on one
  /// that was projected: both have to come to the same.
  private func walk(
    _ checked: Checked, steps: Int, moves most: Int, _ random: inout SeededGenerator, _ note: String
  ) throws {
    let projection = checked.explorer.projection
    let flow = checked.flow
    let moves = RawMoves(flow: flow, domain: checked.domain)
    var machine = FlowMachine.begin(flow, moves.beginning(&random)).machine
    for _ in 0..<steps {
      var projected = projection.machine
      var whole = machine
      projected.load(projection, from: Projected(&whole, projection).words)
      #expect(whole.screenState == projected.screenState)
      #expect(whole.backStack == projected.backStack)
      let possible = moves.all(at: machine).filter { !$0.isOutOfReach(in: checked.domain) }
      for move in possible.shuffled(using: &random).prefix(most) {
        var left = machine
        var right = projected
        let wanted = try moves.perform(move, on: &left)
        let alike = changed(move, from: machine, checked.domain)
        let report = try moves.perform(alike, on: &right, projection)
        var (took, tookProjected): ([UInt16], [UInt16]) = ([], [])
        left.forEachTaken { took.append($0) }
        right.forEachTaken { tookProjected.append($0) }
        #expect(wanted.refusal == report.refusal, "\(move)\n\(note)")
        #expect(took == tookProjected, "\(move)\n\(note)")
        try #require(
          Projected(&left, projection) == Projected(&right, projection), "\(move)\n\(note)")
      }
      guard let move = possible.randomElement(using: &random) else { return }
      _ = try moves.perform(move, on: &machine)
    }
  }

  @Test("A projected machine goes where the whole one goes", arguments: shipped)
  func walks(path: String) throws {
    let checked = try Checked(path: path, most: -1)
    var random = SeededGenerator(announcing: "walk \(path)", seed: 6)
    for _ in 0..<5 { try walk(checked, steps: 25, moves: 15, &random, path) }
  }

  @Test("A projected machine goes where the whole one goes, in random flows")
  func walksDrawn() throws {
    var random = SeededGenerator(announcing: "walk", seed: 7)
    var count = 0
    while count < 25 {
      var generator = FlowGenerator(seed: random.next())
      let text = generator.document()
      guard let checked = try? Checked(text: text, most: -1) else { continue }
      count += 1
      try walk(checked, steps: 15, moves: 20, &random, text)
    }
  }
}

/// What a projection keeps of a machine.
private struct Projected: Equatable {
  var words: [UInt64]

  init(_ machine: inout FlowMachine, _ projection: Projection) {
    words = [UInt64](repeating: 0, count: projection.stride / 8)
    words.withUnsafeMutableBytes { machine.project(projection, into: $0.baseAddress!) }
  }
}

extension RawMove {
  /// A failure after which the request is sent again by itself, or an answer from which nothing
  /// follows.
  fileprivate func isOutOfReach(in domain: Domain) -> Bool {
    guard case .input(.answered(let request, _, let outcome)) = self else { return false }
    let row = domain.flow.tables.requests[Int(request)]
    guard domain.kept.contains(where: { $0.cell == row.cell }) else { return true }
    return row.retries > 0 && outcome.failure.map { $0 <= FailureClass.unavailable } ?? false
  }
}

extension RawMoves {
  /// The same move on a machine that was projected.
  fileprivate func perform(
    _ move: RawMove, on machine: inout FlowMachine, _ projection: Projection
  ) throws -> StepReport {
    switch move {
    case .input(.answered(let request, _, let outcome)):
      let ticket = machine.ticket(of: request)
      return try perform(.input(.answered(request, ticket: ticket, outcome)), on: &machine)
    case .relaunch(let change, let isLocked):
      return machine.relaunch(projection, changes: change.map { [$0] } ?? [], isLocked: isLocked)
    default: return try perform(move, on: &machine)
    }
  }

  /// A first launch with anything around it.
  fileprivate func beginning(_ random: inout SeededGenerator) -> LaunchContext {
    var facts: [FactChange] = []
    var secrets: [FactID] = []
    for (fact, row) in flow.tables.facts.enumerated() {
      let isTold = row.place == .device || row.place == .configuration && row.type != .number
      if isTold, let value = values(of: FactID(fact)).randomElement(using: &random) {
        facts.append(FactChange(FactID(fact), value))
      }
      if storable.contains(FactID(fact)), random.chance(30) { secrets.append(FactID(fact)) }
    }
    return LaunchContext(
      now: FlowMachine.explorationTime, entropy: 0, runID: RunID(high: 0, low: 0), facts: facts,
      storedSecrets: secrets, isSecureStorageUnreadable: random.chance(20))
  }
}
