import FlowMachine
import Statechart

/// What a step has to do with a device that can be stubborn: it needs another value than before, or
/// that a value which the state does not hold is a certain one, or it asks for one.
struct Assumption: Equatable, Sendable {
  /// What the device reports by the step itself.
  var reported: FactChange?
  /// What the step has read of values that the state does not hold.
  var read: [FactChange] = []
  /// Facts that the state before does not hold and that after does, as absent: whatever the device has
  /// reported stands there now.
  var entered: [FactID] = []
  /// A tap calls the app or a capability, which may ask the person, or lead to the settings.
  var asks = false

  enum Possibility { case no, yes, reporting }

  /// Whether the step can be made by a device that reports nothing about a fact but one value: also
  /// where that is then `reporting` it.
  func possibility(_ value: FactValue, of fact: FactID) -> Possibility {
    if let reported, reported.fact == fact, reported.value != value { return .no }
    if read.contains(where: { $0.fact == fact && $0.value != value }) { return .no }
    return value != .absent && entered.contains(fact) ? .reporting : .yes
  }
}

/// What steps assume, each once and by number; 0 is nothing.
///
/// Only of facts that can be stubborn: what the client reports of its session, and the switch that a
/// capability turns off, follow from how requests end, and a person knows what to do without a network.
struct Assumptions: Sendable {
  /// By fact whether its value can stay what it is, whatever the flow and the person do.
  let canStay: [Bool]
  /// These facts.
  let facts: [FactID]
  private(set) var rows: [Assumption] = [Assumption()]
  private var ofSteps: [Int: UInt16] = [:]
  private var ofReaders: [[Int]: UInt16] = [:]

  init(_ domain: Domain) {
    let exempt = ["network", "session", "signOutCause", "resetSwitch", "launch", "foreground"].map {
      Text($0.utf8)
    }
    let flow = domain.flow
    let canStay = flow.tables.facts.indices.map {
      let row = flow.tables.facts[$0]
      let isRead = domain.isRelevant[$0] || domain.onlyChanged.contains(FactID($0))
      return row.place == .device && isRead && !exempt.contains(flow.blob(row.name))
    }
    self.canStay = canStay
    facts = canStay.indices.filter { canStay[$0] }.map { FactID($0) }
  }

  /// The number of what a step assumes.
  ///
  /// - Parameters:
  ///   - step: its number, by which its result is remembered.
  ///   - move: the move that was made.
  ///   - told: what the device has reported before, where the state does not hold it.
  ///   - absent: facts that the step has read as absent, and that the state does not hold.
  ///   - entered: facts that the state before does not hold, and that after does.
  ///   - asks: whether it calls the app or a capability.
  mutating func number(
    _ step: Int, _ move: Move, told: [FactChange], absent: [FactID], entered: [FactID], asks: Bool
  ) -> UInt16 {
    let absent = absent.filter { canStay[Int($0)] }
    let isPlain = absent.isEmpty && entered.isEmpty && !asks
    let key =
      isPlain ? [] : [step, asks ? 1 : 0] + absent.map { Int($0) } + [-1] + entered.map { Int($0) }
    if let known = isPlain ? ofSteps[step] : ofReaders[key] { return known }
    var row = Assumption(asks: asks)
    if case .input(.told(let fact, let value)) = move, canStay[Int(fact)] {
      row.reported = FactChange(fact, value)
    }
    row.read = told.filter { canStay[Int($0.fact)] } + absent.map { FactChange($0, .absent) }
    row.read.sort { $0.fact < $1.fact }
    row.entered = entered.filter { fact in
      row.reported?.fact != fact && !row.read.contains { $0.fact == fact }
    }
    var number = rows.firstIndex(of: row) ?? rows.count
    // With more of them than there are numbers, the rest counts as if nothing was assumed.
    if number > UInt16.max { number = 0 }
    if number == rows.count { rows.append(row) }
    if isPlain { ofSteps[step] = UInt16(number) } else { ofReaders[key] = UInt16(number) }
    return UInt16(number)
  }
}
