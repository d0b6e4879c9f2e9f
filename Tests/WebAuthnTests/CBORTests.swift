import Testing
import WebAuthn

@Suite("PAS-4: CBOR as authenticators write it")
struct CBORTests {
  @Test("PAS-4: values are read as they were written")
  func values() {
    let entries = [
      CBOR.Entry(key: .integer(-3), value: .text(Array("é".utf8))),
      CBOR.Entry(key: .text([97]), value: .list([.flag(true), .null, .bytes([0, 255])])),
    ]
    for value in [
      CBOR.integer(0), .integer(23), .integer(24), .integer(255), .integer(256), .integer(65_536),
      .integer(-1), .integer(-257), .bytes([]), .text([]), .list([]), .map([]), .map(entries),
    ] {
      #expect(CBOR(value.encoded) == value)
      #expect(CBOR(value.encoded + [0]) == nil)
      #expect(CBOR(Array(value.encoded.dropLast())) == nil)
    }
    #expect(CBOR([0x3b, 255, 255, 255, 255, 255, 255, 255, 255])?.integer == nil)
  }

  @Test(
    "PAS-4: a second spelling, a tag, a fraction, or an endless length is refused",
    arguments: [
      [0x18, 23], [0x19, 0, 255], [0x1a, 0, 0, 255, 255], [0x1b, 0, 0, 0, 0, 255, 255, 255, 255],
      [0x1c], [0x1f], [0x5f, 0x41, 1, 0xff], [0x9f, 0xff], [0xbf, 0xff], [0xc0, 0x00],
      [0xf9, 0, 0], [0xfb, 0, 0, 0, 0, 0, 0, 0, 0], [0xf7], [0xf8, 32], [0xff],
      [0x61, 0xff], [0xa2, 1, 1, 1, 2], [0xa1, 1], [0x58, 1, 1],
      [0x5b, 255, 255, 255, 255, 255, 255, 255, 255], [0x9b, 0, 0, 0, 1, 0, 0, 0, 0],
      [0xba, 255, 255, 255, 255], [],
    ] as [[UInt8]])
  func spellings(bytes: [UInt8]) {
    #expect(CBOR(bytes) == nil)
  }

  @Test("PAS-4: depth and number of values are bounded")
  func bounds() {
    #expect(CBOR([UInt8](repeating: 0x81, count: 7) + [0]) != nil)
    #expect(CBOR([UInt8](repeating: 0x81, count: 8) + [0]) == nil)
    #expect(CBOR([0x99, 0x04, 0x01] + [UInt8](repeating: 0, count: 1_025)) == nil)
    let long = (0..<4).flatMap { _ in [0x99, 0x01, 0x2c] + [UInt8](repeating: 0, count: 300) }
    #expect(CBOR([0x84] + long) == nil)
  }
}
