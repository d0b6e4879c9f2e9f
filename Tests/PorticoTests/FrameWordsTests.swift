import FlowMachine
import Portico
import PorticoTesting
import TestSupport
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

  @Test("A flow's own words take the place of ours, and the others stay")
  func given() {
    let words = FrameWords.words(in: "de").replaced(by: [
      .back: "Heim", .veryStrong: "Bombenfest", .tryAgain: "Nochmal",
    ])
    #expect(words.back == "Heim" && words.strengths[4] == "Bombenfest")
    #expect(words.close == "Schließen" && words.strengths[3] == "Stark")
  }

  @Test("Each word that a flow can give is one of a screen here, of the page, or of both")
  func everyWord() throws {
    let script = String(
      decoding: try #require(Repository.read("Web/host/words.js")), as: UTF8.self)
    let page = script.matches(of: /\n    ([a-zA-Z]+): "(.+)",/).map {
      (name: String($0.1), text: String($0.2))
    }
    // What a page says before it has the flow.
    let early: Set = ["notFound", "unsupported", "noConnection"]
    let ours = FrameWords.places.map(\.word.rawValue)
    let all = Set(page.map(\.name)).subtracting(early).union(ours)
    #expect(all == Set(FrameWord.allCases.map(\.rawValue)))

    let manual = String(
      decoding: try #require(Repository.read("docs/flow-language.md")), as: UTF8.self)
    for (word, place) in FrameWords.places {
      #expect(manual.contains("| `\(word.key)` | \(FrameWords.english[keyPath: place]) |"))
    }
    for (name, text) in page where !early.contains(name) {
      #expect(manual.contains("| `portico.\(name)` | \(text) |"))
      let values = text.matches(of: /{([a-z]+)}/).map { String($0.1) }
      #expect(values == FrameWord(rawValue: name)?.values)
    }
    let strength = String(
      decoding: try #require(Repository.read("Web/host/strength.js")), as: UTF8.self)
    for name in ["veryWeak", "weak", "fair", "strong", "veryStrong"] {
      #expect(FrameWord(rawValue: "strength.\(name)") != nil)
      #expect(strength.contains("\"\(name)\""))
    }
  }

  @Test("A running entry has the words of its flow in the language that it is shown in")
  @MainActor func entry() async throws {
    let text = """
      flow: spoken
      version: 1
      languages: [en, fr]
      initial: home
      screens: {home: {elements: [{text: home.text}]}}
      texts:
        en: {home.text: Home}
        fr: {home.text: Accueil, portico.back: Retour}
      """
    let flow = try AppFlow(
      compiled: TestFlow.bytes("test.flow.yaml") {
        $0 == "test.flow.yaml" ? Array(text.utf8) : nil
      })
    for (language, back) in [("fr-CA", "Retour"), ("en", "Back")] {
      let (storage, clock) = (SharedStorage(), TestClock(1_000_000))
      var parts = EntryParts(
        journal: { storage }, secrets: storage, preferences: storage,
        handlers: RequestHandlers(otherwise: { _ in .done() }), http: { _ in .notSent },
        app: AppHooks(), clock: clock.clock, entropy: { 7 })
      parts.language = language
      let made = parts
      let entry = AppEntry(flow, clock: clock.clock) { made }
      let life = Task { await entry.run() }
      try await entry.wait { $0.scene.screen != nil }
      let words = FrameWords.words(in: entry.language).replaced(by: entry.givenWords)
      #expect(words.back == back)
      #expect(words.close == "Close")
      life.cancel()
      await life.value
    }
  }
}
