import Crypto
import IdentityDomain
import IdentityKeys
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The service with the real keys")
struct ServiceTests {
  private let house = KeyHouse()
  private let device = P256.Signing.PrivateKey()

  private func service(_ server: KeyKeeper) -> IdentityService {
    IdentityService(
      ports: IdentityPorts(
        store: house.store, clock: house.clock, random: SystemRandomBytes(),
        digests: server.ring, passwords: MadeUpHasher(), sealing: server.ring,
        phones: GermanPhones(), signer: ES256Tokens(server.ring),
        factors: FactorKeys(server.ring)),
      settings: IdentitySettings(
        tokens: TokenSettings(issuer: "https://id", audience: "api", client: "app"),
        servedRegions: ["DE"]))
  }

  /// A caller with a proof that was signed, read and checked.
  private func caller(_ server: KeyKeeper, _ proofID: String) async throws -> Caller {
    let now = house.clock.now()
    let nonce = try #require(ProofNonce.current(at: now, server.ring))
    let text = try Proofs.text(
      device,
      payload:
        #"{"jti":"\#(proofID)","htm":"POST","htu":"https://id/u","iat":1,"nonce":"\#(nonce)"}"#)
    let claims = try #require(await ES256Tokens(server.ring).proof(text))
    let target = ProofTarget(method: "POST", url: "https://id/u", accessTokenDigest: nil)
    guard case .good(let proof) = VerifiedProof.check(claims, for: target, at: now, server.ring)
    else { throw NoProof() }
    return Caller(
      proof: .verified(proof), storage: .device,
      client: ClientDescription(name: "app", platform: "test", appVersion: "1"), network: "net",
      language: "en")
  }

  private struct NoProof: Error {}

  @Test("A phone sign-in, its refreshes and its access tokens survive rotations of all keys")
  func session() async throws {
    var server = try await house.server()
    // So the digest key, which works for a year, changes within this session's year.
    house.clock.advance(.days(200))
    try await server.refresh()
    let begun = try await service(server).phones.begin(
      number: "+4915112345678", region: nil, caller: try await caller(server, "proof-id-1"))
    guard case .challenge(let challenge) = begun else {
      Issue.record("no challenge")
      return
    }
    let message = try #require(
      try await house.store.read("outbox") { try $0.outboxMessages(most: 1).first })
    let sealed = try #require(message.sealedSecret)
    let code = String(
      decoding: try server.ring.open(sealed, context: message.id.text), as: UTF8.self)
    let done = try await service(server).phones.verify(
      token: challenge.verificationToken, code: Secret(code),
      caller: try await caller(server, "proof-id-2"))
    guard case .signedIn(var grant, _, _) = done else {
      Issue.record("not signed in")
      return
    }
    var keys: Set<KeyID> = []
    for round in 0..<12 {
      // Alternately a server that runs on, and one that was started again.
      house.clock.advance(.days(round == 11 ? 20 : 31))
      if round % 2 == 0 { try await server.refresh() } else { server = try await house.server() }
      let token = try #require(grant.refreshToken)
      grant = try await service(server).sessions.refresh(
        token, caller: try await caller(server, "refresh-\(round)"))
      let claims = try #require(await ES256Tokens(server.ring).accessToken(grant.accessToken))
      #expect(
        claims.session == grant.session.id && claims.boundKey == grant.session.family.kind.key)
      let settings = TokenSettings(issuer: "https://id", audience: "api", client: "app")
      let refusal = claims.refusal(
        scheme: .proofOfPossession, proofKey: claims.boundKey, settings: settings,
        at: house.clock.now())
      #expect(refusal == nil)
      keys.insert(grant.session.family.derivationKey)
      let crumb = try #require(grant.crumb)
      #expect(Crumb.isValid(crumb, for: grant.session.id, server.ring))
    }
    let signing = try await house.rows(.signing)
    #expect(keys.count == 2, "the digest key did not change")
    #expect(signing.count <= 2)
  }
}
