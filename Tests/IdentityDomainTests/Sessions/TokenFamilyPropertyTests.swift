import IdentityDomain
import TestSupport
import Testing

@Suite("Token families against a naive model")
struct TokenFamilyPropertyTests {
  static let own = KeyThumbprint("own")
  static let start = Timestamp(milliseconds: 1_700_000_000_000)
  static let kinds: [SessionKind] = [.bound(own), .cookie(own), .compat]

  @Test("Any interleaving of rotate, retry, replay, revoke and expire matches the model")
  func interleavings() {
    var random = SeededGenerator(announcing: "token families", seed: 0xFA417)
    var seen: [String: Int] = [:]
    for round in 0..<6_000 {
      let kind = random.pick(Self.kinds)
      var family = TokenFamily(kind: kind, openedAt: Self.start, derivationKey: KeyID("k"))
      var model = ReferenceFamily(kind: kind, opened: Self.start)
      var now = Self.start
      for step in 0..<(1 + random.below(40)) {
        now = now + Self.pause(&random)
        switch random.below(12) {
        case 0:
          let cause = random.pick(SignOutCause.allCases)
          let isFirst = family.revoke(cause, at: now)
          #expect(isFirst == !model.isOver)
          model.end(cause)
        case 1, 2:
          _ = family.touch(at: now)
          model.read(at: now)
        default:
          let newest = model.tokens.count - 1
          let token = max(0, newest + 1 - [1, 1, 1, 2, 2, 3, 4, 9, 0][random.below(9)])
          let proof = Self.proof(&random)
          let wanted = model.present(token, proof: proof, at: now)
          let decision = family.refresh(
            RefreshAttempt(generation: token, proof: proof, now: now, newKey: KeyID("k")))
          let got = Self.answer(decision, family)
          #expect(got == wanted, "seed \(random.seed) round \(round) step \(step): \(decision)")
          seen["\(decision)".prefix { $0 != "(" }.description, default: 0] += 1
        }
        #expect(family.end?.cause == model.cause, "seed \(random.seed) round \(round)")
        #expect(family.lastUsedAt == model.lastUse, "seed \(random.seed) round \(round)")
      }
    }
    for decision in ["rotated", "repeated", "extended", "refused", "ended"] {
      #expect(seen[decision, default: 0] > 500, "the rounds did not reach \(decision): \(seen)")
    }
  }

  @Test("Every order of up to six presentations of four tokens matches the model")
  func exhaustive() {
    let fresh = ProofStanding.fresh(Self.own)
    var lists: [[Int]] = [[]]
    for _ in 0..<6 { lists += lists.flatMap { list in (0..<4).map { list + [$0] } } }
    let distinct = Set(lists)
    #expect(distinct.count == 5_461)
    for list in distinct {
      var family = TokenFamily(
        kind: .bound(Self.own), openedAt: Self.start, derivationKey: KeyID("k"))
      var model = ReferenceFamily(kind: .bound(Self.own), opened: Self.start)
      for token in list {
        let wanted = model.present(token, proof: fresh, at: Self.start)
        let got = family.refresh(
          RefreshAttempt(generation: token, proof: fresh, now: Self.start, newKey: KeyID("k")))
        #expect(Self.answer(got, family) == wanted, "\(list)")
      }
    }
  }

  @Test("CMP-1: a client that loses any responses, and presents what it has, is never signed out")
  func lostAnswers() {
    var random = SeededGenerator(announcing: "lost answers", seed: 77)
    for _ in 0..<500 {
      var family = TokenFamily(
        kind: .bound(Self.own), openedAt: Self.start, derivationKey: KeyID("k"))
      var held = 0
      var now = Self.start
      for _ in 0..<60 {
        now = now + .hours(Int64(random.below(24 * 30)))
        guard now < Self.start + .days(365) else { break }
        let decision = family.refresh(
          RefreshAttempt(
            generation: held, proof: .fresh(Self.own), now: now, newKey: KeyID("k")))
        #expect(decision == .rotated || decision == .repeated)
        if random.chance(50) { held = family.generation }
      }
      #expect(family.end == nil)
    }
  }

  private static func answer(
    _ decision: RefreshDecision, _ family: TokenFamily
  ) -> ReferenceFamily.Answer {
    switch decision {
    case .rotated, .repeated, .extended: .token(family.generation)
    case .refused: .refused
    case .ended(let cause): .ended(cause)
    }
  }

  private static func pause(_ random: inout SeededGenerator) -> Duration {
    switch random.below(20) {
    case 0: .days(Int64(random.below(120)))
    case 1: .zero - .minutes(Int64(random.below(300)))
    case 2...8: .zero
    default: .seconds(Int64(random.below(7_200)))
    }
  }

  private static func proof(_ random: inout SeededGenerator) -> ProofStanding {
    let key = random.chance(92) ? own : KeyThumbprint("other")
    switch random.below(14) {
    case 0: return .absent
    case 1: return .outdated(key)
    case 2: return .duplicate(key)
    default: return .fresh(key)
    }
  }
}
