import Portico
import TestSupport
import Testing

@Suite("Lock: any order of events")
struct HomeLockRandomTests {
  private typealias Event = HomeLockRule.Event

  private static func event(
    _ time: Int64, _ hasPrompt: Bool, _ random: inout SeededGenerator
  ) -> Event {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: .signedIn
    case 1: .signedOut
    case 2: .enteredBackground(at: time)
    case 3: .enteredForeground(at: time)
    case 4: .unlockAsked
    default:
      hasPrompt
        ? .checked([.unlocked, .cancelled, .failed, .unavailable].randomElement(using: &random)!)
        : .enteredForeground(at: time)
    }
  }

  @Test(
    "What was locked opens by the owner alone, one question is asked at a time, and never without a session"
  )
  func properties() {
    var random = SeededGenerator(announcing: "HomeLockRandomTests.properties", seed: 24)
    for _ in 0..<5_000 {
      let grace = [0, 1, 60].randomElement(using: &random)!
      var rule = HomeLockRule(graceSeconds: grace)
      var time: Int64 = 0
      var prompts = 0
      var isSignedIn: Bool?
      var isForeground = false
      var leftAt: Int64?
      // Whether the question was asked since the last lock or sign-out.
      var isAnswerable = false
      for _ in 0..<40 {
        time += Int64.random(in: -500...70_000, using: &random)
        let event = Self.event(time, prompts > 0, &random)
        let before = rule.cover
        var mustLock = false
        switch event {
        case .signedIn:
          mustLock = isSignedIn == nil
          isSignedIn = true
        case .signedOut: (isSignedIn, isAnswerable) = (false, false)
        case .enteredBackground where isForeground: (isForeground, leftAt) = (false, time)
        case .enteredForeground where !isForeground:
          isForeground = true
          if let left = leftAt, isSignedIn == true {
            mustLock = time < left || time - left >= Int64(grace) * 1_000
            if mustLock { isAnswerable = false }
          }
          leftAt = nil
        case .checked: prompts -= 1
        default: break
        }
        let asks = rule.handle(event)
        if asks { prompts += 1 }
        #expect(prompts <= 1)
        if asks { #expect(isSignedIn == true && isForeground) }
        if mustLock { #expect(rule.cover != .none && rule.cover != .hidden) }
        // Hidden, and not only at the next event, while the app is away.
        if isSignedIn == true, !isForeground { #expect(rule.cover != .none) }
        if isSignedIn == false { #expect(rule.cover == .none) }
        if isSignedIn == true, event == .signedIn, before == .none {
          #expect(rule.cover != .locked(isAsking: true))
        }
        if case .locked = before, rule.cover == .none || rule.cover == .hidden {
          #expect(
            event == .signedOut
              || (isAnswerable && (event == .checked(.unlocked) || event == .checked(.unavailable)))
          )
        }
        if asks { isAnswerable = true }
      }
    }
  }
}
