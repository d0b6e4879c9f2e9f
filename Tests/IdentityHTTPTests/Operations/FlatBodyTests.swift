import Foundation
import IdentityAPI
import IdentityDomain
import TestSupport
import Testing

@testable import IdentityHTTP

@Suite("Bodies that are written without an encoder have the encoder's bytes")
struct FlatBodyTests {
  private let texts: [String?] =
    [nil, "", "plain", "a/b?c=d&e", "Zoë \u{1F600} \u{2028}", "\"quoted\" \\ back", "\u{7F}\u{80}"]
    + (UInt8(0)..<32).map { "before" + String(UnicodeScalar($0)) + "after" }

  private func encoded(_ body: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(body))
  }

  @Test("Profiles and tokens, whatever is in them")
  func alike() throws {
    var random = SeededGenerator(announcing: "FlatBodyTests", seed: 0xF1A7)
    func text() -> String { random.pick(texts).map { $0 } ?? "none" }
    for _ in 0..<2_000 {
      let profile = UserProfileBody(
        userID: text(), userName: text(), isSuperAdmin: random.chance(50),
        pictureURL: random.pick(texts), name: random.pick(texts),
        mfa: random.pick([nil, true, false]), phoneNumber: random.pick(texts),
        email: random.pick(texts), emailVerified: random.pick([nil, true, false]),
        language: random.pick(texts))
      #expect(profile.flat.bytes == (try encoded(profile)))
      let token = TokenBody(
        description: text(), idToken: random.pick(texts), accessToken: text(),
        refreshToken: random.pick(texts), expiresIn: random.pick([nil, 0, -1, 3_600, .max]),
        sessionID: random.pick(texts), crumb: random.pick(texts), guid: random.pick(texts))
      #expect(token.flat.bytes == (try encoded(token)))
    }
  }
}
