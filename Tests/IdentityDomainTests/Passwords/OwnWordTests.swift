import IdentityDomain
import Testing

@Suite("Words of the service and the account in passwords") struct OwnWordTests {
  private let policy = PasswordPolicy(
    least: 8, blocked: ["portico", "Acme Post", "id.kiosk.example"])
  private let account = [
    "jo.mueller-1984@rockets.example", "+49 151 1234 5678", "Joanna Müller", "Ann",
  ]

  private func weakness(_ text: String) throws -> PasswordWeakness? {
    let password = try #require(PlaintextPassword(text))
    return policy.weakness(of: password, ownWords: account)
  }

  @Test(
    "DEC-9: a word of the service with little else is refused for that reason",
    arguments: [
      "Portico-2026!", "portico1", "P0rt1c0!!", "2026Portico2026", "ocitrop99", "p-o-r-t-i-c-o",
      "acmepost!", "acme post 2026", "Postacme12", "kiosk-12345", "my portico 1",
      "Portico password",
      "portico.dragon.77", "p\u{F6}rtico 12", "PORTICOPORTICO",
    ])
  func service(password: String) throws { #expect(try weakness(password) == .ownWords) }

  @Test(
    "DEC-9: a word of the account with little else is refused for that reason",
    arguments: [
      "jo.mueller-1984@rockets.example", "jo.mueller-1984", "mueller1984", "Mueller#77!",
      "Rockets2026",
      "joanna-m\u{FC}ller", "reLLeum12", "015112345678", "12345678 joanna", "Joanna2026!",
      "j0anna!!!",
      "ann2026!!", "Ann & Joanna", "joannaxyz12",
    ])
  func account(password: String) throws { #expect(try weakness(password) == .ownWords) }

  @Test(
    "DEC-9: enough other characters make such a word acceptable",
    arguments: [
      "portico under tall trees", "joanna likes ripe plums", "gxkqpzvw-portico", "planning a trip",
      "the rockets fly southward", "15112345678 green kettles",
    ])
  func enough(password: String) throws { #expect(try weakness(password) == nil) }

  @Test("A common password is refused as such, even if it contains own words")
  func common() throws {
    #expect(try weakness("password1") == .common)
    #expect(try weakness("planning1") == .common)
    #expect(try weakness("short") == .tooShort)
  }

  @Test("Two ideographs make a name")
  func ideographs() throws {
    let password = try #require(PlaintextPassword("\u{7530}\u{4E2D}\u{7530}\u{4E2D}2026"))
    #expect(
      policy.weakness(of: password, ownWords: ["\u{7530}\u{4E2D} \u{592A}\u{90CE}"]) == .ownWords)
  }

  @Test("Without own words a policy refuses none")
  func none() throws {
    let password = try #require(PlaintextPassword("Portico-2026!"))
    #expect(PasswordPolicy(least: 8).weakness(of: password, ownWords: []) == nil)
    #expect(
      PasswordPolicy(least: 8).weakness(of: password, ownWords: ["", "@", ".", "a@b"]) == nil)
  }

  @Test("A name with very many parts costs no more than 64 words")
  func manyParts() throws {
    let name = (0..<400).map { "name\($0)" }.joined(separator: " ")
    let own = OwnWords(service: ["portico"], account: [name, "ann@example.com"])
    var steps = 0
    let long = FoldedPassword(String(repeating: "name", count: 64))
    _ = own.places(in: long, steps: &steps)
    // So many words, forwards and backwards, at each place, with the letters that are alike.
    #expect(steps < 65 * 2 * 256 * 6, "\(steps)")
  }
}
