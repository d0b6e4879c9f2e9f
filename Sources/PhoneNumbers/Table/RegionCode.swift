/// A country or territory: ISO 3166-1 alpha-2, or "001" for calling codes of no country.
package struct RegionCode: Hashable, Sendable, Comparable {
  /// Two capital letters, the first one in the high byte; 0 stands for "001".
  private let letters: UInt16

  /// Calling codes such as +800 belong to no country.
  package static let world = RegionCode(letters: 0)

  private init(letters: UInt16) { self.letters = letters }

  /// - Parameter text: two ASCII letters in any case.
  package init?(_ text: [UInt8]) {
    guard text.count == 2 else { return nil }
    var letters: UInt16 = 0
    for byte in text {
      let capital = byte & 0xDF
      guard capital >= 0x41, capital <= 0x5A else { return nil }
      letters = letters << 8 | UInt16(capital)
    }
    self.letters = letters
  }

  package init?(ascii text: StaticString) {
    self.init([UInt8](UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)))
  }

  package var text: [UInt8] {
    letters == 0
      ? [0x30, 0x30, 0x31] : [UInt8(letters >> 8), UInt8(truncatingIfNeeded: letters)]
  }

  package static func < (one: RegionCode, other: RegionCode) -> Bool {
    one.letters < other.letters
  }
}
