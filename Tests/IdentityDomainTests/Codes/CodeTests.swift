import IdentityDomain
import IdentityTestSupport
import TestSupport
import Testing

@Suite("One-time codes")
struct CodeTests {
  private static let start = Timestamp(milliseconds: 1_700_000_000_000)

  /// The rules restated naively, over the list of all events.
  private struct History {
    struct Sent {
      let at: Timestamp
      var wrong: [Timestamp] = []
      var accepted = false
    }

    var codes: [Sent] = []
    /// Wrong guesses at any code; nil if a right one ended the row.
    var guesses: [Timestamp?] = []
    var hourBegan: Timestamp?
    /// Wrong guesses since the last disclosed number of tries.
    var told = 0
    var blocked: Timestamp?

    mutating func guess(_ live: [Int], match: Int?, at now: Timestamp) -> CodeVerdict {
      if let end = blocked {
        if now < end { return .limited(until: end) }
        blocked = nil
        guesses.append(nil)
      }
      if let began = hourBegan, now < began + .seconds(3_600) {
        let count = guesses.compactMap { $0 }.filter { $0 >= began }.count
        if count >= 10 { return .limited(until: began + .seconds(3_600)) }
      }
      let open = live.filter {
        !codes[$0].accepted && codes[$0].wrong.count < 5 && now < codes[$0].at + .seconds(600)
      }
      if let match, open.contains(match) {
        codes[match].accepted = true
        guesses.append(nil)
        told = 0
        return .accepted
      }
      if match != nil { return .wrong(triesLeft: 5 - told) }
      for place in open { codes[place].wrong.append(now) }
      guard told < 5 else { return .wrong(triesLeft: 0) }
      if hourBegan.map({ now >= $0 + .seconds(3_600) }) ?? true { hourBegan = now }
      guesses.append(now)
      told += 1
      let row = guesses.reversed().prefix { $0 != nil }.count
      if row >= 100 { blocked = now + .seconds(86_400) }
      return .wrong(triesLeft: 5 - told)
    }
  }

  @Test("Any history of sends, guesses and waits matches a naive list of events")
  func histories() {
    var random = SeededGenerator(announcing: "codes", seed: 0xC0DE)
    var blocks = 0
    var accepted = 0
    for round in 0..<600 {
      var history = History()
      var guesses = IdentifierGuesses()
      var codes: [CodeState] = []
      var now = Self.start
      let patience = random.chance(10) ? 400 : 40
      for step in 0..<patience {
        now = now + .seconds(Int64([0, 1, 30, 400, 3_700, 90_000][random.below(6)]))
        if codes.isEmpty || random.chance(40) {
          codes.append(CodeState(digest: nil, sentAt: now))
          guesses.codeSent()
          history.told = 0
          history.codes.append(History.Sent(at: now))
        }
        let live = Array(max(0, codes.count - 1 - random.below(3))..<codes.count)
        let isRight = random.chance(patience > 40 ? 0 : 12)
        let match = isRight ? live[random.below(live.count)] : nil
        var asked = live.map { codes[$0] }
        let got = guesses.judge(&asked, match: match.map { $0 - live[0] }, at: now)
        for (place, code) in zip(live, asked) { codes[place] = code }
        let wanted = history.guess(live, match: match, at: now)
        #expect(got == wanted, "seed \(random.seed) round \(round) step \(step)")
        #expect(codes.map(\.wrongTries) == history.codes.map(\.wrong.count))
        if guesses.blockedUntil != nil { blocks += 1 }
        if got == .accepted { accepted += 1 }
      }
    }
    #expect(blocks > 50 && accepted > 200, "blocks \(blocks), accepted \(accepted)")
  }

  @Test("A code matches only itself, under its own challenge and the key of its time")
  func matching() {
    let digests = MadeUpDigests(keys: ["k1", "k2"])
    let parts = ["challenge", "012345"]
    let code = CodeState(
      digest: StoredDigest.of(parts, for: .oneTimeCode, digests), sentAt: Self.start)
    #expect(code.matches(Secret("012345"), challenge: "challenge", digests))
    #expect(!code.matches(Secret("12345"), challenge: "challenge", digests))
    #expect(!code.matches(Secret("012346"), challenge: "challenge", digests))
    #expect(!code.matches(Secret("012345"), challenge: "other", digests))
    #expect(!code.matches(Secret("012345"), challenge: "challenge", MadeUpDigests()))
    let decoy = CodeState(digest: nil, sentAt: Self.start)
    #expect(!decoy.matches(Secret(""), challenge: "challenge", digests))
  }

  @Test("Codes have six digits, including leading zeros, each digit equally likely")
  func digits() {
    let random = CountedBytes(seed: 9)
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 10), count: 6)
    let rounds = 20_000
    for _ in 0..<rounds {
      let code = Array(random.oneTimeCode().exposed.utf8)
      #expect(code.count == 6)
      for (place, digit) in code.enumerated() { counts[place][Int(digit) - 48] += 1 }
    }
    for place in counts {
      // Chi-square, 9 degrees of freedom: above 33.7 with a probability of 1 in 10,000.
      let wanted = Double(rounds) / 10
      let distance = place.reduce(0) { $0 + (Double($1) - wanted) * (Double($1) - wanted) / wanted }
      #expect(distance < 33.7)
    }
  }
}
