/// One intent (SEC "Idempotency keys"): an `Idempotency-Key` within an operation and an account or
/// device key. Without either the header is ignored.
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

/// A call that carries an intent: its key and its body, of which the digest is stored.
package struct Intent: Hashable, Sendable {
  package let key: IntentKey
  package let body: Secret<RequestBody>

  package init(key: IntentKey, body: Secret<RequestBody>) {
    self.key = key
    self.body = body
  }
}

/// How to make an answer again. It holds no token and no code.
package enum SettledAnswer: Hashable, Sendable {
  case done
  /// A new session: its tokens are derived again while none of them was used.
  case session(ID<Session>)
  case challenge(ID<Challenge>)
  case registration(ID<PendingRegistration>)
  case authorization(ID<AuthorizationRequest>)
  case refused(IdentityFailure)
}

package struct IdempotencyRecord: Hashable, Sendable {
  package let key: IntentKey
  package let body: StoredDigest
  package internal(set) var startedAt: Timestamp
  package internal(set) var answer: SettledAnswer?

  /// - Returns: nil when the server has no key for digests.
  package init?(_ intent: Intent, at now: Timestamp, _ digests: some KeyedDigest) {
    guard let body = StoredDigest.of([intent.body.exposed], for: .requestBody, digests) else {
      return nil
    }
    key = intent.key
    self.body = body
    startedAt = now
  }

  /// As it was stored.
  init(key: IntentKey, body: StoredDigest, startedAt: Timestamp, answer: SettledAnswer?) {
    self.key = key
    self.body = body
    self.startedAt = startedAt
    self.answer = answer
  }

  package var expiresAt: Timestamp { startedAt + SecurityRules.idempotencyLifetime }
}

package enum IntentVerdict: Hashable, Sendable {
  /// Nobody did it yet, or who began is gone: do it, and settle it where the effect is stored.
  case begin
  case answered(SettledAnswer)
  case running(until: Timestamp)
  case otherBody
}

extension IdempotencyRecord {
  /// The rules of a key that comes (again). The digest is made again under the record's own key, so
  /// a change of keys in between changes nothing.
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

  /// Writes down what came of it, in the transaction of the effect.
  package mutating func settle(_ answer: SettledAnswer) { self.answer = answer }
}

package protocol IdempotencyTable {
  func idempotencyRecord(_ key: IntentKey) throws -> IdempotencyRecord?
  /// Inserts or replaces.
  func put(_ record: IdempotencyRecord) throws
}
