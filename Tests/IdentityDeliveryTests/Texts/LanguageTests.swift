import IdentityDelivery
import IdentityDomain
import TestSupport
import Testing

@Suite("The language of a message")
struct LanguageTests {
  private func made(_ tag: String) -> LanguageTexts {
    LanguageTexts(tag: tag) { _, _ in MessageText(subject: tag, body: tag, sms: tag) }
  }

  @Test(
    "The texts of the longest available prefix of the tag, or English",
    arguments: [
      ("en", "en"), ("en-GB", "en"), ("de", "de"), ("DE", "de"), ("de-AT", "de"),
      ("de-Latn-AT-1996", "de"), ("de-CH", "de-ch"), ("de-ch-x-a", "de-ch"), ("ar-EG", "ar"),
      ("zh-Hant-TW", "zh-hant"), ("zh-Hans", "en"), ("zh", "en"), ("fr", "en"), ("", "en"),
      ("-", "en"), ("--", "en"), ("de-", "de"), ("-de", "en"), ("x-de", "en"), ("de-a-b-c", "de"),
      ("d", "en"), ("deutsch", "en"), ("de_AT", "en"), ("de;q=0.9", "en"), ("*", "en"),
      ("de\0", "en"), ("de, en", "en"), ("🙂", "en"), ("ＤＥ", "en"),
    ])
  func lookup(tag: String, expected: String) {
    let texts = MessageTexts(
      fallback: made("en"), [made("de"), made("de-ch"), made("ar"), made("zh-hant")])
    #expect(texts.texts(for: tag).tag == expected)
  }

  @Test("Whatever tag a caller sends, there is a text, without delay")
  func hostile() {
    let texts = MessageTexts(fallback: made("en"), [made("de")])
    for piece in ["-", "de-", "a-", "🙂", "\0", "x"] {
      #expect(texts.texts(for: String(repeating: piece, count: 100_000)).tag == "en")
    }
    var random = SeededGenerator(announcing: "LanguageTests.hostile", seed: 8)
    for _ in 0..<2_000 {
      let tag = (0..<random.below(14)).map { _ in random.pick(["-", "d", "e", "E", "n", "-", "é"]) }
      let found = texts.texts(for: tag.joined()).tag
      #expect(found == "de" || found == "en")
      if found == "de" { #expect(tag.joined().lowercased().hasPrefix("de")) }
    }
  }

  @Test("English, German, Arabic, Spanish and Japanese are available")
  func standard() {
    for (tag, expected) in [
      ("en", "en"), ("de", "de"), ("de-AT", "de"), ("ar", "ar"), ("ar-EG", "ar"),
      ("es-MX", "es"), ("ja-JP", "ja"), ("fr", "en"),
    ] {
      #expect(MessageTexts.standard.texts(for: tag).tag == expected)
    }
  }

  @Test("The offered tags are those with texts, the fallback first")
  func offered() {
    #expect(MessageTexts.standard.tags == ["en", "ar", "de", "es", "ja"])
    for tag in MessageTexts.standard.tags {
      #expect(MessageTexts.standard.texts(for: tag).tag == tag)
    }
  }
}
