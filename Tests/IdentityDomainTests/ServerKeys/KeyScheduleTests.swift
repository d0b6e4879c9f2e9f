import IdentityDomain
import Testing

@Suite("The lifecycle of server keys")
struct KeyScheduleTests {
  static let start = Timestamp(milliseconds: 1_700_000_000_000)
  private let start = Self.start

  private func key(_ id: String, from moment: Timestamp, _ use: ServerKeyUse = .signing)
    -> ServerKey
  {
    ServerKey(id: KeyID(id), use: use, sealed: [], createdAt: start, activeFrom: moment)
  }

  @Test("The first key of a use is current at once, even if keys of another use exist")
  func first() {
    for use in ServerKeyUse.allCases {
      let others = ServerKeyUse.allCases.filter { $0 != use }.map {
        key($0.rawValue, from: start, $0)
      }
      let schedule = KeySchedule(others, for: use)
      #expect(schedule.current(at: start) == nil)
      #expect(schedule.plan(at: start) == KeyPlan(nextActiveFrom: start, retired: []))
    }
  }

  @Test("The next key is made one lead before its time, and not a millisecond earlier")
  func lead() {
    for use in ServerKeyUse.allCases {
      let term = KeyTerm.of(use)
      let schedule = KeySchedule([key("a", from: start, use)], for: use)
      let due = start + term.period - term.lead
      #expect(schedule.plan(at: due - .milliseconds(1)).isEmpty)
      #expect(
        schedule.plan(at: due) == KeyPlan(nextActiveFrom: start + term.period, retired: []))
      // A server that stood still delays it, but it is still a lead ahead.
      let late = start + .days(5_000)
      #expect(schedule.plan(at: late).nextActiveFrom == late + term.lead)
    }
  }

  @Test(
    "A key is current until the next one is, then readable until its products expire, then removed")
  func life() {
    for use in ServerKeyUse.allCases {
      let term = KeyTerm.of(use)
      let change = start + term.period
      let end = change + term.retention
      let instant = Duration.milliseconds(1)
      let schedule = KeySchedule(
        [key("b", from: change, use), key("a", from: start, use)], for: use)
      for (moment, current, readable) in [
        (start - .days(9), "a", ["a", "b"]), (start, "a", ["a", "b"]),
        (change - instant, "a", ["a", "b"]), (change, "b", ["a", "b"]),
        (end - instant, "b", ["a", "b"]), (end, "b", ["b"]), (end + .days(9_000), "b", ["b"]),
      ] {
        #expect(schedule.current(at: moment)?.id.text == current)
        #expect(schedule.readable(at: moment).map(\.id.text) == readable)
        #expect(schedule.plan(at: moment).retired.isEmpty == (readable.count == 2))
      }
    }
  }

  @Test("The longest-lived products of a key of each use expire before the key is removed")
  func retentions() {
    let leeway = SecurityRules.clockLeeway
    for kind in [SessionKind.bound(KeyThumbprint("k")), .cookie(KeyThumbprint("k")), .compat] {
      #expect(SecurityRules.signingKeyRetention >= kind.accessTokenLifetime + leeway)
      let said = kind.limits.absolute + SecurityRules.endedSessionRetention
      #expect(SecurityRules.digestKeyRetention >= said + leeway)
    }
    let others = [
      SecurityRules.challengeLifetime, SecurityRules.codeLifetime, SecurityRules.guessRetention,
      SecurityRules.pendingLifetime, SecurityRules.idempotencyLifetime,
    ]
    for other in others { #expect(SecurityRules.digestKeyRetention >= other + leeway) }
    for lifetime in [SecurityRules.codeLifetime, SecurityRules.noticeLifetime] {
      #expect(SecurityRules.sealingKeyRetention >= lifetime + leeway)
    }
    for use in ServerKeyUse.allCases {
      let term = KeyTerm.of(use)
      #expect(term.lead < term.period)
      #expect(term.lead > SecurityRules.keyRefreshInterval * 100)
    }
  }

  @Test("A key made by a clock years ahead neither becomes current nor blocks the next one")
  func farAhead() {
    let term = KeyTerm.of(.signing)
    let keys = [key("a", from: start), key("wrong", from: start + .days(4_000))]
    let due = start + term.period - term.lead
    let plan = KeySchedule(keys, for: .signing).plan(at: due)
    #expect(plan == KeyPlan(nextActiveFrom: start + term.period, retired: []))
    let healed = KeySchedule(keys + [key("b", from: start + term.period)], for: .signing)
    #expect(healed.plan(at: due).isEmpty)
    #expect(healed.current(at: start + term.period)?.id.text == "b")
  }

  @Test("A development store starts only for development, and one of real users never does")
  func marks() {
    let development = StoreMarks(isDevelopment: true, masterKeyCheck: [])
    let production = StoreMarks(isDevelopment: false, masterKeyCheck: [])
    #expect(development.refusal(forDevelopment: false) == .developmentStore)
    #expect(development.refusal(forDevelopment: true) == nil)
    #expect(production.refusal(forDevelopment: true) == .productionStore)
    #expect(production.refusal(forDevelopment: false) == nil)
  }
}
