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

  @Test("The buttons of a locked home are in every language", arguments: ["de", "ar", "es", "ja"])
  func lock(language: String) {
    let (words, english) = (FrameWords.words(in: language), FrameWords.english)
    #expect(words.unlock != english.unlock && !words.unlock.isEmpty)
    #expect(words.signOut != english.signOut && !words.signOut.isEmpty)
    #expect(words.unlockReason != english.unlockReason && !words.unlockReason.isEmpty)
    #expect(FrameWords.words(translatedBy: { "\($0)!" }).signOut == "Sign out!")
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
