/// A way to sign in, with the authenticators that it adds and what it stores for an account.
///
/// Its folder contains its operations, codes, limits and authenticators; the decision refers to no
/// way by name. A new one adds its folder and a line in `WaysIn.all`
/// (docs/decisions/0024-one-decision.md lists what else it touches).
package protocol WayIn: ServiceRoom {
  /// The kinds that it declares: its rows in the decision (SEC "One decision"). Each kind belongs
  /// to one way.
  static var authenticators: [AuthenticatorKind] { get }

  /// The proof for what a session remembers, as the account has that authenticator now.
  /// - Parameter shown: the remembered proof, of one of its authenticators.
  /// - Returns: nil if the account no longer has it.
  static func proof(
    _ shown: ShownProof, of account: ID<Account>, _ tables: any IdentityTransaction
  ) throws -> Proof?

  /// Whether it trusts a key to prove an account without user interaction (DEC-6).
  static func trusts(
    _ key: KeyThumbprint, for account: ID<Account>, at now: Timestamp,
    _ tables: any IdentityTransaction
  ) throws -> Bool

  /// Removes what it stores for an account that is being deleted.
  /// - Parameter identifiers: those that the account had verified.
  static func forget(
    _ account: ID<Account>, _ identifiers: [Identifier], _ tables: any IdentityTransaction
  ) throws
}

extension WayIn {
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
    LinkSignIn.self,
    PhoneSignIn.self,
    MarketSignIn.self,
    FederatedSignIn.self,
    SecondFactors.self,
    PasskeySignIn.self,
  ]

  package static var authenticators: [AuthenticatorKind] { all.flatMap { $0.authenticators } }

  /// The proofs that a session's user presented last, as far as the account still has them.
  static func proofs(
    of session: Session, _ tables: any IdentityTransaction
  ) throws -> [Proof] {
    guard let account = session.account else { return [] }
    return try proofs(session.shown ?? [], of: account, tables)
  }

  static func proofs(
    _ shown: [ShownProof], of account: ID<Account>, _ tables: any IdentityTransaction
  ) throws -> [Proof] {
    try shown.compactMap { shown in
      let way = all.first { $0.authenticators.contains { $0.name == shown.kind } }
      return try way?.proof(shown, of: account, tables)
    }
  }
}
