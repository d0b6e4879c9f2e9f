import IdentityDomain
import IdentityTestSupport
import TestSupport
import Testing

@Suite("MKT-9: temporary passwords")
struct TemporaryPasswordTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  @Test("A value has at least 64 random bits, five from each byte, and reads back as sent")
  func text() {
    #expect(SecurityRules.temporaryPasswordDigits * 5 - 32 >= 64, "beside what the check shows")
    var random = SeededGenerator(announcing: "TemporaryPasswordTests.text", seed: 43)
    var seen: Set<Character> = []
    for _ in 0..<200 {
      let bytes = (0..<SecurityRules.temporaryPasswordDigits).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      let text = TemporaryPasswordText.made(of: bytes)
      seen.formUnion(text)
      #expect(text.split(separator: "-").map(\.count) == [4, 4, 4, 4, 4])
      #expect(TemporaryPasswordText.canonical(text) == text)
      #expect(TemporaryPasswordText.made(of: bytes.map { $0 & 31 }) == text)
      var typed = text.lowercased().split(separator: "-").joined(separator: " ")
      typed = typed.replacing("0", with: "o").replacing("1", with: "l")
      #expect(TemporaryPasswordText.canonical(typed) == text)
      #expect(TemporaryPasswordText.canonical(String(text.dropLast())) == nil)
      #expect(TemporaryPasswordText.canonical(text + "7") == nil)
    }
    #expect(seen.count == 33, "32 digits and the hyphen")
    for other in ["", "staple battery", "----", String(repeating: "U", count: 20)] {
      #expect(TemporaryPasswordText.canonical(other) == nil)
    }
  }

  @Test("It is valid for its account, with the password of its time, for 15 minutes and 5 guesses")
  func good() throws {
    let address = try #require(EmailAddress("ann@example.com"))
    let plain = try #require(PlaintextPassword("AAAA"))
    let check = try #require(PasswordCheck(plain, .email(address), MadeUpDigests()))
    for owner in [ID<Account>("ann"), nil] {
      for version in [3, nil] {
        let value = TemporaryPassword(
          id: ID("t"), identifier: .email(address), account: owner, passwordVersion: version,
          hash: PasswordHash("h"), check: check, sentAt: now)
        for asked in [ID<Account>("ann"), ID("bob"), nil] {
          for current in [2, 3, nil] {
            for wait in [Duration.zero, .minutes(15) - .milliseconds(1), .minutes(15)] {
              #expect(
                value.isGood(for: asked, passwordVersion: current, at: now + wait)
                  == (owner != nil && asked == owner && current == version && wait < .minutes(15)))
            }
          }
        }
      }
    }
  }

  @Test("MKT-10: only a user who proved both an address and a number is verified")
  func verification() throws {
    let address = try #require(EmailAddress("ann@example.com"))
    let phone = try #require(PhoneNumber(e164: "+4915112345678", region: "DE"))
    func bound(_ identifiers: [Identifier]) -> [IdentifierBinding] {
      identifiers.map { IdentifierBinding(identifier: $0, account: ID("a"), verifiedAt: now) }
    }
    #expect(VerificationStatus(bound([])) == .unverified)
    #expect(VerificationStatus(bound([.email(address)])) == .unverified)
    #expect(VerificationStatus(bound([.phone(phone)])) == .unverified)
    #expect(VerificationStatus(bound([.email(address), .phone(phone)])) == .verified)
  }
}
