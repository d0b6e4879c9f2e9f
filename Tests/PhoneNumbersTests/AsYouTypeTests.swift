import PhoneNumbers
import PhoneTestSupport
import TestSupport
import Testing

@Suite("Numbers while they are typed")
struct AsYouTypeTests {
  private let ours: Ours

  init() throws { ours = Ours(table: try #require(PhoneTable.standard())) }

  private static let rounds = 6_000 * max(1, (wantedRounds ?? 0) / 10)

  @Test("PHN-3: every example, key by key, at home and abroad, as libphonenumber shows it")
  func examples() {
    for example in Oracle.examples {
      guard let number = Oracle.parse(example, in: "ZZ") else { continue }
      let home = number.region == "001" ? "DE" : number.region
      compare(example, home)
      compare(example, "US")
      compare(number.national.filter(\.isNumber), home)
      compare(String(example.dropFirst()), home)
      compare("00" + example.dropFirst(), home)
    }
  }

  @Test("PHN-3: wrong numbers and digits at random, key by key, as libphonenumber shows them")
  func random() {
    var source = NumberSource("AsYouTypeTests.random", seed: 14)
    for round in 0..<Self.rounds {
      let (typed, region) =
        switch round % 3 {
        case 0: source.mutated()
        case 1: source.nearby()
        default: source.digits()
        }
      compare(typed, region)
    }
  }

  @Test("PHN-3: what was typed with separators is left as it is")
  func separators() {
    var source = NumberSource("AsYouTypeTests.separators", seed: 15)
    for _ in 0..<Self.rounds / 5 {
      let (typed, region) = source.nearby()
      var text = typed
      text.insert(
        source.random.pick([" ", "-", "(", "+", "x", "*", "."]),
        at: text.index(text.startIndex, offsetBy: source.random.below(text.count)))
      compare(text, region)
    }
  }

  private func compare(_ typed: String, _ region: String) {
    let expected = Oracle.type(typed, in: region)
    let found = ours.type(typed, in: region)
    #expect(found == expected, "\(typed) in \(region)")
  }
}
