import IdentityHTTP
import TestSupport
import Testing

@Suite struct ConnectionRulesTests {
  private static let limits = HTTPLimits()
  private func rules() -> ConnectionRules { ConnectionRules(limits: Self.limits, now: .zero) }

  /// Calls it at the deadline, and not a moment before.
  private func ring(_ rules: inout ConnectionRules) -> ConnectionRules.Step? {
    guard let deadline = rules.deadline else { return nil }
    var early = rules
    #expect(early.timePassed(now: deadline - .nanoseconds(1)) == .nothing)
    return rules.timePassed(now: deadline)
  }

  @Test("A silent connection is closed after the idle time, without a response")
  func idle() {
    var rules = rules()
    #expect(rules.deadline == Self.limits.idleTime)
    #expect(ring(&rules) == .close(.idle))
    #expect(rules.deadline == nil)
  }

  @Test("The time of a header runs from its first byte, however many bytes follow")
  func slowHeader() {
    var rules = rules()
    for second in 1...9 {
      #expect(rules.received(bytes: 1, now: .seconds(second)) == .nothing)
    }
    #expect(rules.deadline == .seconds(1) + Self.limits.headerTime)
    #expect(ring(&rules) == .refuse(.slowHeader))
    #expect(!rules.isOpen)
  }

  @Test("The time of a body runs from the end of its header, however many bytes follow")
  func slowBody() {
    var rules = rules()
    _ = rules.received(bytes: 100, now: .seconds(1))
    rules.headerEnded(now: .seconds(2))
    for second in 3...20 { _ = rules.received(bytes: 1, now: .seconds(second)) }
    #expect(rules.deadline == .seconds(2) + Self.limits.bodyTime)
    #expect(ring(&rules) == .refuse(.slowBody))
  }

  @Test("A client that does not read its response is cut off")
  func unreadAnswer() {
    var rules = rules()
    rules.headerEnded(now: .seconds(1))
    rules.requestEnded()
    #expect(rules.answerBegan(isLast: false) == false)
    #expect(rules.deadline == .seconds(1) + Self.limits.answerTime)
    #expect(ring(&rules) == .close(.unreadAnswer))
  }

  @Test("After a response the connection is idle again")
  func keepAlive() {
    var rules = rules()
    for round in 1...3 {
      _ = rules.received(bytes: 9, now: .seconds(round))
      rules.headerEnded(now: .seconds(round))
      rules.requestEnded()
      #expect(rules.answerBegan(isLast: false) == false)
      #expect(rules.answerEnded(now: .seconds(round)) == .nothing)
      #expect(rules.deadline == .seconds(round) + Self.limits.idleTime)
    }
  }

  @Test("A response before the end of its request is the last, and lingers within bounds")
  func early() {
    var rules = rules()
    rules.headerEnded(now: .seconds(1))
    #expect(rules.answerBegan(isLast: false) == true)
    #expect(rules.answerEnded(now: .seconds(1)) == .linger)
    #expect(rules.received(bytes: 10, now: .seconds(1)) == .drop)
    var flooded = rules
    #expect(
      flooded.received(bytes: Self.limits.lingerBytes, now: .seconds(1)) == .close(.lingered))
    #expect(rules.deadline == .seconds(1) + Self.limits.lingerTime)
    #expect(ring(&rules) == .close(.lingered))
  }

  @Test("Unreadable bytes are refused, unless a response is due or half sent")
  func unreadable() {
    var first = rules()
    _ = first.received(bytes: 1, now: .zero)
    #expect(first.failed(now: .zero) == .refuse(.unreadable))
    #expect(first.failed(now: .zero) == .nothing)
    var second = rules()
    second.headerEnded(now: .zero)
    second.requestEnded()
    #expect(second.failed(now: .zero) == .close(.unreadable))
    var half = rules()
    half.headerEnded(now: .zero)
    _ = half.answerBegan(isLast: false)
    #expect(half.failed(now: .zero) == .close(.unreadable))
  }

  @Test("Whatever comes, a connection that makes no progress ends")
  func always() {
    var random = SeededGenerator(announcing: "ConnectionRulesTests", seed: 5)
    for _ in 0..<2_000 {
      var rules = rules()
      var now = Duration.zero
      var pending = 0
      var isReading = false
      var closed = false
      for _ in 0..<random.below(40) where !closed {
        now += .milliseconds(random.below(9_000))
        let step: ConnectionRules.Step
        switch random.below(7) {
        case 0, 1: step = rules.received(bytes: random.below(2_000), now: now)
        case 2 where !isReading && rules.isOpen:
          rules.headerEnded(now: now)
          isReading = true
          pending += 1
          step = .nothing
        case 3 where isReading && rules.isOpen:
          rules.requestEnded()
          isReading = false
          step = .nothing
        case 4 where pending > 0 && rules.isOpen:
          _ = rules.answerBegan(isLast: random.chance(20))
          step = rules.answerEnded(now: now)
          pending -= 1
        case 5 where random.chance(20): step = rules.failed(now: now)
        default: step = rules.timePassed(now: now)
        }
        if case .close = step { closed = true }
      }
      // From here on nothing is sent: a few timers fire, and it is over.
      for _ in 0..<4 where !closed {
        guard let deadline = rules.deadline else { break }
        now = max(now, deadline)
        if case .close = rules.timePassed(now: now) { closed = true }
      }
      #expect(closed)
    }
  }
}
