import IdentityDomain
import Testing

@Suite("Identifiers as they are shown to those who have not proven to own them")
struct MaskedIdentifierTests {
  @Test(
    "DEC-4: an address keeps its first and last letter and its domain, where that is not all of it",
    arguments: [
      ("ann@example.com", "a…n@example.com"), ("ann.lovelace@example.com", "a…e@example.com"),
      ("an@example.com", "a…@example.com"), ("a@example.com", "a…@example.com"),
    ])
  func address(_ text: String, _ expected: String) throws {
    #expect(Identifier.email(try #require(EmailAddress(text))).masked == expected)
  }

  @Test("DEC-4: a number keeps its last two digits")
  func number() throws {
    #expect(
      Identifier.phone(try #require(PhoneNumber(e164: "+4915112345678", region: "DE"))).masked
        == "…78")
  }
}
