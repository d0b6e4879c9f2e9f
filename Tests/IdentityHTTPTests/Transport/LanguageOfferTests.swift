import HTTPTypes
import IdentityDomain
import IdentityHTTP
import Testing

@Suite("The language of a client")
struct LanguageOfferTests {
  private let offer = LanguageOffer(["en", "ar", "de"])

  @Test(
    "The client's preferred language among those offered is chosen, with its region",
    arguments: [
      (nil, "en"), ("", "en"), ("de", "de"), ("DE", "DE"), ("de-AT", "de-AT"),
      ("fr-FR,de;q=0.5", "de"), ("fr-FR, fr;q=0.9, de-CH;q=0.8, en;q=0.7", "de-CH"),
      ("de-AT, en;q=0.5", "de-AT"), ("en;q=0.5, fr;q=0.8", "en"), ("en;q=0.5, de;q=0.8", "de"),
      ("en, de", "en"), ("de, en", "de"), ("en;q=0.8, de;q=0.8", "en"), ("de;q=1.000, en", "de"),
      ("de;q=0.999, en", "en"), ("de;q=0.001", "de"), ("ar-EG-u-nu-arab", "ar-EG-u-nu-arab"),
      ("de-x-private, en;q=0.5", "de-x-private"), ("de;Q=0.5, en;q=0.4", "de"),
      ("de ; q=0.5 , ar", "ar"),
    ] as [(String?, String)])
  func best(accept: String?, tag: String) {
    #expect(offer.tag(for: accept) == tag)
  }

  @Test(
    "A quality of 0 excludes, and a star stands for what no other range names",
    arguments: [
      ("*", "en"), ("fr, *;q=0.5", "en"), ("en;q=0, *", "ar"), ("en;q=0, ar;q=0, *", "de"),
      ("en;q=0.1, *;q=0.5", "ar"), ("de, *;q=0.5", "de"), ("*;q=0, de", "de"),
      ("de;q=0, en;q=0.5", "en"), ("de-AT, de;q=0, ar;q=0.5", "ar"),
      ("de-AT;q=0, de;q=0.5", "de"), ("*, en;q=0.9", "ar"),
    ])
  func exclusions(accept: String, tag: String) {
    #expect(offer.tag(for: accept) == tag)
  }

  @Test(
    "The language of a client that prefers none of those offered is kept",
    arguments: [
      ("fr", "fr"), ("zh-Hant-TW", "zh-Hant-TW"), ("de;q=0, es", "es"), ("fr;q=0.5, es", "es"),
      ("en;q=0", "en"), ("*;q=0", "en"),
    ])
  func others(accept: String, tag: String) {
    #expect(offer.tag(for: accept) == tag)
  }

  @Test(
    "An invalid tag or quality is ignored",
    arguments: [
      ("\u{1}\u{2}", "en"), ("x'; drop", "en"), ("d", "en"), ("de;q=2, ar", "ar"),
      ("de;q=nan, ar", "ar"), ("de;q=-1, ar", "ar"), ("de;q=0x1, ar", "ar"), ("de;q=1e0, ar", "ar"),
      ("de;q=1.001, ar", "ar"), ("de;q=0.1234, ar", "ar"), ("de;q=, ar", "ar"),
      ("de;q=.5, ar", "ar"), ("de_AT, ar", "ar"), ("deutschland, ar", "ar"), ("-de, ar", "ar"),
      ("de-, ar", "ar"),
      (";q=1, ar", "ar"), (",,ar,", "ar"), ("ＤＥ, ar", "ar"),
      (String(repeating: "a", count: 9), "en"), (String(repeating: "de,", count: 100), "en"),
      (String(repeating: "fr,", count: 16) + "de", "fr"),
    ])
  func hostile(accept: String, tag: String) {
    #expect(offer.tag(for: accept) == tag)
  }

  @Test("A longer range falls back part by part")
  func lookup() {
    let offer = LanguageOffer(["en", "zh", "zh-Hans"])
    #expect(offer.tag(for: "zh-Hans-CN, en;q=0.9") == "zh-Hans-CN")
    #expect(offer.tag(for: "zh-Hant-TW, en;q=0.9") == "zh-Hant-TW")
    #expect(offer.tag(for: "zh-Hans-CN, zh-Hans;q=0, en;q=0.1") == "en")
    #expect(offer.tag(for: "zh;q=0, zh-Hans-CN, en;q=0.1") == "en")
    #expect(LanguageOffer(["en", "zh-hans"]).tag(for: "zh, en;q=0.1") == "en")
  }

  @Test("Attack: an unavailable language hides the client's next choice")
  func throughTheDoor() async throws {
    let door = Door()
    _ = try await door.send(.get, "/apiversions", [.acceptLanguage: "fr-FR,de;q=0.5"])
    #expect(door.calls.all.first?.caller.language == "de")
  }
}
