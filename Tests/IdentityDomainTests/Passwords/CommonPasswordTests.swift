import IdentityDomain
import Testing

@Suite("Passwords that are tried first") struct CommonPasswordTests {
  @Test(
    "A word that everybody tries is common, whatever is hung on it",
    arguments: [
      "password", "password1", "password123", "1password", "p@ssw0rd", "p@$$w0rd!", "passw0rd2024",
      "123password!", "passwort1!", "welcome2024!", "iloveyou", "il0vey0u1", "letmein!!",
      "qwerty123456", "trustno1", "ch@ngem3", "sunshine99", "correct horse battery staple",
      "correcthorsebatterystaple",
    ])
  func words(password: String) { #expect(CommonPasswords.contains(password)) }

  @Test(
    "A pattern is common, however long it is",
    arguments: [
      "12345678", "1234567890", "0123456789", "987654321", "abcdefgh", "qwertyuiop", "asdfghjkl",
      "1qaz2wsx", "1q2w3e4r5t", "qazwsxedc", "abc12345", "qwerty12345", "zxcvbnmasdfghjkl",
      "aaaaaaaaaaaaaaaa", "abababababab", "abcabcabcabc", "passwordpassword",
      "12341234123412341234",
      "!@#$%^&*()",
    ])
  func patterns(password: String) { #expect(CommonPasswords.contains(password)) }

  @Test(
    "What nobody tries first is none, also where it holds such a word",
    arguments: [
      "staple battery", "paper lantern", "the victims own", "dragonfly over water",
      "password of the lighthouse", "my tiger eats plums", "gx7!kqpz", "42 reasons to sing",
      "καλημέρα κόσμε", "كلمة سر طويلة جدا", "caf\u{E9} cr\u{E8}me", "monkey8wrench", "q1z9p0m4",
    ])
  func others(password: String) { #expect(!CommonPasswords.contains(password)) }

  @Test("Repeating a common word, or hanging digits on it, does not make it better")
  func repeated() {
    for word in ["princess", "football", "geheim"] {
      for times in 1...6 {
        #expect(CommonPasswords.contains(String(repeating: word, count: times)))
      }
      for digits in ["7", "77", "1999", "123456"] {
        #expect(CommonPasswords.contains(word + digits) && CommonPasswords.contains(digits + word))
      }
    }
  }
}
