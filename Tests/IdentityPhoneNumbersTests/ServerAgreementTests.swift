import IdentityDomain
import IdentityPhoneNumbers
import PhoneNumbers
import PhoneTestSupport
import TestSupport
import Testing

/// The server read numbers with libphonenumber at first. An account is found by the form that it had then, so
/// each number keeps that form.
@Suite("Numbers that the server accepts, compared with libphonenumber")
struct ServerAgreementTests {
  private let phones = StandardPhoneNumbers()
  private static let rounds = 8_000 * max(1, (wantedRounds ?? 0) / 10)

  /// What the server said when libphonenumber read for it.
  private func expected(_ typed: String, _ region: String) -> (
    e164: String, region: String, isMobile: Bool
  )? {
    guard let answer = Oracle.parse(typed, in: region), let kind = answer.kind,
      !kind.isPaidForReceiving, answer.region.utf8.count == 2,
      // E.164 has 15 digits at most.
      answer.e164.utf8.count <= 16
    else { return nil }
    return (answer.e164, answer.region, [.mobile, .fixedLineOrMobile].contains(kind))
  }

  @discardableResult
  private func compare(_ typed: String, _ region: String) -> Bool {
    let found = phones.parse(typed, region: region == "ZZ" ? nil : region)
    let expected = expected(typed, region)
    #expect(found?.e164 == expected?.e164, "\(typed) in \(region)")
    #expect(found?.region == expected?.region, "\(typed) in \(region)")
    #expect(found.map(phones.takesMessages) == expected?.isMobile, "\(typed) in \(region)")
    return found != nil
  }

  @Test("The countries are the same")
  func regions() {
    #expect(StandardPhoneNumbers.regions == Example.regions)
  }

  @Test("PHN-3: the example of every type in every region")
  func examples() {
    let taken = Oracle.examples.filter { compare($0, "ZZ") }
    #expect(taken.count > 700, "\(taken.count)")
  }

  @Test(
    "PHN-3: numbers near the examples, wrong ones, and random digits, as dialled anywhere"
  )
  func generated() {
    var source = NumberSource("ServerAgreementTests.generated", seed: 14)
    var taken = 0
    for _ in 0..<Self.rounds {
      for (typed, region) in [source.nearby(), source.mutated(), source.digits()] {
        if compare(typed, region) { taken += 1 }
      }
    }
    #expect(taken > Self.rounds / 4, "\(taken)")
  }
}
