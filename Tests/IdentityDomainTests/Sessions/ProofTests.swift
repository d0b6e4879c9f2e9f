import IdentityDomain
import IdentityTestSupport
import Testing

@Suite("Proofs of possession")
struct ProofTests {
  private let digests = MadeUpDigests()
  private let now = Timestamp(milliseconds: 1_700_000_000_000)
  private let target = ProofTarget(
    method: "POST", url: "https://id.example/v1/login", accessTokenDigest: nil)

  private func claims(nonceOf moment: Timestamp) -> ProofClaims {
    ProofClaims(
      key: KeyThumbprint("own"), proofID: "0123456789abcdef", method: "POST",
      url: "https://id.example/v1/login", nonce: ProofNonce.current(at: moment, digests),
      accessTokenDigest: nil)
  }

  @Test("A proof is valid for its own method, URL and access token only")
  func targets() {
    func verdict(_ change: (inout ProofClaims) -> Void) -> ProofVerdict {
      var changed = claims(nonceOf: now)
      change(&changed)
      return VerifiedProof.check(changed, for: target, at: now, digests)
    }
    guard case .good = verdict({ _ in }) else {
      Issue.record("a right proof is refused")
      return
    }
    #expect(verdict { $0.method = "GET" } == .refused(.otherMethod))
    #expect(verdict { $0.url += "/" } == .refused(.otherURL))
    #expect(verdict { $0.accessTokenDigest = "x" } == .refused(.otherAccessToken))
    #expect(verdict { $0.proofID = "short" } == .refused(.badProofID))
    #expect(verdict { $0.proofID = String(repeating: "j", count: 129) } == .refused(.badProofID))
    #expect(verdict { $0.nonce = nil } == .outdated(KeyThumbprint("own")))
    #expect(verdict { $0.nonce = "n.1.k1.AAAA" } == .outdated(KeyThumbprint("own")))
    let crumb = DerivedToken(subject: "n", generation: 1, key: KeyID("k1")).text(.crumb, digests)
    #expect(verdict { $0.nonce = crumb } == .outdated(KeyThumbprint("own")))
  }

  @Test("A nonce is valid for at least one span and less than two, on every node")
  func nonceAge() {
    let span = SecurityRules.proofNonceSpan
    for offset in stride(from: Int64(0), to: 240_000, by: 997) {
      let made = now + .milliseconds(offset)
      let nonce = ProofNonce.current(at: made, digests)
      #expect(ProofNonce.isGood(nonce, at: made, digests))
      #expect(ProofNonce.isGood(nonce, at: made + span, MadeUpDigests()))
      #expect(!ProofNonce.isGood(nonce, at: made + span + span, digests))
      #expect(!ProofNonce.isGood(nonce, at: made - span, digests))
      #expect(!ProofNonce.isGood(nonce, at: made, MadeUpDigests(keys: ["other"])))
    }
  }

  @Test("No proof is forgotten while its nonce is still valid")
  func forgetting() {
    for offset in stride(from: Int64(0), to: 480_000, by: 1_499) {
      let seen = now + .milliseconds(offset)
      guard
        case .good(let proof) = VerifiedProof.check(
          claims(nonceOf: seen), for: target, at: seen, digests)
      else {
        Issue.record("a right proof is refused")
        return
      }
      let later = VerifiedProof.check(
        claims(nonceOf: seen), for: target, at: proof.forgettableAt, digests)
      #expect(later == .outdated(proof.key))
    }
  }
}
