/// One attempt to register an address, with its own password and code. It has no effect until it is
/// confirmed (SEC "No pre-hijacking").
package struct PendingRegistration: Hashable, Sendable {
  package let id: ID<PendingRegistration>
  package let identifier: Identifier
  package let device: KeyThumbprint?
  package let createdAt: Timestamp
  package let name: String?
  /// For `newUser`; otherwise absent.
  package let market: MarketPerson?
  package var password: PasswordHash
  /// Whether another password equals this one, at no cost; see `PasswordCheck`.
  package var check: PasswordCheck
  /// A decoy's for a taken address.
  package var code: CodeState
  /// Whether only its existence is remembered.
  package internal(set) var isTombstone = false

  package init(
    id: ID<PendingRegistration>, identifier: Identifier, device: KeyThumbprint?,
    createdAt: Timestamp, name: String?, market: MarketPerson? = nil, password: PasswordHash,
    check: PasswordCheck, code: CodeState
  ) {
    self.id = id
    self.identifier = identifier
    self.device = device
    self.createdAt = createdAt
    self.name = name
    self.market = market
    self.password = password
    self.check = check
    self.code = code
  }

  package func isAlive(at now: Timestamp) -> Bool {
    !isTombstone && now < createdAt + SecurityRules.pendingLifetime
  }

  /// Whether its existence still counts (DEC-5).
  package func isRemembered(at now: Timestamp) -> Bool {
    now < createdAt + SecurityRules.tombstoneLifetime
  }

  /// The attempt without the data typed into it.
  func tombstone(at now: Timestamp) -> PendingRegistration {
    guard !isTombstone else { return self }
    var stone = PendingRegistration(
      id: id, identifier: identifier, device: device, createdAt: createdAt, name: nil,
      password: PasswordHash(""), check: check, code: CodeState(digest: nil, sentAt: code.sentAt))
    stone.isTombstone = true
    return stone
  }

  /// The id of an attempt is derived from its device and its content: the same form sent again is
  /// the same attempt, and its id reveals nothing about its fate (DEC-12).
  /// - Returns: nil if the server has no key for digests.
  package static func id(
    _ password: PlaintextPassword, _ identifier: Identifier, device: KeyThumbprint?,
    _ digests: some KeyedDigest
  ) -> ID<PendingRegistration>? {
    let parts = ["attempt", identifier.text, password.secret.exposed, device?.text ?? ""]
    return StoredDigest.of(parts, for: .pendingPassword, digests)
      .map { ID(Base64URL.text(Array($0.bytes.prefix(16)))) }
  }
}

/// Thirty-two bits of a keyed digest of a password.
///
/// It lets a login report "not confirmed" after the right password, for free and for all addresses
/// alike, while exactly one password hash is computed; and it identifies a form that is sent again
/// as the same attempt. It is kept for pending records only, at most a day. Without the server's
/// key it reveals nothing; with it, 32 bits.
package struct PasswordCheck: Hashable, Sendable {
  package let digest: StoredDigest

  /// From stored values.
  init(digest: StoredDigest) { self.digest = digest }

  package init?(
    _ password: PlaintextPassword, _ identifier: Identifier, _ digests: some KeyedDigest
  ) {
    let parts = [identifier.text, password.secret.exposed]
    guard let whole = StoredDigest.of(parts, for: .pendingPassword, digests) else { return nil }
    digest = StoredDigest(key: whole.key, bytes: Array(whole.bytes.prefix(4)))
  }

  package func matches(
    _ password: PlaintextPassword, _ identifier: Identifier, _ digests: some KeyedDigest
  ) -> Bool {
    let parts = [identifier.text, password.secret.exposed]
    guard let whole = digests.digest(parts, for: .pendingPassword, under: digest.key) else {
      return false
    }
    return ConstantTime.equal(digest.bytes, Array(whole.prefix(4)))
  }
}

package protocol PendingRegistrationTable {
  /// All attempts for one identifier, oldest first.
  func registrations(for identifier: Identifier) throws -> [PendingRegistration]
  /// Inserts or replaces; an empty list removes.
  func put(_ registrations: [PendingRegistration], for identifier: Identifier) throws
}
