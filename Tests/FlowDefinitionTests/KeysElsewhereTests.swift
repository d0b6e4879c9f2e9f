import FlowDefinition
import Testing

@Suite("Keys under other names, and texts without their language, are told once")
struct KeysElsewhereTests {
  private static func said(_ body: String) -> [String] {
    read(body).diagnostics.map {
      "\($0.position.line):\($0.position.column) \($0.code.rawValue): \($0.remedy)"
    }
  }

  private static func field(_ rules: String) -> String {
    "overlays: {o: {elements: [{field: f, fact: f\(rules)}]}}\n"
  }

  @Test("A minimum and a maximum are `least` and `most`")
  func bounds() {
    #expect(
      Self.said("facts: {n: {type: number, domain: {min: 1, max: 9}}}\n") == [
        "3:36 unknown-key: Write `least`", "3:44 unknown-key: Write `most`",
      ])
    #expect(
      Self.said(Self.field(", validate: [{min: 1}, {maxLength: 9}, {regex: a}]")) == [
        "3:59 unknown-key: Write `least`", "3:69 unknown-key: Write `most`",
        "3:85 unknown-key: Write `pattern`",
      ])
    #expect(
      Self.said(Self.field(", min: 1")) == ["3:47 misplaced-key: Write `validate: [{least: …}]`"])
    #expect(Self.said("facts: {n: {type: number, domain: {least: 1, most: 9}}}\n") == [])
    #expect(Self.said(Self.field(", validate: [{least: 1}, {most: 9}, {pattern: a}]")) == [])
  }

  @Test("A required key that is misspelt is not missing too")
  func misspelt() {
    #expect(
      Self.said("facts: {n: {type: number, domain: {leats: 1, most: 9}}}\n") == [
        "3:36 unknown-key: Write `least`"
      ])
    #expect(
      Self.said("facts: {n: {type: number, domain: {most: 9}}}\n") == [
        "3:27 missing-key: Write `least:` with a whole number"
      ])
  }

  private static let texts =
    "home.title: Home\n  home.text: Hello\n  home.count: {count: n, one: One, other: More}\n  ok: Yes\n"

  @Test("Texts that stand under no language are told once, and no text is taken for a file")
  func noLanguage() {
    #expect(
      Self.said("texts:\n  " + Self.texts) == [
        "4:3 bad-language: Write their language above them, such as `en:`, and indent them under it"
      ])
    #expect(
      Self.said("texts:\n  en:\n    " + Self.texts.replacing("\n", with: "\n  ") + "\n") == [])
  }

  @Test("A wrong language is told as one, without a word of its file")
  func wrongLanguage() {
    let remedy = "bad-language: Write a BCP 47 tag such as `en`, `pt-BR` or `zh-Hant`"
    #expect(Self.said("texts: {english: texts.en.yaml}\n") == ["3:9 " + remedy])
    #expect(Self.said("texts: {english: {home.title: Home}}\n") == ["3:9 " + remedy])
  }
}
