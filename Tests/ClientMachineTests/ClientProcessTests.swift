import Foundation
import SessionMachine
import TestSupport
import Testing
import WireText

@testable import ClientMachine

/// The client as a value: what goes in, and what is to be done.
@Suite struct ClientProcessTests {
  @Test("A random name is 128 bits in the canonical form of base64url (RFC 4648 section 3.5)")
  func names() throws {
    var random = SeededGenerator(announcing: "ClientProcessTests.names", seed: 7)
    var seen: Set<[UInt8]> = []
    for _ in 0..<2_000 {
      let name = Self.moment(random: (random.next(), random.next())).name
      let text = String(decoding: name, as: UTF8.self)
        .replacing("-", with: "+").replacing("_", with: "/")
      let data = try #require(Data(base64Encoded: text + "=="))
      #expect(data.count == 16)
      #expect(data.base64EncodedString() == text + "==")
      seen.insert(name)
    }
    #expect(seen.count == 2_000)
  }

  static func moment(_ steady: Int64 = 0, random: (UInt64, UInt64) = (1, 2)) -> ClientMoment {
    ClientMoment(time: Moment(steady: steady, wall: 1_700_000_000_000 + steady), random: random)
  }
}
