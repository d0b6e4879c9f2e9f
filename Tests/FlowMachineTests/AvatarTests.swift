import FlowMachine
import TestSupport
import Testing

@Suite("Steps and avatars") struct AvatarTests {
  @Test(
    "An avatar shows the first letters of the first and the last word of a name",
    arguments: [
      ("Ada Lovelace", "AL"), ("ada", "A"), ("Ada Maria King", "AK"), ("Élise Ørsted", "ÉØ"),
      ("山田 太郎", "山太"), ("عائشة محمد", "عم"), ("  Ada  ", "A"),
      ("\u{2068}Ada Lovelace\u{2069}", "AL"), ("a…n@example.com", "A"), ("Ada (away)", "A"),
      ("+49 151", ""), ("", ""), (" ", ""), ("\u{2068}\u{2069}", ""),
    ])
  func initials(name: String, initials: String) {
    #expect(ScreenValue.Element.initials(of: Text(name)).string == initials)
  }

  @Test("What is no text in UTF-8 traps nowhere")
  func damaged() {
    var random = SeededGenerator(announcing: "names", seed: 11)
    for _ in 0..<2_000 {
      let name = (0..<random.below(6)).map { _ in
        random.pick([0x20, 0x41, 0x80, 0xE2, 0xFF] as Text)
      }
      _ = ScreenValue.Element.initials(of: name)
    }
  }

  @Test("A host gets what steps and avatars are drawn from")
  func drawn() throws {
    let play = try Play(
      yaml: """
        languages: [en, ar]
        facts: {name: {type: text}}
        initial: a
        screens:
          a:
            enter: [{set: {name: 'Ada Lovelace'}}]
            elements: [{steps: a.step, at: 2, of: 20}, {avatar: a.name}, {notice: a.step, tone: error}]
        texts: {en: {a.step: S, a.name: "{name}"}, ar: {a.step: S, a.name: "{name}"}}
        """)
    for language in 0..<2 {
      let json = play.machine.screen(at: play.now, language: language).json.string
      #expect(json.contains(#""kind":"steps","text":"S","of":20,"at":2"#))
      #expect(json.contains(#""initials":"AL""#))
      #expect(json.contains(#""kind":"notice","style":"error""#))
    }
  }
}
