import IdentityDomain
import IdentityPhoneNumbers
import PhoneNumbers
import Testing

@Suite("Numbers that receive messages")
struct MessageNumberTests {
  private let phones = StandardPhoneNumbers()

  @Test(
    "A mobile number, or one of a plan that does not distinguish them",
    arguments: [
      "+4915123456789", "+4917612345678", "+447400123456", "+33612345678", "+393123456789",
      "+819012345678", "+966501234567", "+5491123456789", "+41791234567", "+201001234567",
      // +1, +52
      "+16502530000", "+15062345678", "+525512345678",
    ])
  func taken(e164: String) throws {
    #expect(phones.takesMessages(try #require(phones.parse(e164, region: nil))))
  }

  @Test(
    "Attack: a code is sent where no one reads it, or where someone else does",
    arguments: [
      // Fixed lines: Berlin, Munich, London, Paris, Rome, Tokyo, Buenos Aires, Zurich.
      "+493012345678", "+4930123456", "+498912345678", "+442070313000", "+33123456789",
      "+390612345678", "+81312345678", "+541123456789", "+41441234567",
      // Toll-free.
      "+4980012345678", "+18002345678", "+18005551234",
      // Voice over IP, personal numbers, pagers, UAN.
      "+33912345678", "+445612345678", "+815012345678", "+447012345678", "+15005550006",
      "+447640123456", "+4916412345678", "+443012345678", "+491811234567",
    ])
  func refused(e164: String) throws {
    // It is a number all the same: who has it signs in by password.
    let number = try #require(phones.parse(e164, region: nil))
    #expect(number.e164 == e164)
    #expect(!phones.takesMessages(number))
  }

  @Test("Of the library's examples of every type in every region, only mobile numbers")
  func examples() {
    var taken = 0
    for example in Example.all {
      guard let number = phones.parse(example.e164, region: nil) else { continue }
      let isMobile = [.mobile, .fixedLineOrMobile].contains(example.kind)
      #expect(phones.takesMessages(number) == isMobile, "\(example)")
      taken += isMobile ? 1 : 0
    }
    #expect(taken > 240, "\(taken)")
  }

  @Test("A stored number that is no longer valid gets none")
  func invalid() throws {
    for e164 in ["+49110", "+4915", "+999123456789"] {
      let number = try #require(PhoneNumber(e164: e164, region: "DE"))
      #expect(!phones.takesMessages(number))
    }
  }
}
