/// Everything that the identity server keeps.
///
/// An operation is one transaction: it reads, lets the rules decide, and writes, in one body. There
/// is no table outside, so nothing can be read in one call and written in another without a check in
/// between; `read` is for what is only shown, and for what slow work needs before the transaction
/// that looks again. Isolation is serializable among all processes that share the store, and a body that
/// returns is durable before the call returns.
///
/// A store may run a body more than once (a conflict, a lost connection before the commit) and
/// keeps the effects of the last run only; so a body reads no clock, draws no randomness, and does
/// nothing but through the transaction. A body that throws leaves nothing behind.
package protocol IdentityStore: Sendable {
  /// - Parameter name: of the operation, for metrics and tests; it holds nothing of a person.
  func transaction<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value

  /// A body that only reads, from one state that was committed; it waits for no writer. A store
  /// fails a body that writes.
  func read<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value
}

/// The tables, each declared beside what it holds, as one transaction sees them.
package protocol IdentityTransaction: AccountTable, IdentifierTable, PasswordTable,
  PendingRegistrationTable, ChallengeTable, GuessTable, SessionTable, ProofTable, DeviceTable,
  DeviceTrustTable, PushEndpointTable, SignOutTable, SecurityEventTable, IdempotencyTable,
  LimitTable,
  OutboxTable, DeadLetterTable, SelectionTable, ServerKeyTable, StoreMarkTable, ParticipationTable,
  TemporaryPasswordTable, DetachedNumberTable,
  IdentifierChangeTable, FederatedIdentityTable, AuthorizationRequestTable, FactorTable,
  PasskeyTable, PasskeyCeremonyTable, Housekeeping
{}

/// Takes away what nobody will ask for again.
package protocol Housekeeping {
  /// Removes what expired before this moment: proofs, budgets, codes, pending registrations,
  /// idempotency records; sessions `endedSessionRetention` after their end, participations
  /// `participationRetention` after their assignment, dead letters `deadLetterRetention` after
  /// their death. Messages in the outbox that nobody holds become dead letters.
  /// - Returns: how many rows went.
  func removeExpired(before now: Timestamp) throws -> Int
  /// Removes what is only right in the time line that it was made in: messages that wait, codes,
  /// registrations that nobody confirmed, temporary passwords, and the trust in devices
  /// with their grants (MKT-4).
  func removeUnsettled() throws
}

extension IdentityStore {
  /// A transaction that commits also when its outcome is a refusal: a wrong guess is counted.
  package func decide<Value: Sendable>(
    _ name: StaticString,
    _ body: @Sendable (any IdentityTransaction) throws -> Result<Value, IdentityFailure>
  ) async throws -> Value {
    try await transaction(name, body).get()
  }
}

/// What a store throws when it fails. Its description may name files and tables, never what is stored.
package protocol StoreError: Error {
  /// Whether the store cannot be used for now (full, read-only, locked, damaged); else the fault
  /// is the program's.
  var isUnavailable: Bool { get }
  /// Whether it may be over in a moment without anybody's doing, as while a database starts or another one is promoted.
  var mayPass: Bool { get }
  /// Why it failed, in a few plain words for the log of requests: without names, and never with what is stored.
  var plainReason: String? { get }
}

extension StoreError {
  package var mayPass: Bool { false }
  package var plainReason: String? { nil }
}
