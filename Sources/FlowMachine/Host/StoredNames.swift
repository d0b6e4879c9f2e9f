import Statechart

/// The name of a value in secure storage.
package struct SecretName: Hashable, Sendable {
  /// The secret's name in the flow.
  package var fact: Text
  /// The run of a request for which this copy was sealed, if it was.
  package var seal: Seal?
  package struct Seal: Hashable, Sendable {
    package var request: Text
    package var ticket: UInt32

    package init(request: Text, ticket: UInt32) {
      self.request = request
      self.ticket = ticket
    }
  }

  package init(fact: Text, seal: Seal? = nil) {
    self.fact = fact
    self.seal = seal
  }

  /// The mark of the secret that a request has sent; see `HostAction.markSecret`.
  package init(markOf fact: Text) {
    self.init(fact: fact, seal: Seal(request: [], ticket: 0))
  }

  /// Whether it is that of a mark: no request has an empty name.
  package var isMark: Bool { seal.map { $0.request.isEmpty } ?? false }
}

/// A value for secure storage, or nil to erase one.
package struct SecretChange: Equatable, Sendable {
  package var name: SecretName
  package var value: Text?
  /// The value was typed. A browser keeps such a value in memory only (MKT-7); other hosts treat
  /// all values alike.
  package var isTyped: Bool

  package init(_ name: SecretName, _ value: Text?, isTyped: Bool = false) {
    self.name = name
    self.value = value
    self.isTyped = isTyped
  }
}

#if !hasFeature(Embedded)
extension SecretChange: CustomStringConvertible {
  /// Omits the value.
  package var description: String {
    "\(String(decoding: name.fact, as: UTF8.self)): \(value == nil ? "erased" : "redacted")"
  }
}
#endif

extension Flow {
  func name(of fact: FactID) -> SecretName { SecretName(fact: blob(tables.facts[Int(fact)].name)) }

  func markName(of fact: FactID) -> SecretName {
    SecretName(markOf: blob(tables.facts[Int(fact)].name))
  }

  func sealName(of fact: FactID, _ request: RequestID, _ ticket: UInt32) -> SecretName {
    SecretName(
      fact: blob(tables.facts[Int(fact)].name),
      seal: SecretName.Seal(request: blob(tables.requests[Int(request)].name), ticket: ticket))
  }

  /// The secret facts among the names in secure storage, in the order of their ids.
  func storedSecrets(_ names: [SecretName]) -> [FactID] {
    var found: [FactID] = []
    for index in tables.facts.indices where tables.facts[index].type == .secret {
      let name = self.name(of: FactID(index))
      if names.contains(name) { found.append(FactID(index)) }
    }
    return found
  }
}
