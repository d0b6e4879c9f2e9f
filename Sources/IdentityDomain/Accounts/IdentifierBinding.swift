/// Which account verified an identifier. There are no other rows: an address that was only claimed
/// cannot be found, is not taken, and recovers nothing (SEC "No pre-hijacking").
package struct IdentifierBinding: Hashable, Sendable {
  package let identifier: Identifier
  package let account: ID<Account>
  package let verifiedAt: Timestamp
  /// When the owner made it the primary one of its kind; nil if that never happened.
  package var chosenAt: Timestamp?

  package init(
    identifier: Identifier, account: ID<Account>, verifiedAt: Timestamp, chosenAt: Timestamp? = nil
  ) {
    self.identifier = identifier
    self.account = account
    self.verifiedAt = verifiedAt
    self.chosenAt = chosenAt
  }
}

package protocol IdentifierTable {
  func binding(of identifier: Identifier) throws -> IdentifierBinding?
  func bindings(of account: ID<Account>) throws -> [IdentifierBinding]
  /// Inserts, or moves the identifier to another account.
  func put(_ binding: IdentifierBinding) throws
  func removeBinding(of identifier: Identifier) throws
  /// Those whose text begins with this one, in their order.
  func bindings(startingWith text: String, most: Int) throws -> [IdentifierBinding]
}

/// Of the bindings of one account (CTR-3, docs/decisions/0034-account-centre.md).
extension [IdentifierBinding] {
  /// The primary address or number: the one that was chosen last, and where none was, the one that the
  /// account has had longest. So there is exactly one of each kind that the account has, whatever
  /// was removed.
  package func primary(areEmail: Bool) -> IdentifierBinding? {
    lazy.filter { $0.identifier.isEmail == areEmail }.min { one, other in
      if one.chosenAt != other.chosenAt {
        guard let chosen = one.chosenAt else { return false }
        return other.chosenAt.map { chosen > $0 } ?? true
      }
      return (one.verifiedAt, one.identifier.text) < (other.verifiedAt, other.identifier.text)
    }
  }

  package func isPrimary(_ binding: IdentifierBinding) -> Bool {
    primary(areEmail: binding.identifier.isEmail)?.identifier == binding.identifier
  }

  /// Where a code goes that proves to the decision whose account it is: to a primary one, of both kinds to the one
  /// that the account has had longer. A week must have passed since it was verified, or else an older one is asked:
  /// a new one proves too little for what its owner may want to do (DEC-3).
  func forCodes(to account: Account, at now: Timestamp) -> IdentifierBinding? {
    let standing = AccountStanding(account, self)
    let able = filter { isPrimary($0) && standing.hasHeldLong(since: $0.verifiedAt, at: now) }
    return (able.isEmpty ? self : able).min { $0.verifiedAt < $1.verifiedAt }
  }
}
