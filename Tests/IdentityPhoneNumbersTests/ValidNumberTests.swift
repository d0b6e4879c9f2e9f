import IdentityDomain
import IdentityPhoneNumbers
import PhoneNumbers
import TestSupport
import Testing

@Suite("Valid phone numbers")
struct ValidNumberTests {
  private let phones = StandardPhoneNumbers()

  @Test("PHN-1: the library's example of every type in every region is parsed, and round-trips")
  func examples() throws {
    #expect(Example.regions.count > 240)
    var seen = 0
    for example in Example.all {
      let number = phones.parse(example.e164, region: nil)
      if example.kind.isPaidForReceiving {
        #expect(number == nil, "\(example)")
        continue
      }
      let found = try #require(number, "\(example)")
      #expect(found.e164 == example.e164)
      #expect(found.region == example.region)
      // The region of a number that was typed with its code does not depend on where one is.
      for here in ["US", "DE", "IT", "SA", "zz"] {
        #expect(phones.parse(example.e164, region: here) == found)
      }
      seen += 1
    }
    #expect(seen > 700, "\(seen)")
  }

  /// These share their mobile numbers with a neighbour of the same calling code, as far as the
  /// numbers show; whoever serves one of them has to serve the neighbour too.
  private static let sharedMobiles = [
    "AX": "FI", "BL": "GP", "CC": "AU", "CX": "AU", "EH": "MA", "IM": "GB", "MF": "GP", "SJ": "NO",
    "VA": "IT",
  ]

  @Test("A mobile number of a region belongs to it, which its code alone could not tell")
  func regionsOfMobiles() throws {
    var seen = 0
    for region in Example.regions {
      guard let example = Example(region, .mobile) else { continue }
      let found = try #require(phones.parse(example.e164, region: nil), "\(example)")
      #expect(found.region == Self.sharedMobiles[region] ?? region)
      seen += 1
    }
    #expect(seen > 240)
  }

  @Test("One number in many spellings is the same number")
  func spellings() throws {
    var random = SeededGenerator(announcing: "ValidNumberTests.spellings", seed: 3)
    let between = [
      "", " ", "-", ".", "/", "(", ")", "\u{00A0}", "\u{2009}", "\u{2011}", "\u{2013}", "\u{3000}",
      "\u{200E}", "\u{202A}", "\u{202C}", "\u{2066}", "\u{FF0D}",
    ]
    let zeros: [UInt32] = [0x30, 0xFF10, 0x0660, 0x06F0, 0x0966, 0x09E6, 0x1D7CE]
    for example in Example.all {
      guard let found = phones.parse(example.e164, region: nil) else { continue }
      var typed = random.chance(50) ? "+" : "\u{FF0B}"
      let zero = random.pick(zeros)
      for digit in example.e164.dropFirst() {
        if random.chance(20) { typed += random.pick(between) }
        let value = UInt32(digit.wholeNumberValue ?? 0)
        typed.unicodeScalars.append(try #require(Unicode.Scalar(zero + value)))
      }
      #expect(phones.parse(typed, region: nil) == found, "\(typed)")
    }
  }

  @Test(
    "PHN-1: a number as dialled at home is parsed with its region",
    arguments: [
      ("030 123456", "DE", "+4930123456"), ("(030) 12 34 56", "DE", "+4930123456"),
      ("0151 23456789", "de", "+4915123456789"), ("0049 151 23456789", "DE", "+4915123456789"),
      ("011 49 151 23456789", "US", "+4915123456789"),
      ("+49 (0)151 23456789", "", "+4915123456789"),
      // Italy keeps its zero.
      ("06 6982 1234", "IT", "+390669821234"), ("+39 06 6982 1234", "US", "+390669821234"),
      ("312 345 6789", "IT", "+393123456789"),
      ("(650) 253-0000", "US", "+16502530000"), ("1 650 253 0000", "US", "+16502530000"),
      ("020 7031 3000", "GB", "+442070313000"), ("06 12 34 56 78", "FR", "+33612345678"),
      ("050-1234567", "IL", "+972501234567"), ("090-1234-5678", "JP", "+819012345678"),
      ("8 (912) 345-67-89", "RU", "+79123456789"), ("011 15 2345-6789", "AR", "+5491123456789"),
      ("٠٥٠ ١٢٣ ٤٥٦٧", "SA", "+966501234567"), ("０９０－１２３４－５６７８", "JP", "+819012345678"),
    ])
  func national(typed: String, region: String, e164: String) {
    #expect(phones.parse(typed, region: region)?.e164 == e164)
  }

  @Test(
    "Regions that share a calling code are distinguished by the number",
    arguments: [
      // +1
      "+16502530000 US", "+15062345678 CA", "+12423591234 BS", "+18762101234 JM",
      "+17872345678 PR",
      // +7
      "+79123456789 RU", "+77710009998 KZ",
      // +44
      "+447400123456 GB", "+447781123456 GG", "+447797712345 JE", "+441624756789 IM",
      // +47
      "+4740612345 NO", "+4741234567 NO", "+4779123456 SJ",
      // +61
      "+61412345678 AU", "+61891621234 CC", "+61891641234 CX",
      // +64, +262, +358, +500, +590, +672
      "+64211234567 NZ", "+262692123456 RE", "+262639012345 YT", "+358412345678 FI",
      "+35818123456 AX", "+50051234 FK", "+590690001234 GP", "+672381234 NF",
    ])
  func sharedCodes(line: String) throws {
    let parts = line.split(separator: " ").map(String.init)
    let found = try #require(phones.parse(parts[0], region: nil), "\(line)")
    #expect(found.e164 == parts[0])
    #expect(found.region == parts[1])
  }

  @Test("Many concurrent tasks parse every number as a single one does")
  func parallel() async {
    let phones = phones
    let alone = Example.all.map { phones.parse($0.e164, region: nil) }
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          // Each from another place on, so that they meet in different patterns.
          let count = Example.all.count
          return (0..<count).allSatisfy { step in
            let place = (step + task * count / 8) % count
            return phones.parse(Example.all[place].e164, region: nil) == alone[place]
          }
        }
      }
      for await isAlike in group { #expect(isAlike) }
    }
  }
}
