/// The operations of the identity server.
///
/// Each loads what it needs, lets a rule decide, and stores what follows, in one transaction;
/// clock, chance and slow hashes are asked before. Operations whose answers could tell whether an
/// account exists do the same work either way.
package struct IdentityService: Sendable {
  package let ports: IdentityPorts
  package let settings: IdentitySettings

  package init(ports: IdentityPorts, settings: IdentitySettings) {
    self.ports = ports
    self.settings = settings
  }
}

package struct IdentityPorts: Sendable {
  package let store: any IdentityStore
  package let clock: any WallClock
  package let random: any RandomBytes
  package let digests: any KeyedDigest
  package let passwords: any PasswordHashing
  package let sealing: any Sealing
  package let phones: any PhoneNumberParsing
  package let signer: any TokenSigner

  package init(
    store: any IdentityStore, clock: any WallClock, random: any RandomBytes,
    digests: any KeyedDigest, passwords: any PasswordHashing, sealing: any Sealing,
    phones: any PhoneNumberParsing, signer: any TokenSigner
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.digests = digests
    self.passwords = passwords
    self.sealing = sealing
    self.phones = phones
    self.signer = signer
  }
}

/// What an operator decides.
package struct IdentitySettings: Sendable {
  package var tokens: TokenSettings
  /// `registration.disclose`: tell "taken" (101006). Off unless somebody wants it.
  package var disclosesTaken = false
  /// Whether new accounts are made. What was begun before can still be confirmed.
  package var isRegistrationOpen = true
  /// Whether sessions without a device key can be opened and used.
  package var isCompatOn = true
  /// PHN-5: whether a device that proved a number skips the next code.
  package var isDeviceTrustOn = true
  /// PHN-10: after so long an idle account is not opened by its number alone.
  package var recycledAfter = SecurityRules.recycledAfter
  /// ISO 3166-1 alpha-2 codes of the countries that get messages.
  package var servedRegions: Set<String>
  /// To which devices notices are pushed: those that somebody serves.
  package var pushPlatforms: Set<PushPlatform> = []
  /// For `POST /v1/user` and `newUser`.
  package var accountPasswords = PasswordPolicy(least: SecurityRules.passwordLeastAccountAPI)
  /// For a password that is reset, changed or set, where the account has no second factor.
  package var newPasswords = PasswordPolicy(least: SecurityRules.passwordLeast)
  package var versions = VersionPolicy(rules: [:])
  package var experiments = ExperimentCatalog.standard
  package var markets = Markets.none
  /// By how much the budgets of a network are multiplied, from 1: behind one address of a carrier, a
  /// school or a development machine there are more people than behind that of a home.
  package var networkShare = 1

  package init(tokens: TokenSettings, servedRegions: Set<String>) {
    self.tokens = tokens
    self.servedRegions = servedRegions
  }
}

/// Who calls, as the transport knows it.
package struct Caller: Sendable {
  package var proof: PresentedProof
  /// Where the refresh token will be kept.
  package var storage: TokenStorage
  package var client: ClientDescription
  /// The address range of the caller, for limits: /24 of IPv4, /56 of IPv6.
  package var network: String
  /// A BCP 47 tag, for messages.
  package var language: String
  /// The `Idempotency-Key` and the body that it came with.
  package var idempotencyKey: String?
  package var body: Secret<RequestBody>

  package enum TokenStorage: Hashable, Sendable {
    case device
    case cookie
  }

  package init(
    proof: PresentedProof, storage: TokenStorage, client: ClientDescription, network: String,
    language: String, idempotencyKey: String? = nil, body: Secret<RequestBody> = Secret("")
  ) {
    self.proof = proof
    self.storage = storage
    self.client = client
    self.network = network
    self.language = language
    self.idempotencyKey = idempotencyKey
    self.body = body
  }

  /// The kind of session that a sign-in of this caller opens: one with a device key never gets a
  /// compat token.
  package var sessionKind: SessionKind {
    guard let key = proof.key else { return .compat }
    return storage == .cookie ? .cookie(key) : .bound(key)
  }
}

extension IdentityService {
  typealias Tables = any IdentityTransaction

  var now: Timestamp { ports.clock.now() }

  /// What every call is checked for before anything is stored.
  func checked(_ caller: Caller) throws(IdentityFailure) {
    if case .outdated = caller.proof { throw .proofNonceRequired }
    if caller.proof.key == nil {
      if caller.storage == .cookie { throw .proofRequired }
      if !settings.isCompatOn { throw .sessionKindOff }
    }
    if let key = caller.idempotencyKey,
      !SecurityRules.idempotencyKeyBytes.contains(key.utf8.count)
    {
      throw .malformed(field: "Idempotency-Key")
    }
  }

  /// Remembers the proof's `jti`.
  /// - Returns: the refusal, if it was seen before.
  func refusal(ofProof caller: Caller, _ tables: Tables) throws -> IdentityFailure? {
    if case .duplicate = try caller.proof.standing(tables) { return .proofDuplicate }
    return nil
  }

  /// Hashing, with its full queue as a failure that says when to come again.
  func hashing<Value: Sendable>(
    _ work: (any PasswordHashing) async throws -> Value
  ) async throws -> Value {
    do {
      return try await work(ports.passwords)
    } catch let busy as PasswordHashingBusy {
      throw IdentityFailure.busy(until: now + busy.wait)
    }
  }

  func limitKeys(_ what: String, _ who: String) -> LimitKeys {
    LimitKeys(what, who, ports.digests)
  }
}
