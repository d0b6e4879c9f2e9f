import IdentityDomain
import IdentityTestSupport
import Testing

@Suite("Access tokens and crumbs")
struct AccessTokenTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)
  private let settings = TokenSettings(issuer: "https://id", audience: "api", client: "app")

  private func session(_ kind: SessionKind, id: String = "s") -> Session {
    Session(
      id: ID(id), holder: .account(ID("a")), scope: .full, authenticatedAt: now,
      methods: [.password], client: ClientDescription(name: "", platform: "", appVersion: ""),
      family: TokenFamily(kind: kind, openedAt: now, derivationKey: KeyID("k1")))
  }

  @Test("A key-bound token is accepted only as DPoP with its own key, a bare one only without")
  func schemes() {
    let own = KeyThumbprint("own")
    let bound = AccessTokenClaims.issue(
      for: session(.bound(own)), settings: settings, tokenID: "t", at: now)
    let bare = AccessTokenClaims.issue(
      for: session(.compat), settings: settings, tokenID: "t", at: now)
    let keys: [KeyThumbprint?] = [nil, own, KeyThumbprint("other")]
    for key in keys {
      for scheme in [AuthorizationScheme.bare, .bearer, .proofOfPossession] {
        let first = bound.refusal(scheme: scheme, proofKey: key, settings: settings, at: now)
        #expect((first == nil) == (scheme == .proofOfPossession && key == own))
        let second = bare.refusal(scheme: scheme, proofKey: key, settings: settings, at: now)
        #expect((second == nil) == (scheme != .proofOfPossession))
      }
    }
  }

  @Test("A token lives ten minutes, in a compat session an hour, and never outlives the session")
  func lifetimes() {
    let bound = session(.bound(KeyThumbprint("own")))
    func expiry(_ session: Session, at moment: Timestamp) -> Timestamp {
      AccessTokenClaims.issue(for: session, settings: settings, tokenID: "t", at: moment).expiresAt
    }
    #expect(expiry(bound, at: now) == now + .minutes(10))
    #expect(expiry(session(.compat), at: now) == now + .hours(1))
    let end = now + .days(365)
    #expect(expiry(bound, at: end - .minutes(3)) == end)
  }

  @Test("A token that is expired, from the future, or for another server or audience is refused")
  func refusals() {
    let token = AccessTokenClaims.issue(
      for: session(.compat), settings: settings, tokenID: "t", at: now)
    func refusal(_ moment: Timestamp, _ settings: TokenSettings) -> AccessTokenRefusal? {
      token.refusal(scheme: .bearer, proofKey: nil, settings: settings, at: moment)
    }
    #expect(refusal(now + .hours(1) + .seconds(4), settings) == nil)
    #expect(refusal(now + .hours(1) + .seconds(5), settings) == .expired)
    #expect(refusal(now - .seconds(5), settings) == nil)
    #expect(refusal(now - .seconds(6), settings) == .fromTheFuture)
    var other = settings
    other.issuer = "https://evil"
    #expect(refusal(now, other) == .foreignIssuer)
    other = settings
    other.audience = "app"
    #expect(refusal(now, other) == .foreignAudience)
  }

  @Test("BOOT-6: a crumb is stable over refreshes and valid for its own session only")
  func crumbs() throws {
    let digests = MadeUpDigests(keys: ["k1", "k2"])
    let own = KeyThumbprint("own")
    var session = session(.cookie(own))
    let crumb = try #require(Crumb.issue(for: session, digests))
    _ = session.family.refresh(
      RefreshAttempt(generation: 0, proof: .fresh(own), now: now, newKey: KeyID("k2")))
    #expect(Crumb.issue(for: session, digests) == crumb)
    #expect(Crumb.isValid(crumb, for: session.id, digests))
    #expect(!Crumb.isValid(crumb, for: ID("other"), digests))
    #expect(!Crumb.isValid(nil, for: session.id, digests))
    let token = DerivedToken(subject: "s", generation: 0, key: KeyID("k1"))
    let refreshToken = try #require(token.text(.refreshToken, digests))
    #expect(!Crumb.isValid(Secret(refreshToken), for: session.id, digests))
  }

  @Test("No description shows a secret")
  func secrets() {
    let secret = Secret<RefreshToken>("canary")
    var shown = "\(secret) \(String(reflecting: secret)) \([secret]) "
    dump(secret, to: &shown)
    #expect(!shown.contains("canary"))
  }
}
