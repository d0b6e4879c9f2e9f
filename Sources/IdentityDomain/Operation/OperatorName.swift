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
  /// What an operator did by hand.
  package init(
    _ kind: Kind, session: ID<Session>? = nil, account: ID<Account>?, by name: OperatorName,
    at now: Timestamp
  ) {
    self.init(kind, session: session, account: account, source: name.source, at: now)
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
