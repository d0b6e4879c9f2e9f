import Portico
import Testing

@Suite("Lock: when home is locked")
struct HomeLockRuleTests {
  /// In a class, since an expectation may not change a value.
  private final class HeldRule {
    var rule: HomeLockRule
    init(graceSeconds: Int) { rule = HomeLockRule(graceSeconds: graceSeconds) }
    var cover: HomeLockRule.Cover { rule.cover }
    func handle(_ event: HomeLockRule.Event) -> Bool { rule.handle(event) }
  }

  /// A launch with a session, unlocked; in the foreground since 0.
  private func opened(graceSeconds: Int = 60) -> HeldRule {
    let rule = HeldRule(graceSeconds: graceSeconds)
    _ = rule.handle(.enteredForeground(at: 0))
    #expect(rule.handle(.signedIn))
    #expect(!rule.handle(.checked(.unlocked)))
    #expect(rule.cover == .none)
    return rule
  }

  @Test("Until the session has been read the content is hidden, without a question")
  func unknown() {
    let rule = HeldRule(graceSeconds: 60)
    #expect(!rule.handle(.enteredForeground(at: 0)))
    #expect(!rule.handle(.unlockAsked))
    #expect(rule.cover == .hidden)
  }

  @Test("A launch with a session asks once, as soon as the app is in the foreground")
  func launch() {
    let rule = HeldRule(graceSeconds: 60)
    #expect(!rule.handle(.signedIn))
    #expect(rule.cover == .locked(isAsking: false))
    #expect(rule.handle(.enteredForeground(at: 0)))
    #expect(!rule.handle(.signedIn))
    #expect(!rule.handle(.unlockAsked))
    #expect(rule.cover == .locked(isAsking: true))
  }

  @Test("Who has just signed in is not asked, and nobody is asked while nobody is signed in")
  func freshSignIn() {
    let rule = HeldRule(graceSeconds: 0)
    #expect(!rule.handle(.enteredForeground(at: 0)))
    #expect(!rule.handle(.signedOut))
    #expect(!rule.handle(.enteredBackground(at: 1)))
    #expect(rule.cover == .none)
    #expect(!rule.handle(.enteredForeground(at: 1_000_000)))
    #expect(!rule.handle(.signedIn))
    #expect(rule.cover == .none)
  }

  @Test(
    "Coming back locks after the grace period, and after a clock that went backwards",
    arguments: [
      (60, 59_999, false), (60, 60_000, true), (60, -1, true), (0, 0, true), (-5, 0, true),
      (Int.max, 86_399_999, false), (Int.max, 86_400_000, true), (60, Int64.min, true),
    ] as [(Int, Int64, Bool)])
  func grace(seconds: Int, away: Int64, locks: Bool) {
    let rule = opened(graceSeconds: seconds)
    let left: Int64 = away == .min ? .max : 1_000
    #expect(!rule.handle(.enteredBackground(at: left)))
    #expect(rule.cover == .hidden)
    let back = away == .min ? away : left + away
    #expect(rule.handle(.enteredForeground(at: back)) == locks)
    #expect(rule.cover == (locks ? .locked(isAsking: true) : .none))
  }

  @Test("A second report of the background does not shorten the absence")
  func reportedTwice() {
    let rule = opened()
    _ = rule.handle(.enteredBackground(at: 0))
    _ = rule.handle(.enteredBackground(at: 59_000))
    #expect(rule.handle(.enteredForeground(at: 60_000)))
  }

  @Test(
    "A cancelled or failed question stays locked and comes back at the button alone",
    arguments: [OwnerCheck.cancelled, .failed])
  func cancelled(check: OwnerCheck) {
    let rule = HeldRule(graceSeconds: 60)
    _ = rule.handle(.enteredForeground(at: 0))
    #expect(rule.handle(.signedIn))
    #expect(!rule.handle(.checked(check)))
    #expect(rule.cover == .locked(isAsking: false))
    #expect(!rule.handle(.enteredBackground(at: 0)))
    #expect(!rule.handle(.enteredForeground(at: 1_000)))
    #expect(rule.handle(.unlockAsked))
  }

  @Test(
    "A device without a passcode has nothing to check: it opens, and is asked again at the next lock"
  )
  func unavailable() {
    let rule = HeldRule(graceSeconds: 0)
    _ = rule.handle(.enteredForeground(at: 0))
    #expect(rule.handle(.signedIn))
    #expect(!rule.handle(.checked(.unavailable)))
    #expect(rule.cover == .none)
    _ = rule.handle(.enteredBackground(at: 1))
    #expect(rule.handle(.enteredForeground(at: 1)))
  }

  @Test(
    "The answer to a question from before a long absence unlocks nothing, and the owner is asked again"
  )
  func outdated() {
    let rule = HeldRule(graceSeconds: 60)
    _ = rule.handle(.enteredForeground(at: 0))
    #expect(rule.handle(.signedIn))
    _ = rule.handle(.enteredBackground(at: 0))
    #expect(!rule.handle(.enteredForeground(at: 60_000)))
    #expect(rule.handle(.checked(.unlocked)))
    #expect(rule.cover == .locked(isAsking: true))
    #expect(!rule.handle(.checked(.unlocked)))
    #expect(rule.cover == .none)
  }

  @Test("A sign-out takes the cover away, and an answer that comes later changes nothing")
  func signOut() {
    let rule = HeldRule(graceSeconds: 60)
    _ = rule.handle(.enteredForeground(at: 0))
    #expect(rule.handle(.signedIn))
    #expect(!rule.handle(.signedOut))
    #expect(rule.cover == .none)
    #expect(!rule.handle(.checked(.failed)))
    #expect(!rule.handle(.signedIn))
    #expect(rule.cover == .none)
  }

  @Test("An answer that nobody asked for unlocks nothing")
  func unasked() {
    let rule = HeldRule(graceSeconds: 60)
    _ = rule.handle(.signedIn)
    #expect(!rule.handle(.checked(.unlocked)))
    #expect(rule.cover == .locked(isAsking: false))
  }
}
