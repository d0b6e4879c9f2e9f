/// An authenticator app of an account (MFA-1). It counts for nothing until a code has confirmed it.
package struct TOTPAuthenticator: Hashable, Sendable {
  package let id: ID<TOTPAuthenticator>
  package let account: ID<Account>
  /// The shared secret, sealed for this `id` under a key outside the store.
  package let secret: [UInt8]
  /// The session, or the sign-in, that began the enrolment: only it can complete it.
  package let enroller: String
  package let createdAt: Timestamp
  /// Since when the account has it; nil until then.
  package var confirmedAt: Timestamp?
  /// The time step of the last code that was accepted (RFC 6238 section 5.2).
  package var lastStep: Int64?
  package var lastUsedAt: Timestamp?
  /// Removed, and kept as long as that can be undone (DEC-4).
  package var removedAt: Timestamp?

  package init(
    id: ID<TOTPAuthenticator>, account: ID<Account>, secret: [UInt8], enroller: String,
    createdAt: Timestamp
  ) {
    self.id = id
    self.account = account
    self.secret = secret
    self.enroller = enroller
    self.createdAt = createdAt
  }

  /// Whether the account has it.
  package var isActive: Bool { confirmedAt != nil && removedAt == nil }

  package func isPending(at now: Timestamp) -> Bool {
    confirmedAt == nil && removedAt == nil && now < createdAt + SecurityRules.enrolmentLifetime
  }

  /// What the secret is sealed for.
  package static func context(_ id: ID<TOTPAuthenticator>) -> String { "totp \(id.text)" }
}

/// Ten codes that are each good once (MFA-2). The store has their digests only.
package struct RecoveryCodeSet: Hashable, Sendable {
  package struct Code: Hashable, Sendable {
    package let digest: [UInt8]
    package var usedAt: Timestamp?

    package init(digest: [UInt8], usedAt: Timestamp? = nil) {
      self.digest = digest
      self.usedAt = usedAt
    }
  }

  package let id: ID<RecoveryCodeSet>
  package let account: ID<Account>
  /// The key of the digests, and of the codes while they can be shown.
  package let key: KeyID
  /// With it the codes can be made again, for a response that was lost. Erased once their owner has
  /// kept them.
  package private(set) var seed: [UInt8]?
  package let madeAt: Timestamp
  /// When its owner said that they are kept; until then they count for nothing.
  package private(set) var keptAt: Timestamp?
  package var removedAt: Timestamp?
  package var codes: [Code]

  package init(
    id: ID<RecoveryCodeSet>, account: ID<Account>, key: KeyID, seed: [UInt8]?, madeAt: Timestamp,
    keptAt: Timestamp? = nil, removedAt: Timestamp? = nil, codes: [Code]
  ) {
    self.id = id
    self.account = account
    self.key = key
    self.seed = seed
    self.madeAt = madeAt
    self.keptAt = keptAt
    self.removedAt = removedAt
    self.codes = codes
  }

  package var isActive: Bool { keptAt != nil && removedAt == nil }
  package var left: Int { codes.count { $0.usedAt == nil } }

  package func isPending(at now: Timestamp) -> Bool {
    keptAt == nil && removedAt == nil && now < madeAt + SecurityRules.recoveryCodesLifetime
  }

  /// New codes; the seed is 32 random bytes.
  init?(
    id: ID<RecoveryCodeSet>, account: ID<Account>, seed: [UInt8], at now: Timestamp,
    _ secrets: some FactorSecrets
  ) {
    let key = secrets.currentKey
    var codes: [Code] = []
    for place in 0..<SecurityRules.recoveryCodes {
      guard let text = Self.text(place, seed, key, secrets),
        let digest = Self.digest(text, id, key, secrets)
      else { return nil }
      codes.append(Code(digest: digest))
    }
    self.init(id: id, account: account, key: key, seed: seed, madeAt: now, codes: codes)
  }

  /// The codes to show; nil once they are kept.
  func texts(_ secrets: some FactorSecrets) -> [Secret<RecoveryCode>]? {
    guard let seed else { return nil }
    let texts = codes.indices.compactMap { Self.text($0, seed, key, secrets) }
    let name = SheetCode.isName(id) ? id.text + "-" : ""
    return texts.count == codes.count ? texts.map { Secret(name + $0) } : nil
  }

  mutating func keep(at now: Timestamp) {
    keptAt = keptAt ?? now
    seed = nil
  }

  /// Uses a code up.
  /// - Parameter typed: in its canonical spelling.
  /// - Returns: false for one that is wrong or was used.
  mutating func use(_ typed: String, at now: Timestamp, _ secrets: some FactorSecrets) -> Bool {
    guard let digest = Self.digest(typed, id, key, secrets) else { return false }
    var found: Int?
    for (place, code) in codes.enumerated()
    where ConstantTime.equal(code.digest, digest) && code.usedAt == nil {
      found = place
    }
    guard let found else { return false }
    codes[found].usedAt = now
    return true
  }

  private static func text(
    _ place: Int, _ seed: [UInt8], _ key: KeyID, _ secrets: some FactorSecrets
  ) -> String? {
    secrets.digest(Array("recovery code \(place)".utf8) + [0] + seed, under: key).map {
      SpelledCode.made(of: Array($0.prefix(SecurityRules.recoveryCodeCharacters)))
    }
  }

  private static func digest(
    _ text: String, _ id: ID<RecoveryCodeSet>, _ key: KeyID, _ secrets: some FactorSecrets
  ) -> [UInt8]? {
    secrets.digest(Array("recovery digest \(id.text) \(text)".utf8), under: key)
  }
}

