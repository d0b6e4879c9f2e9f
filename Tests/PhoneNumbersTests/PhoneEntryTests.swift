import PhoneNumbers
import PhoneTestSupport
import TestSupport
import Testing

@Suite("A number in a field beside a country")
struct PhoneEntryTests {
  private let entry: PhoneEntry

  init() throws { entry = PhoneEntry(try #require(PhoneTable.standard())) }

  private func kept(_ typed: String, _ country: String) -> String {
    String(decoding: entry.kept(Array(typed.utf8), country: Array(country.utf8)), as: UTF8.self)
  }

  private func shown(_ kept: String, _ country: String) -> String {
    String(decoding: entry.shown(Array(kept.utf8), country: Array(country.utf8)), as: UTF8.self)
  }

  private func accepts(_ kept: String) -> Bool { entry.accepts(Array(kept.utf8)) }

  @Test(
    "PHN-3: the stored and the shown text, while typing and once the number is valid",
    arguments: [
      ("", "DE", "", ""), ("0", "DE", "0", "0"), ("030", "DE", "030", "030"),
      ("0301234", "DE", "+49301234", "030 1234"), ("030 123456", "de", "+4930123456", "030 123456"),
      ("+49 30 123456", "DE", "+4930123456", "030 123456"), ("+49", "DE", "+49", "+49"),
      ("650253", "US", "650253", "650-253"), ("6502530000", "US", "+16502530000", "(650) 253-0000"),
      ("1 650 253 0000", "US", "+16502530000", "(650) 253-0000"),
      ("65025300001", "US", "65025300001", "65025300001"),
      ("+44 20 7031 3000", "US", "+442070313000", "+44 20 7031 3000"),
      ("011 44 20 7031 3000", "US", "+442070313000", "+44 20 7031 3000"),
      ("٠٥٠ ١٢٣ ٤٥٦٧", "SA", "+966501234567", "050 123 4567"),
      ("02 1234 5678", "IT", "+390212345678", "02 1234 5678"),
      // Of the same calling code, but not of the country.
      ("5062345678", "US", "5062345678", "(506) 234-5678"),
      ("5062345678", "CA", "+15062345678", "(506) 234-5678"),
      ("+1 506 234 5678", "US", "+15062345678", "+1 506-234-5678"),
      // Paid for receiving, of no country, no number.
      ("9002345678", "US", "9002345678", "(900) 234-5678"),
      ("+800 1234 5678", "US", "+80012345678", "+800 1234 5678"),
      ("call me", "US", "call me", "call me"), ("030x1", "DE", "030x1", "030x1"),
      ("030 123456", "", "030123456", "030123456"), ("030 123456", "ZZ", "030123456", "030123456"),
    ])
  func examples(typed: String, country: String, keeps: String, shows: String) {
    #expect(kept(typed, country) == keeps)
    #expect(shown(keeps, country) == shows)
  }

  @Test("PHN-3: the shown text round-trips, and every valid number is accepted, in every country")
  func roundTrip() {
    var source = NumberSource("PhoneEntryTests.roundTrip", seed: 31)
    var valid = 0
    for round in 0..<2_000 * max(1, (wantedRounds ?? 0) / 10) {
      let (typed, region) = round % 2 == 0 ? source.nearby() : source.mutated()
      let keeps = kept(typed, region)
      #expect(kept(shown(keeps, region), region) == keeps, "\(typed) in \(region)")
      let isValid = accepts(keeps)
      if isValid { valid += 1 }
      #expect(isValid || keeps == typed, "\(typed) in \(region)")
      let answer = Oracle.parse(typed, in: region)
      let isServed =
        answer?.kind != nil && answer?.region != "001" && answer?.kind?.isPaidForReceiving == false
      if isValid { #expect(isServed && answer?.e164 == keeps, "\(typed) in \(region)") }
      let isWritten =
        answer?.isValidForRegion == true && answer?.national.filter(\.isNumber) == typed
      if isServed, typed.hasPrefix("+") || isWritten { #expect(isValid, "\(typed) in \(region)") }
    }
    #expect(valid > 200)
  }

  @Test("PHN-3: a number typed key by key at the end of the shown text becomes the number")
  func keyByKey() {
    // The mobile numbers of all countries; all kinds at length.
    let kinds: [PhoneKind] =
      wantedRounds == nil ? [.mobile, .fixedLineOrMobile] : PhoneKind.allCases
    for example in Oracle.examples {
      guard let answer = Oracle.parse(example, in: "ZZ"), answer.region != "001",
        answer.isValidHere(Ours(table: entry.table)), let kind = answer.kind, kinds.contains(kind),
        !kind.isPaidForReceiving
      else { continue }
      var text = ""
      for key in answer.national where key.isNumber {
        text = shown(kept(text + String(key), answer.region), answer.region)
      }
      #expect(kept(text, answer.region) == answer.e164, "\(answer.national): \(text)")
    }
  }

  @Test("SEC: no typed text costs more than its bounded part")
  func anything() {
    var random = SeededGenerator(announcing: "PhoneEntryTests.anything", seed: 32)
    let pieces = ["+", "0", "00", "49", "1", " ", "(", "x", "٣", "é", "\u{0}", "9999", "650", "🙂"]
    for _ in 0..<1_000 {
      let typed = (0..<random.below(30)).map { _ in random.pick(pieces) }.joined()
      let country = random.pick(["DE", "US", "", "🙂", "D", "XX", "001"])
      let keeps = kept(typed, country)
      #expect(kept(shown(keeps, country), country) == keeps, "\(typed) in \(country)")
    }
    for piece in ["1", "+", " ", "x", "🙂", "\u{0}"] {
      let long = String(repeating: piece, count: 1_000_000)
      #expect(kept(long, "US") == long)
      #expect(shown(long, "US") == long)
      #expect(!accepts(long))
      #expect(!accepts("+16502530000" + long))
    }
  }
}

extension Oracle.Answer {
  fileprivate func isValidHere(_ ours: Ours) -> Bool {
    ours.parse(e164, in: region)?.isValidForRegion == true
  }
}
