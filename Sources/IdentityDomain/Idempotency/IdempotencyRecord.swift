/// Identifies one intent (SEC "Idempotency keys"): an `Idempotency-Key` within an operation and an
/// account or device key. Without either the header is ignored.
package struct IntentKey: Hashable, Sendable {
  package let operation: String
  package let scope: Scope
  package let key: String

  package enum Scope: Hashable, Sendable {
    case account(ID<Account>)
    case device(KeyThumbprint)
  }

  package init(operation: String, scope: Scope, key: String) {
    self.operation = operation
    self.scope = scope
    self.key = key
  }
}

package enum RequestBody {}

/// A call that carries an intent: its key and its body, whose digest is stored.
package struct Intent: Hashable, Sendable {
  package let key: IntentKey
  package let body: Secret<RequestBody>

  package init(key: IntentKey, body: Secret<RequestBody>) {
    self.key = key
    self.body = body
  }
}

/// How to reproduce a response. It contains no token and no code.
package enum SettledAnswer: Hashable, Sendable {
  case done
  /// A new session: its tokens are derived again while none of them has been used.
  case session(ID<Session>)
  case challenge(ID<Challenge>)
  case registration(ID<PendingRegistration>)
  case authorization(ID<AuthorizationRequest>)
  case authenticator(ID<TOTPAuthenticator>)
  case recoveryCodes(ID<RecoveryCodeSet>)
  case refused(IdentityFailure)
}

package struct IdempotencyRecord: Hashable, Sendable {
  package let key: IntentKey
  package let body: StoredDigest
  package internal(set) var startedAt: Timestamp
  package internal(set) var answer: SettledAnswer?

  /// - Returns: nil if the server has no key for digests.
  package init?(_ intent: Intent, at now: Timestamp, _ digests: some KeyedDigest) {
    guard let body = StoredDigest.of([intent.body.exposed], for: .requestBody, digests) else {
      return nil
    }
    key = intent.key
    self.body = body
    startedAt = now
  }

  /// From stored values.
  init(key: IntentKey, body: StoredDigest, startedAt: Timestamp, answer: SettledAnswer?) {
    self.key = key
    self.body = body
    self.startedAt = startedAt
    self.answer = answer
  }

  package var expiresAt: Timestamp { startedAt + SecurityRules.idempotencyLifetime }
}

package enum IntentVerdict: Hashable, Sendable {
  /// Not performed yet, or the process that began it is gone: perform it, and settle it together
  /// with its effect.
  case begin
  case answered(SettledAnswer)
  case running(until: Timestamp)
  case otherBody
}

extension IdempotencyRecord {
  /// The rules for a key that arrives, possibly again. The digest is recomputed under the record's
  /// own key, so a key rotation in between changes nothing.
  package static func judge(
    _ intent: Intent, against stored: IdempotencyRecord?, at now: Timestamp,
    _ digests: some KeyedDigest
  ) -> IntentVerdict {
    guard let stored, now < stored.expiresAt else { return .begin }
    guard stored.body.matches([intent.body.exposed], for: .requestBody, digests) else {
      return .otherBody
    }
    if let answer = stored.answer { return .answered(answer) }
    let lease = stored.startedAt + SecurityRules.idempotencyLease
    return now < lease ? .running(until: lease) : .begin
  }

  /// Records the result, in the transaction of the effect.
  package mutating func settle(_ answer: SettledAnswer) { self.answer = answer }
}

package protocol IdempotencyTable {
  func idempotencyRecord(_ key: IntentKey) throws -> IdempotencyRecord?
  /// Inserts or replaces.
  func put(_ record: IdempotencyRecord) throws
}
