package import SessionMachine
package import WireText

// Lines from a host that is not written in Swift: events as JSON. The bytes of a stored value, of
// parameters or of a response follow the line.

extension ClientMoment {
  /// - Parameter line: has `now`, both clocks in whole milliseconds, and `random`, 32 hexadecimal
  ///   digits.
  package init?(_ line: JSON.Value) {
    guard let now = line["now"], let steady = now[0]?.integer, let wall = now[1]?.integer,
      let digits = line.text("random"), digits.count == 32, let first = Hex.parse(digits[..<16]),
      let second = Hex.parse(digits[16...])
    else { return nil }
    self.init(time: Moment(steady: steady, wall: wall), random: (first, second))
  }
}

extension ClientInput {
  /// - Parameters:
  ///   - line: has `input`, the name of the input, and its own members.
  ///   - bytes: what follows the line.
  package init?(_ line: JSON.Value, _ bytes: Bytes) {
    let id = line.id ?? 0
    switch line.text("input") {
    case "woke": self = .woke
    case "emptied": self = .emptied
    case "returned": self = .returned(bytes)
    case "storeChanged": self = .storeChanged
    case "call":
      guard id > 0, id < ClientRules.ownCalls, let name = line.text("name"),
        let timeout = line.integer("timeout")
      else { return nil }
      self = .call(
        ClientCall(
          id: id, name: name, parameters: bytes, key: line.text("key"), timeout: timeout))
    case "cancelled": self = .cancelled(id)
    case "keyKnown": self = .keyKnown(line.text("key") ?? [])
    case "stored": self = .stored(id, line.problem)
    case "lockTaken": self = .lockTaken(id)
    case "lockMissed": self = .lockMissed(id)
    case "timePassed": self = .timePassed(id)
    case "answered": self = .answered(id, SendOutcome(line, bytes))
    default: return nil
    }
  }
}

extension StoreFinding {
  /// - Parameter line: has `problem` if the value could not be read, or `isThere` if there is a
  ///   value, whose bytes follow the line.
  package init(_ line: JSON.Value, _ bytes: Bytes) {
    if let problem = line.problem {
      self = .problem(problem)
    } else {
      self = .value(line.flag("isThere") == true ? bytes : nil)
    }
  }
}

extension SendOutcome {
  fileprivate init(_ line: JSON.Value, _ bytes: Bytes) {
    switch line.text("failed") {
    case nil:
      self = .received(
        CallReply(
          status: Int(truncatingIfNeeded: line.integer("status") ?? 0),
          contentType: line.text("type") ?? [], nonce: line.text("nonce") ?? [], body: bytes))
    case "notSent": self = .notSent
    case "timedOut": self = .timedOut
    case "unsigned": self = .unsigned(line.problem ?? .broken)
    default: self = .lost
    }
  }
}

extension JSON.Value {
  package var id: UInt32? { integer("id").flatMap { UInt32(exactly: $0) } }

  /// As the page's storage names it.
  fileprivate var problem: StorageProblem? {
    switch text("problem") {
    case "full": .full
    case "corrupt": .corrupt
    case "broken": .broken
    default: nil
    }
  }
}
