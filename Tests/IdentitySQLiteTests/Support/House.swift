import IdentityDomain
import IdentitySQLite
import Synchronization

/// The service over a store in a file, with everything else made up. It writes down every secret
/// that goes in or comes out.
final class House: Sendable {
  final class Clock: WallClock {
    private let moment = Mutex(Timestamp(milliseconds: 1_700_000_000_000))
    func now() -> Timestamp { moment.withLock { $0 } }
    func advance(_ wait: Duration) { moment.withLock { $0 = $0 + wait } }
  }

  final class Chance: RandomBytes {
    private let random = Mutex(SplitMix(announcing: "House", seed: 11))
    func bytes(_ count: Int) -> [UInt8] {
      random.withLock { random in
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next() >> 24) }
      }
    }
  }

  /// FNV-1a in four lanes: it protects nothing, but does not repeat its input.
  struct Digests: KeyedDigest {
    var currentKey: KeyID { KeyID("k1") }
    func digest(_ message: [UInt8], for purpose: DigestPurpose, under key: KeyID) -> [UInt8]? {
      var result: [UInt8] = []
      for lane in UInt64(0)..<4 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 &+ lane
        for byte in Array(purpose.rawValue.utf8) + message {
          hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        for shift in stride(from: 0, to: 64, by: 8) {
          result.append(UInt8(truncatingIfNeeded: hash >> UInt64(shift)))
        }
      }
      return result
    }
  }

  struct Hasher: PasswordHashing {
    func hash(_ password: PlaintextPassword) async throws -> PasswordHash {
      let digest =
        Digests().digest(
          [password.secret.exposed], for: .pendingPassword, under: KeyID("k1")) ?? []
      return PasswordHash("made-up$" + Base64URL.text(digest))
    }
    func verify(
      _ password: PlaintextPassword, against hash: PasswordHash?
    ) async throws -> PasswordVerdict {
      try await self.hash(password) == hash ? .right(isOutdated: false) : .wrong
    }
  }

  struct Sealer: Sealing {
    func seal(_ secret: [UInt8], nonce: [UInt8], context: String) throws -> [UInt8] {
      secret.map { $0 &+ 101 }
    }
    func open(_ sealed: [UInt8], context: String) throws -> [UInt8] {
      sealed.map { $0 &- 101 }
    }
  }

  struct Phones: PhoneNumberParsing {
    func parse(_ typed: String, region: String?) -> PhoneNumber? {
      PhoneNumber(e164: typed, region: "DE")
    }
  }

  struct Signer: TokenSigner {
    func sign(_ claims: AccessTokenClaims) async throws -> Secret<AccessToken> {
      Secret("access.\(claims.session).\(claims.tokenID)")
    }
    func sign(_ claims: IDTokenClaims) async throws -> Secret<IDToken> {
      Secret("id.\(claims.subject)")
    }
  }

  let store: SQLiteStore
  let clock = Clock()
  let random = Chance()
  let secrets = Mutex<Set<String>>([])
  private let settings = IdentitySettings(
    tokens: TokenSettings(issuer: "https://id", audience: "api", client: "app"),
    servedRegions: ["DE"])

  init(_ store: SQLiteStore) { self.store = store }

  var service: IdentityService {
    IdentityService(
      ports: IdentityPorts(
        store: store, clock: clock, random: random, digests: Digests(), passwords: Hasher(),
        sealing: Sealer(), phones: Phones(), signer: Signer()),
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
    guard
      let sealed = messages.last(where: {
        $0.recipient.text == recipient && $0.sealedSecret != nil
      })?.sealedSecret
    else { throw NoCode(recipient: recipient) }
    return Secret(secret(String(decoding: sealed.map { $0 &- 101 }, as: UTF8.self)))
  }

  struct NoCode: Error { let recipient: String }

  private func proof(_ key: String) -> PresentedProof {
    let nonce = ProofNonce.current(at: clock.now(), Digests())
    if let nonce { _ = secret(nonce) }
    let claims = ProofClaims(
      key: KeyThumbprint(key), proofID: Base64URL.text(random.bytes(16)), method: "POST", url: "u",
      nonce: nonce, accessTokenDigest: nil)
    let target = ProofTarget(method: "POST", url: "u", accessTokenDigest: nil)
    switch VerifiedProof.check(claims, for: target, at: clock.now(), Digests()) {
    case .good(let proof): return .verified(proof)
    case .outdated(let key): return .outdated(key)
    case .refused(let why): preconditionFailure("the house made a bad proof: \(why)")
    }
  }
}