package enum RecoveryCode {}

/// That the owner of an account waits for its second factor to be removed (MFA-7).
package struct FactorReset: Hashable, Sendable {
  package let account: ID<Account>
  package let startedAt: Timestamp
  /// The change whose undo cancels it.
  package let change: ID<IdentifierChange>

  package init(account: ID<Account>, startedAt: Timestamp, change: ID<IdentifierChange>) {
    self.account = account
    self.startedAt = startedAt
    self.change = change
  }

  /// When it can be completed: after 72 hours, and not while another change can still be undone,
  /// since whoever undoes it must find the factor in place.
  package func endsAt(_ others: [IdentifierChange]) -> Timestamp {
    others.filter { $0.id != change }.map { $0.at + SecurityRules.undoLifetime }
      .reduce(startedAt + SecurityRules.factorResetWait, max)
  }
}

/// The second factors of an account before a change (DEC-4).
package struct FactorsBefore: Hashable, Sendable {
  package let twoStepsSince: Timestamp?
  package let authenticators: [ID<TOTPAuthenticator>]
  package let recoveryCodes: [ID<RecoveryCodeSet>]

  package init(
    twoStepsSince: Timestamp?, authenticators: [ID<TOTPAuthenticator>],
    recoveryCodes: [ID<RecoveryCodeSet>]
  ) {
    self.twoStepsSince = twoStepsSince
    self.authenticators = authenticators
    self.recoveryCodes = recoveryCodes
  }
}

package protocol FactorTable {
  func totpAuthenticator(_ id: ID<TOTPAuthenticator>) throws -> TOTPAuthenticator?
  /// The oldest first, also those that are pending or removed.
  func totpAuthenticators(of account: ID<Account>) throws -> [TOTPAuthenticator]
  /// Inserts or replaces.
  func put(_ authenticator: TOTPAuthenticator) throws
  func recoveryCodeSet(_ id: ID<RecoveryCodeSet>) throws -> RecoveryCodeSet?
  /// The oldest first, also those that are pending or removed.
  func recoveryCodeSets(of account: ID<Account>) throws -> [RecoveryCodeSet]
  func put(_ set: RecoveryCodeSet) throws
  /// Everything of an account: authenticators, codes, sign-ins that wait, and its waiting path.
  func removeFactors(of account: ID<Account>) throws

  func secondStep(_ id: ID<SecondStep>) throws -> SecondStep?
  func put(_ step: SecondStep) throws
  func removeSecondStep(_ id: ID<SecondStep>) throws

  func factorReset(of account: ID<Account>) throws -> FactorReset?
  func put(_ reset: FactorReset) throws
  func removeFactorReset(of account: ID<Account>) throws
}

extension IdentityTransaction {
  /// The factors that an account has now, for a change that can be undone.
  func factorsBefore(_ account: Account) throws -> FactorsBefore {
    FactorsBefore(
      twoStepsSince: account.twoStepsSince,
      authenticators: try totpAuthenticators(of: account.id).filter(\.isActive).map(\.id),
      recoveryCodes: try recoveryCodeSets(of: account.id).filter(\.isActive).map(\.id))
  }

  /// Gives an account the factors back that it had: what came since is removed, what was removed
  /// since comes back, and nobody waits for a removal any more (DEC-4).
  func restoreFactors(_ before: FactorsBefore, of account: ID<Account>, at now: Timestamp) throws {
    for var authenticator in try totpAuthenticators(of: account) {
      let had = before.authenticators.contains(authenticator.id)
      guard had != authenticator.isActive || authenticator.confirmedAt == nil else { continue }
      authenticator.removedAt = had ? nil : now
      try put(authenticator)
    }
    for var set in try recoveryCodeSets(of: account) {
      let had = before.recoveryCodes.contains(set.id)
      guard had != set.isActive || set.keptAt == nil else { continue }
      set.removedAt = had ? nil : now
      try put(set)
    }
    try removeFactorReset(of: account)
  }
}
