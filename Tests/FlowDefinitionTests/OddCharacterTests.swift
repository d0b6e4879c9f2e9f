import FlowDefinition
import Testing

@Suite("Characters that nobody sees, or that look like others, are named at their place")
struct OddCharacterTests {
  private static func said(_ body: String) -> [String] {
    read(body).diagnostics.map(\.description)
  }

  private static let invisible: [(body: String, said: String)] = [
    (
      "facts:\n  a: {type: text}\u{200B}\n  b: {type: text}\n",
      "4:18: error: bad-character: Invisible character U+200B. Delete it."
    ),
    (
      "facts:\n  a: {type: text}\u{A0}\n  b: {type: text}\n",
      "4:18: error: bad-character: Invisible character U+00A0. Write a plain space, or delete it."
    ),
    (
      "facts:\n  a: {type: text}\n\u{A0}\u{A0}b: {type: text}\n  c: {type: text}\n",
      "5:1: error: bad-character: Invisible character U+00A0. Write a plain space, or delete it."
    ),
    (
      "facts:\n  a\u{200B}: {type: text}\n",
      "4:4: error: bad-character: Invisible character U+200B. Delete it."
    ),
    ("facts\u{200B}: {}\n", "3:6: error: bad-character: Invisible character U+200B. Delete it."),
    (
      "facts: {a: {type: text, \u{A0}place: memory}}\n",
      "3:25: error: bad-character: Invisible character U+00A0. Write a plain space, or delete it."
    ),
    (
      "facts: {a: {type: te\u{AD}xt}}\n",
      "3:21: error: bad-character: Invisible character U+00AD. Delete it."
    ),
  ]

  @Test("An invisible character in a name, a key or beside them is told once", arguments: invisible)
  func invisibleCharacters(body: String, said: String) {
    #expect(Self.said(body) == ["test.flow.yaml:" + said])
  }

  private static let letters: [(body: String, said: String)] = [
    (
      "f\u{430}cts: {}\n",
      "3:2: error: unknown-key: `f\u{430}cts` contains U+0430 (CYRILLIC SMALL LETTER A), which is no letter from a to z. Write `facts`."
    ),
    (
      "facts: {a: {type: t\u{435}xt}}\n",
      "3:20: error: unknown-value: `t\u{435}xt` contains U+0435 (CYRILLIC SMALL LETTER IE), which is no letter from a to z. Write `text`."
    ),
    (
      "overlays: {o: {title: o.t\u{456}tle}}\n",
      "3:26: error: bad-text-key: `o.t\u{456}tle` contains U+0456 (CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I), which is no letter from a to z. "
    ),
    (
      "overlays: {o: {elements: [{t\u{435}xt: a}]}}\n",
      "3:29: error: unknown-key: `t\u{435}xt` contains U+0435 (CYRILLIC SMALL LETTER IE), which is no letter from a to z. Write `text`."
    ),
  ]

  @Test("A letter of another alphabet is named by its code point", arguments: letters)
  func otherLetters(body: String, said: String) {
    let found = Self.said(body)
    #expect(found.count == 1 && found[0].hasPrefix("test.flow.yaml:" + said), "\(found)")
  }

  @Test("Quotes of a text are none to YAML and to guards")
  func quotes() {
    let value = Self.said("requests: {a: {http: {url: \u{201C}{server}/a\u{201D}}}}\n")
    #expect(
      value == [
        "test.flow.yaml:3:28: error: bad-yaml: `\u{201C}` (U+201C) means nothing here. Write a plain quote, `\"` or `'`."
      ])
    let compared = Self.said(
      "initial: a\nscreens: {a: {always: [{when: name == \u{2018}x\u{2019}, to: a}]}}\n")
    #expect(
      compared == [
        "test.flow.yaml:4:39: error: bad-guard: `\u{2018}` (U+2018) means nothing here. Write a single quote, `'`."
      ])
  }

  @Test("In texts they stay")
  func texts() {
    let text = "Attention\u{A0}! \u{AB}\u{A0}Oui\u{A0}\u{BB} \u{2019}\u{200C}\u{435}"
    #expect(Self.said("summary: \(text)\ntexts: {fr: {a: \"\(text)\"}}\n") == [])
  }
}
