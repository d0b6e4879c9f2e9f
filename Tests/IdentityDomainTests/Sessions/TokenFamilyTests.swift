import IdentityDomain
import Testing

@Suite("Token families, rule by rule")
struct TokenFamilyTests {
  private let own = KeyThumbprint("own")
  private let start = Timestamp(milliseconds: 1_700_000_000_000)

  private func family(_ kind: SessionKind) -> HeldFamily {
    HeldFamily(TokenFamily(kind: kind, openedAt: start, derivationKey: KeyID("k1")))
  }

  private func attempt(
    _ generation: Int, _ proof: ProofStanding, after wait: Duration = .zero
  ) -> RefreshAttempt {
    RefreshAttempt(generation: generation, proof: proof, now: start + wait, newKey: KeyID("k2"))
  }

  /// A family whose newest token is of generation 3.
  private func rotatedFamily() -> HeldFamily {
    let family = family(.bound(own))
    for generation in 0..<3 { _ = family.refresh(attempt(generation, .fresh(own))) }
    return family
  }

  @Test(
    "Without a fresh proof by the family's own key nothing changes",
    arguments: [
      (ProofStanding.absent, RefreshRefusal.proofMissing),
      (.fresh(KeyThumbprint("other")), .foreignKey),
      (.outdated(KeyThumbprint("other")), .foreignKey),
      (.duplicate(KeyThumbprint("other")), .foreignKey),
      (.outdated(KeyThumbprint("own")), .proofOutdated),
      (.duplicate(KeyThumbprint("own")), .proofDuplicate),
    ])
  func unproven(proof: ProofStanding, refusal: RefreshRefusal) {
    let before = rotatedFamily().family
    for generation in -1...4 {
      for wait in [Duration.zero, .days(400)] {
        let after = HeldFamily(before)
        #expect(after.refresh(attempt(generation, proof, after: wait)) == .refused(refusal))
        #expect(after.family == before)
      }
    }
  }

  @Test("A fresh proof with a token older than the predecessor ends the family as reuse")
  func reuse() {
    for generation in 0...1 {
      let family = rotatedFamily()
      #expect(family.refresh(attempt(generation, .fresh(own))) == .ended(.refreshTokenReuse))
      #expect(family.end?.at == start)
      #expect(family.end?.cause == .refreshTokenReuse)
      let refused = RefreshDecision.refused(.alreadyEnded(.refreshTokenReuse))
      #expect(family.refresh(attempt(3, .fresh(own))) == refused)
    }
  }

  @Test("The predecessor returns the same successor, under the key of its time, however late")
  func predecessor() {
    let family = family(.bound(own))
    #expect(family.refresh(attempt(0, .fresh(own))) == .rotated)
    var later = attempt(0, .fresh(own), after: .days(89))
    later.newKey = KeyID("k3")
    #expect(family.refresh(later) == .repeated)
    #expect(family.generation == 1)
    #expect(family.derivationKey == KeyID("k2"))
  }

  @Test("A compat family keeps its refresh token for 90 days, at most 30 of them unused")
  func compat() {
    let family = family(.compat)
    for day in stride(from: Int64(29), to: 90, by: 29) {
      #expect(family.refresh(attempt(0, .absent, after: .days(day))) == .extended)
      #expect(family.generation == 0)
    }
    #expect(family.refresh(attempt(0, .absent, after: .days(90))) == .ended(.absoluteTimeout))
    let idle = self.family(.compat)
    #expect(idle.refresh(attempt(0, .absent, after: .days(30))) == .ended(.idleTimeout))
  }

  @Test("ENT-10: a family ends once, and later causes do not change the first")
  func endsOnce() {
    for first in SignOutCause.allCases {
      let family = family(.cookie(own))
      #expect(family.revoke(first, at: start))
      for second in SignOutCause.allCases {
        #expect(!family.revoke(second, at: start + .hours(1)))
      }
      #expect(family.end?.at == start)
      #expect(family.end?.cause == first)
      #expect(family.standing(at: start) == .ended(first))
      #expect(family.expire(at: start + .days(1_000)) == nil)
    }
  }

  @Test("Reading extends the idle timeout at most once a minute, and revives nothing")
  func touches() {
    let family = family(.bound(own))
    #expect(!family.touch(at: start + .seconds(59)))
    #expect(family.touch(at: start + .seconds(60)))
    #expect(!family.touch(at: start + .seconds(119)))
    let end = family.expiresAt
    #expect(!family.touch(at: end))
    #expect(family.standing(at: end) == .expired(.idleTimeout))
    #expect(family.expire(at: end) == .idleTimeout)
    #expect(family.standing(at: start) == .ended(.idleTimeout))
  }
}
