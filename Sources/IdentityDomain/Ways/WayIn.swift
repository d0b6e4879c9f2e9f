/// A way in: what it yields as proofs, by which codes, and what it keeps of an account.
///
/// Its folder holds all of it: operations, codes, numbers, authenticators. The decision knows no way by
/// its name. A new one adds its folder, and its line to `WaysIn.all` (docs/decisions/0024-one-decision.md
/// says what else it touches).
package protocol WayIn: ServiceRoom {
  /// What it proves: its rows in the decision (SEC "One decision").
  static var authenticators: [AuthenticatorKind] { get }
  /// What its codes are good for.
  static var purposes: [ChallengePurpose] { get }

  /// The proof of what a session remembers, as the account has that authenticator now.
  /// - Parameter shown: of one of its authenticators.
  /// - Returns: nil where the account has it no longer.
  static func proof(
    _ shown: ShownProof, of account: ID<Account>, _ tables: any IdentityTransaction
  ) throws -> Proof?

  /// Whether it trusts a key to prove an account without its person (DEC-6).
  static func trusts(
    _ key: KeyThumbprint, for account: ID<Account>, at now: Timestamp,
    _ tables: any IdentityTransaction
  ) throws -> Bool

  /// Removes what it keeps of an account that is deleted.
  /// - Parameter identifiers: what the account had verified.
  static func forget(
    _ account: ID<Account>, _ identifiers: [Identifier], _ tables: any IdentityTransaction
  ) throws
}

extension WayIn {
  package static var purposes: [ChallengePurpose] { [] }

  /// For ways whose authenticators no session remembers.
  package static func proof(
    _ shown: ShownProof, of account: ID<Account>, _ tables: any IdentityTransaction
  ) throws -> Proof? { nil }

  package static func trusts(
    _ key: KeyThumbprint, for account: ID<Account>, at now: Timestamp,
    _ tables: any IdentityTransaction
  ) throws -> Bool { false }

  package static func forget(
    _ account: ID<Account>, _ identifiers: [Identifier], _ tables: any IdentityTransaction
  ) throws {}
}

/// All ways in.
package enum WaysIn {
  package static let all: [any WayIn.Type] = [
    PasswordSignIn.self,
    CodeSignIn.self,
    PhoneSignIn.self,
    MarketSignIn.self,
  ]

  /// Whatever one of them proves, once, in their order.
  package static var authenticators: [AuthenticatorKind] {
    all.flatMap { $0.authenticators }.reduce(into: []) { kinds, kind in
      if !kinds.contains(kind) { kinds.append(kind) }
    }
  }

  /// What the person of a session showed last, as far as the account still has it.
  static func proofs(
    of session: Session, _ tables: any IdentityTransaction
  ) throws -> [Proof] {
    guard let account = session.account else { return [] }
    return try (session.shown ?? []).compactMap { shown in
      let way = all.first { $0.authenticators.contains { $0.name == shown.kind } }
      return try way?.proof(shown, of: account, tables)
    }
  }
}
