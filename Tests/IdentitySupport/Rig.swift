package import IdentityDomain
package import IdentityStoreContract
import Synchronization
import WebAuthn

/// A service over the in-memory store.
package typealias Rig = ServiceRig<MemoryStore>

extension ServiceRig where Store == MemoryStore {
  package convenience init(
    seed: UInt64 = 1, runsTwice: Bool = false, _ change: (inout IdentitySettings) -> Void = { _ in }
  ) {
    self.init(store: MemoryStore(runsTwice: runsTwice), seed: seed, change)
  }
}

/// There is no message with a code.
package struct NoCode: Error {
  package let recipient: String
  package init(recipient: String) { self.recipient = recipient }
}

/// A service over a store, with test doubles for all other ports.
package final class ServiceRig<Store: IdentityStore>: Sendable {
  package let store: Store
  package let clock = SetClock()
  package let hasher = MadeUpHasher()
  package let digests = MadeUpDigests()
  package let providers = MadeUpProviders()
  package let random: CountedBytes
  package let settings: IdentitySettings
  private let proofCount = Atomic<Int>(0)

  package init(
    store: Store, seed: UInt64 = 1, _ change: (inout IdentitySettings) -> Void = { _ in }
  ) {
    self.store = store
    random = CountedBytes(seed: seed)
    var settings = IdentitySettings(
      tokens: TokenSettings(issuer: "https://id", audience: "api", client: "app"),
      servedRegions: ["DE"])
    settings.languages = ["en", "ar", "de"]
    settings.markets = MadeUpMarkets.all
    settings.returns = ReturnAddresses([Self.returnURL])
    settings.passkeys = PasskeySettings(
      party: RelyingParty(
        id: MadeUpAuthenticator.relyingParty, origins: [MadeUpAuthenticator.page]), name: "Test")
    settings.pushPlatforms = Set(PushPlatform.allCases)
    change(&settings)
    self.settings = settings
  }

  package var service: IdentityService {
    IdentityService(
      ports: IdentityPorts(
        store: store, clock: clock, random: random, digests: digests, passwords: hasher,
        sealing: MadeUpSealing(), phones: GermanPhones(), signer: MadeUpSigner(),
        factors: MadeUpFactorSecrets(),
        providers: providers, passkeys: MadeUpPasskeys()),
      settings: settings)
  }

  /// A caller with or without a device key; each call has a fresh proof.
  package func caller(_ key: String?, network: String = "net", cookie: Bool = false) -> Caller {
    Caller(
      proof: key.map { proof($0) } ?? .absent, storage: cookie ? .cookie : .device,
      client: ClientDescription(name: "app", platform: "test", appVersion: "1.0"),
      network: network, language: "en")
  }

  package func proof(_ key: String) -> PresentedProof {
    let number = proofCount.wrappingAdd(1, ordering: .relaxed).newValue
    let claims = ProofClaims(
      key: KeyThumbprint(key), proofID: "proof-of-\(number)", method: "POST", url: "u",
      nonce: ProofNonce.current(at: clock.now(), digests), accessTokenDigest: nil)
    let target = ProofTarget(method: "POST", url: "u", accessTokenDigest: nil)
    switch VerifiedProof.check(claims, for: target, at: clock.now(), digests) {
    case .good(let proof): return .verified(proof)
    case .outdated(let key): return .outdated(key)
    case .refused(let why): preconditionFailure("the rig made a bad proof: \(why)")
    }
  }

  /// A call with the access token of a grant, from the device of its session.
  package func call(_ grant: TokenGrant, crumb: Bool = true, idempotencyKey: String? = nil)
    -> SessionCall
  {
    let session = grant.session
    var caller = caller(session.family.kind.key?.text, cookie: session.family.kind.needsCrumb)
    caller.idempotencyKey = idempotencyKey
    return SessionCall(
      claims: AccessTokenClaims.issue(
        for: session, settings: settings.tokens, tokenID: "t", at: clock.now()),
      crumb: crumb ? grant.crumb : nil, caller: caller)
  }

  package func messages() async -> [OutboxMessage] {
    (try? await store.transaction("read") { try $0.outboxMessages(most: 100_000) }) ?? []
  }

  /// The latest code sent to a recipient, if it came with one.
  package func newestCode(to recipient: String) async -> Secret<OneTimeCode>? {
    let message = await messages().last {
      $0.recipient.text == recipient && $0.sealedSecret != nil
        && ![.identifierChanged, .factorChanged, .factorReset, .deletionScheduled].contains(
          $0.template)
    }
    return message.flatMap { MadeUpSealing.open($0) }.map { Secret($0) }
  }

  package func code(to recipient: String) async throws -> Secret<OneTimeCode> {
    guard let code = await newestCode(to: recipient) else { throw NoCode(recipient: recipient) }
    return code
  }

  /// An account with a confirmed address.
  package func member(_ address: String, password: String, key: String? = nil) async throws {
    let service = service
    let answer = try await service.registration.register(
      userName: address, password: password, caller: caller(key))
    try await service.registration.confirm(
      userName: address, code: try await code(to: address), attempt: answer.attempt,
      caller: caller(key))
    clock.advance(.minutes(2))
  }

  /// Authenticates the user of a session again, by a code (RFC 9470).
  package func stepUp(_ grant: TokenGrant) async throws {
    let begun = try await service.stepUp.begin(call(grant))
    let message = await messages().last { $0.template == .stepUpCode }
    guard let code = message.flatMap({ MadeUpSealing.open($0) }) else {
      throw NoCode(recipient: "the account's own")
    }
    try await service.stepUp.complete(
      ShownCode(Secret(code), token: begun.verificationToken), call(grant))
    clock.advance(.minutes(2))
  }

  /// Signed in by phone, with a new account if the number has none.
  package func phoneMember(_ number: String, key: String) async throws -> TokenGrant {
    let service = service
    let begun = try await service.phones.begin(
      number: number, region: nil, caller: caller(key))
    guard case .challenge(let challenge) = begun else { throw NoCode(recipient: number) }
    let done = try await service.phones.verify(
      token: challenge.verificationToken, code: try await code(to: number), caller: caller(key))
    clock.advance(.minutes(2))
    guard case .signedIn(let grant, _, _) = done else { throw NoCode(recipient: number) }
    return grant
  }
}
