import FlowDefinition
import Testing

@Suite("What is wrong with brackets and dashes is told where it is")
struct BracketSlipTests {
  private static let slips: [(body: String, said: String)] = [
    (
      "facts:\n  a: {type: text}}\n  b: {type: text}\n",
      "4:18: error: bad-yaml: This `}` closes nothing. Delete it, or add the missing `{` before it."
    ),
    (
      "languages: [en]]\nfacts: {}\n",
      "3:16: error: bad-yaml: This `]` closes nothing. Delete it, or add the missing `[` before it."
    ),
    (
      "facts:\n  a: {type: text},\n  b: {type: text}\n",
      "4:18: error: bad-yaml: A `,` separates entries in brackets only, and none is open here. Delete it."
    ),
    (
      "facts:\n  a: {type: text\n  b: {type: text}\n",
      "4:6: error: bad-yaml: The `{` that starts here is not closed before line 5. "
    ),
    (
      "summary: [A shop\nlanguages: [en]\n",
      "3:10: error: bad-yaml: The `[` that starts here is not closed before line 4. "
    ),
    (
      "overlays:\n  o:\n    elements:\n      -heading: a\n      - {text: b}\n",
      "6:8: error: bad-yaml: A space is missing after the `-` of an entry. Write `- ` and then the entry."
    ),
    (
      "overlays:\n  o:\n    elements:\n      -heading: a\n      -text: b\n",
      "6:8: error: bad-yaml: A space is missing after the `-` of an entry. Write `- ` and then the entry."
    ),
  ]

  @Test("A bracket or comma too many, one too few, and a dash without its space", arguments: slips)
  func slip(body: String, said: String) {
    let found = read(body).diagnostics.map(\.description)
    #expect(found.count == 1 && found[0].hasPrefix("test.flow.yaml:" + said), "\(found)")
  }

  @Test(
    "A `!`, `&` or `*` that stands in a text is not to blame for the line below it",
    arguments: ["Bonjour !", "Terms & conditions", "\"x ! & *\"", "2 * 3"])
  func punctuation(text: String) {
    let found = read("texts:\n  fr:\n    h: \(text)\n    t: Prêt : entrée\n").diagnostics
    #expect(found.map(\.code) == [.badYAML] && found[0].position.line == 6, "\(found)")
  }

  @Test("Commas before a closing bracket, and brackets over several lines, are right")
  func right() {
    let body = """
      languages: [en, de,]
      facts:
        a: {
          type: text,
          place: memory,
        }
      """
    #expect(read(body).diagnostics == [])
  }
}
