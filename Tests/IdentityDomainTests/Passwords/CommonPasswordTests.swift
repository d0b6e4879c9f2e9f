import IdentityDomain
import Testing

@Suite("Passwords that guessers try first") struct CommonPasswordTests {
  @Test(
    "A word that guessers try is common, whatever is appended to it",
    arguments: [
      "password", "password1", "password123", "1password", "p@ssw0rd", "p@$$w0rd!", "passw0rd2024",
      "123password!", "passwort1!", "welcome2024!", "iloveyou", "il0vey0u1", "letmein!!",
      "qwerty123456", "trustno1", "ch@ngem3", "sunshine99", "correct horse battery staple",
      "correcthorsebatterystaple", "Stephanie2026!", "charlotte#1", "passwordab1",
    ])
  func words(password: String) { #expect(CommonPasswords.contains(password)) }

  @Test(
    "A pattern is common, however long it is",
    arguments: [
      "12345678", "1234567890", "0123456789", "987654321", "abcdefgh", "qwertyuiop", "asdfghjkl",
      "1qaz2wsx", "1q2w3e4r5t", "qazwsxedc", "abc12345", "qwerty12345", "zxcvbnmasdfghjkl",
      "aaaaaaaaaaaaaaaa", "abababababab", "abcabcabcabc", "passwordpassword",
      "12341234123412341234", "!@#$%^&*()", "25121984", "25.12.1984", "1984-12-25", "20261225",
      "aabbccddee", "xyzxyzxyzxyz1",
    ])
  func patterns(password: String) { #expect(CommonPasswords.contains(password)) }

  @Test(
    "DEC-9: a known word is recognized in disguise",
    arguments: [
      "PASSWORD", "pa55w0rd", "drowssap", "drowssap2026", "p.a.s.s.w.o.r.d", "l e t m e i n",
      "i love you", "pássWÖRD", "ｐａｓｓｗｏｒｄ", "pass\u{200B}word", "пароль2026",
      "password٢٠٢٦", "password🐎",
    ])
  func disguised(password: String) { #expect(CommonPasswords.contains(password)) }

  @Test(
    "DEC-9: two of the best known words are tried together as readily as one",
    arguments: [
      "dragonmonkey", "passworddragon", "monkey8wrench", "Dragon.Monkey!2026", "football&baseball",
      "mydragon99", "iloveyoubaby", "canary password",
    ])
  func joined(password: String) { #expect(CommonPasswords.contains(password)) }

  @Test(
    "DEC-9: unrelated words make a passphrase",
    arguments: [
      "staple battery", "staple battery horse", "staple battery lamp", "paper lantern",
      "correct horse battery", "the victims own", "quite another one", "dragonfly over water",
      "password of the lighthouse", "my tiger eats plums", "42 reasons to sing",
      "monkey dragon shadow", "monkeydragonshadow", "sunshine and rain", "long enough password",
      "καλημέρα κόσμε", "كلمة سر طويلة جدا", "caf\u{E9} cr\u{E8}me", "correct horse Büro 9",
      "Correct-horse-1a2b3c4d", "Correct-horse-1", "кот не любит дождь", "雨の日は本を読む",
    ])
  func phrases(password: String) { #expect(!CommonPasswords.contains(password)) }

  @Test(
    "What guessers do not try first is not common",
    arguments: ["gx7!kqpz", "q1z9p0m4", "gxkqpzvw", "Tr0ub4dor&3", "4815926037186", "x9$Lq!2vR"])
  func others(password: String) { #expect(!CommonPasswords.contains(password)) }

  @Test("Repeating a common word, or appending digits, does not make it better")
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
