import IdentityDomain
import TestSupport
import Testing

@Suite("How strong a password is") struct PasswordStrengthTests {
  private let policy = PasswordPolicy(least: 8, blocked: ["portico"])

  private func strength(_ text: String) throws -> PasswordStrength {
    policy.strength(of: try #require(PlaintextPassword(text)), ownWords: ["ann@example.com"])
  }

  @Test(
    "DEC-9: the score tells how hard it is to guess, the reason why it is refused",
    arguments: [
      ("", 0, .tooShort), ("password", 0, .common), ("zanzibar837465", 1, .common),
      ("Portico-2026!", 0, .ownWords), ("gx7!kqp", 1, .tooShort), ("gx7!kqpz9", 3, nil),
      ("paper lantern", 2, nil), ("staple battery horse", 3, nil),
      ("correct horse battery", 4, nil), ("x9$Lq!2vRw#Tk8", 4, nil),
    ] as [(String, Int, PasswordWeakness?)])
  func table(password: String, score: Int, reason: PasswordWeakness?) throws {
    let found = try strength(password)
    #expect(found.score == score && found.reason == reason, "\(found)")
  }

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789!@#$%&-_. ")

  private static func random(_ length: Int, _ generator: inout SeededGenerator) -> String {
    String((0..<length).map { _ in generator.pick(letters) })
  }

  @Test("DEC-9: random passwords of 20 characters pass, and at least 98 % of those with 8")
  func random() throws {
    var generator = SeededGenerator(announcing: "PasswordStrengthTests.random", seed: 20)
    for _ in 0..<500 {
      let password = Self.random(20, &generator)
      let found = try strength(password)
      #expect(found.reason == nil && found.score == 4, "\(password)")
    }
    var refused = 0
    for _ in 0..<1_000 {
      let password = String((0..<8).map { _ in generator.pick(Array(Self.letters.dropLast(4))) })
      refused += try strength(password).reason == nil ? 0 : 1
    }
    #expect(refused <= 20, "\(refused)")
  }

  @Test("DEC-9: capitals do not strengthen a password, and a refused one scores 0 or 1")
  func folding() throws {
    var generator = SeededGenerator(announcing: "PasswordStrengthTests.folding", seed: 9)
    let words = PasswordList.known.forms.map(\.form) + ["portico", "example", "ann"]
    for _ in 0..<1_000 {
      var password = generator.pick(words) + Self.random(generator.below(8), &generator)
      if generator.chance(30) { password += generator.pick(words) }
      let found = try strength(password)
      #expect(try strength(password.uppercased()) == found, "\(password)")
      #expect(found.reason == nil ? found.score >= 2 : found.score <= 1, "\(password)")
    }
  }

  @Test("Twenty random characters are harder to guess than their first ten")
  func longer() throws {
    var generator = SeededGenerator(announcing: "PasswordStrengthTests.longer", seed: 4)
    for _ in 0..<300 {
      let password = Self.random(20, &generator)
      let whole = PasswordGuesses(FoldedPassword(password)).bits
      let half = PasswordGuesses(FoldedPassword(String(password.prefix(10)))).bits
      #expect(whole > half, "\(password)")
    }
  }

  @Test(
    "The worst passwords of 256 characters take as many steps per character as short ones",
    arguments: [
      "a", "1!", "!|1li", "password", " ", "1", "aB3$", "maria", "p a s s ", "\u{E9}", "\u{FDFA}",
      "a.b-c_d ", "123456789", "\u{663}", "\u{7530}", "aeio1!lst", "\u{1F40E}", "iloveyouforever",
    ])
  func worst(part: String) throws {
    let text = String(
      String.UnicodeScalarView(
        String(repeating: part, count: 256).unicodeScalars.prefix(256)))
    let own = OwnWords(service: ["aaaaaaaab"], account: [String(repeating: "1", count: 60)])
    let guesses = PasswordGuesses(FoldedPassword(text), own: own)
    #expect(guesses.steps < 256 * 10_000, "\(guesses.steps)")
  }

  @Test("Twice the length takes about twice the steps")
  func linear() {
    var generator = SeededGenerator(announcing: "PasswordStrengthTests.linear", seed: 2)
    let letters = Array("aeio1!lstr")
    let text = String((0..<256).map { _ in generator.pick(letters) })
    let steps = [64, 128, 256].map {
      PasswordGuesses(FoldedPassword(String(text.prefix($0)))).steps
    }
    #expect(steps[1] < 3 * steps[0] && steps[2] < 3 * steps[1], "\(steps)")
  }
}
