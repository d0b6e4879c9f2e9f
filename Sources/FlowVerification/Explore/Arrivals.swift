import FlowMachine
import Statechart

/// The answer to a request that comes by a step: its failure, or nil for its success.
struct Arrival: Hashable, Sendable {
  var request: RequestID
  var failure: UInt16?
}

/// The answers that steps take, each listed once. Steps refer to them by number; 0 means none.
struct Arrivals: Sendable {
  private(set) var rows: [Arrival?] = [nil]
  private var numbers: [Arrival: UInt16] = [:]

  mutating func number(_ arrival: Arrival?) -> UInt16 {
    guard let arrival else { return 0 }
    if let known = numbers[arrival] { return known }
    // With more of them than there are numbers, the rest counts as what always comes.
    guard rows.count < UInt16.max else { return 0 }
    let number = UInt16(rows.count)
    rows.append(arrival)
    numbers[arrival] = number
    return number
  }
}

/// What a person can do in a state to make something happen.
struct PersonsWay: Equatable, Sendable {
  private var code: UInt16

  static let nothing = PersonsWay(code: 0)
  /// More than sending one request.
  static let anything = PersonsWay(code: .max)

  private init(code: UInt16) { self.code = code }

  /// All that can be done is to send one request.
  init(sending request: RequestID) { code = UInt16(request) + 1 }

  mutating func join(_ other: PersonsWay) {
    if other == .nothing || other == self { return }
    self = self == .nothing ? other : .anything
  }

  /// Whether anything can be done beside sending a request.
  func isMore(than request: RequestID) -> Bool {
    self != .nothing && self != PersonsWay(sending: request)
  }
}
