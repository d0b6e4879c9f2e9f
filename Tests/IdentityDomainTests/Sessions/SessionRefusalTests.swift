import IdentityDomain
import Testing

@Suite("What a session may be used for")
struct SessionRefusalTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)
  private let own = KeyThumbprint("own")
  private let other = KeyThumbprint("other")

  /// The rules restated, as one condition for each reason.
  private func isAllowed(
    _ kind: SessionKind, _ scope: SessionScope, _ need: SessionNeed, _ proof: ProofStanding,
    hasCrumb: Bool, isCompatOn: Bool, isLive: Bool
  ) -> Bool {
    var isCookie = false
    var provesKey = true
    switch kind {
    case .compat: provesKey = isCompatOn
    case .cookie:
      isCookie = true
      fallthrough
    case .bound:
      provesKey = proof == .fresh(own) || (proof == .duplicate(own) && !need.changesState)
    }
    let hasScope = scope == .full || (scope == .anonymous && need.scope == .anonymous)
    let isGuarded = !isCookie || !need.changesState || hasCrumb
    return isLive && provesKey && hasScope && isGuarded
  }

  @Test("Every combination of kind, scope, need, proof, crumb and standing")
  func combinations() {
    let proofs: [ProofStanding] = [
      .absent, .fresh(own), .fresh(other), .outdated(own), .outdated(other), .duplicate(own),
      .duplicate(other),
    ]
    let needs: [SessionNeed] = [.read, .write, .anonymousRead, .anonymousWrite]
    var allowed = 0
    for kind in [SessionKind.bound(own), .cookie(own), .compat] {
      for scope in [SessionScope.full, .anonymous, .passwordChange] {
        for (need, proof) in needs.flatMap({ need in proofs.map { (need, $0) } }) {
          for bits in 0..<8 {
            let (hasCrumb, isCompatOn, isLive) = (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0)
            var family = TokenFamily(kind: kind, openedAt: now, derivationKey: KeyID("k"))
            if !isLive { family.revoke(.logout, at: now) }
            let session = Session(
              id: ID("s"), holder: .account(ID("a")), scope: scope, authenticatedAt: now,
              methods: [], client: ClientDescription(name: "", platform: "", appVersion: ""),
              family: family)
            let refusal = session.refusal(
              need, proof: proof, hasCrumb: hasCrumb, isCompatOn: isCompatOn, at: now)
            let wanted = isAllowed(
              kind, scope, need, proof, hasCrumb: hasCrumb, isCompatOn: isCompatOn,
              isLive: isLive)
            #expect(
              (refusal == nil) == wanted,
              "\(kind) \(scope) \(need) \(proof) \(bits): \(String(describing: refusal))")
            if wanted { allowed += 1 }
          }
        }
      }
    }
    #expect(allowed > 100)
  }
}
