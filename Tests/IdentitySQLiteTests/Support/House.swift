import IdentityDomain
import IdentitySQLite
import IdentityTestSupport
import Synchronization

/// The service over a store in a file, with everything else made up. It writes down every secret
/// that goes in or comes out.
final class House: Sendable {
  let store: SQLiteStore
  let clock = SetClock()
  let random = CountedBytes(seed: 11)
  private let digests = MadeUpDigests()
  let secrets = Mutex<Set<String>>([])
  private let settings: IdentitySettings = {
    var settings = IdentitySettings(
      tokens: TokenSettings(issuer: "https://id", audience: "api", client: "app"),
      servedRegions: ["DE"])
    settings.pushPlatforms = Set(PushPlatform.allCases)
    return settings
  }()

  init(_ store: SQLiteStore) { self.store = store }

  var service: IdentityService {
    IdentityService(
      ports: IdentityPorts(
        store: store, clock: clock, random: random, digests: digests,
        passwords: MadeUpHasher(), sealing: MadeUpSealing(), phones: GermanPhones(),
        signer: MadeUpSigner(), factors: MadeUpFactorSecrets()),
      settings: settings)
  }

  func secret(_ text: String) -> String {
    secrets.withLock { _ = $0.insert(text) }
    return text
  }

  func note(_ grant: TokenGrant) {
    let all = [
      grant.accessToken.exposed, grant.refreshToken?.exposed, grant.idToken?.exposed,
      grant.crumb?.exposed,
    ]
    for case let text? in all { _ = secret(text) }
  }

  /// A caller whose body and proof are secrets as well.
  func caller(_ key: String?, cookie: Bool = false) -> Caller {
    Caller(
      proof: key.map { proof($0) } ?? .absent, storage: cookie ? .cookie : .device,
      client: ClientDescription(name: "app", platform: "test", appVersion: "1.0"),
      network: "net", language: "en", idempotencyKey: Base64URL.text(random.bytes(16)),
      body: Secret(secret("canary-body-" + Base64URL.text(random.bytes(6)))))
  }

  func call(_ grant: TokenGrant) -> SessionCall {
    SessionCall(
      claims: AccessTokenClaims.issue(
        for: grant.session, settings: settings.tokens, tokenID: "t", at: clock.now()),
      crumb: grant.crumb, caller: caller(grant.session.family.kind.key?.text))
  }

  /// The newest code that was sent to somebody.
  func code(to recipient: String) async throws -> Secret<OneTimeCode> {
    let messages = try await store.read("outbox") { try $0.outboxMessages(most: 10_000) }
    let codes = messages.filter { $0.recipient.text == recipient }
      .compactMap { MadeUpSealing.open($0) }
    guard let code = codes.last else { throw NoCode(recipient: recipient) }
    return Secret(secret(code))
  }

  private func proof(_ key: String) -> PresentedProof {
    let nonce = ProofNonce.current(at: clock.now(), digests)
    if let nonce { _ = secret(nonce) }
    let claims = ProofClaims(
      key: KeyThumbprint(key), proofID: Base64URL.text(random.bytes(16)), method: "POST", url: "u",
      nonce: nonce, accessTokenDigest: nil)
    let target = ProofTarget(method: "POST", url: "u", accessTokenDigest: nil)
    switch VerifiedProof.check(claims, for: target, at: clock.now(), digests) {
    case .good(let proof): return .verified(proof)
    case .outdated(let key): return .outdated(key)
    case .refused(let why): preconditionFailure("the house made a bad proof: \(why)")
    }
  }
}
