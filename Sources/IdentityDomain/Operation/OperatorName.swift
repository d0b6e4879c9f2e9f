/// Who acts for the service from outside it: what the audit says of an operator.
package struct OperatorName: Hashable, Sendable {
  package let text: String

  /// - Parameter text: 1 to 64 bytes of printable ASCII without spaces, such as a login name.
  package init?(_ text: String) {
    guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (33..<127).contains($0) })
    else { return nil }
    self.text = text
  }

  /// As the origin of a security event.
  var source: String { "operator:\(text)" }
}

extension SecurityEvent {
  /// What an operator did by hand to a message.
  package enum MessageAct: String, Hashable, Sendable {
    case retry, discard
  }

  /// An act on a message. Its origin names both, behind the operator, whose name has no spaces: each act is a row.
  init(
    _ act: MessageAct, _ message: ID<OutboxMessage>, by name: OperatorName, at now: Timestamp
  ) {
    self.init(
      .operatorOutbox, account: nil, source: "\(name.source) \(act.rawValue) \(message.text)",
      at: now)
  }

  /// What an operator did by hand.
  package init(
    _ kind: Kind, session: ID<Session>? = nil, account: ID<Account>?, by name: OperatorName,
    at now: Timestamp
  ) {
    self.init(kind, session: session, account: account, source: name.source, at: now)
  }
}

extension SecurityEventRow {
  /// The origin without what was done to a message, and that.
  package var origin: (source: String?, act: String?, message: String?) {
    let words = source?.split(separator: " ").map(String.init) ?? []
    guard kind == .operatorOutbox, words.count == 3 else { return (source, nil, nil) }
    return (words[0], words[1], words[2])
  }
}

extension SecurityEvent.Kind {
  /// Acts of operators, of which there are few: their origin is kept also where no account is
  /// concerned.
  var isOfOperator: Bool {
    switch self {
    case .operatorSignOut, .operatorBlock, .operatorUnblock, .operatorUnlock, .operatorExport,
      .operatorDelete, .operatorOutbox:
      true
    default: false
    }
  }
}
