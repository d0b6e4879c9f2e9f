import Portico
import Testing

@Suite("The texts around a flow")
struct FrameWordsTests {
  @Test("They are in the language of the flow, whatever the region")
  func language() {
    #expect(FrameWords.words(in: "de-AT").close == "Schließen")
    #expect(FrameWords.words(in: "AR").close == "إغلاق")
    #expect(FrameWords.words(in: "fr").close == "Close")
    #expect(!FrameWords.has("fr"))
    #expect(FrameWords.words(translatedBy: { "\($0)!" }).back == "Back!")
  }

  @Test(
    "CTR-4: every strength of a password has a word in every language",
    arguments: ["en", "de", "ar", "es", "ja"])
  func strengths(language: String) {
    let words = FrameWords.words(in: language)
    #expect(FrameWords.has(language))
    #expect(Set(words.strengths).count == PasswordStrength.veryStrong.rawValue + 1)
  }
}
