import FlowDefinition
import Testing

@Suite("Whether lists are empty, and how many rows they have, as documents ask")
struct EmptyListTests {
  private static func document(
    value: String = "count(rows)", set: String = "1", when: String
  ) -> Documents {
    Documents(
      """
      languages: [en]
      facts:
        rows: {type: list, of: {id: text}}
        size: {type: number, value: "\(value)"}
        twice: {type: number, value: size * 2}
        other: {type: number, domain: {least: 0, most: 9}}
        name: {type: text, initial: A}
      requests: {load: {app: load, repeat: safe, save: {rows: $.rows}}}
      initial: home
      screens:
        home:
          enter: [{request: load}]
          elements:
            - {text: t, when: "\(when)"}
            - {text: u, when: load.failed}
            - {text: v, when: other == 1}
            - {button: go, label: t}
          on: {go: {to: home, do: [{set: {other: \(set)}}]}}
      texts: {en: {t: "{size} {twice} {name}", u: Failed, v: One}}
      """)
  }

  private static let wrong: [(value: String, set: String, when: String, words: String)] = [
    ("count(rows)", "1", "name is empty", "`name` is no list, and only a list can be empty"),
    ("count(rows)", "1", "size > 3", "`size` counts the rows of a list"),
    ("count(rows)", "1", "twice == other", "`twice` counts the rows of a list"),
    ("count(rows)", "1", "other == size", "`size` counts the rows of a list"),
    ("count(rows)", "size", "rows is empty", "`size` counts the rows of a list"),
    ("count(rows)", "twice + 1", "rows is empty", "`twice` counts the rows of a list"),
    ("count(rows)", "1", "rows == 0", "`rows` is of type `list`, which cannot be compared"),
    ("count(rows, rows)", "1", "rows is empty", "`rows` is of type `list`"),
    ("count(name)", "1", "rows is empty", "`name` is of type `text`"),
    ("rows + 1", "1", "rows is empty", "`rows` is of type `list`"),
  ]

  @Test("No guard depends on a number of rows, which no proof could cover", arguments: wrong)
  func refused(value: String, set: String, when: String, words: String) {
    let problems = Self.document(value: value, set: set, when: when).problems
    #expect(problems.contains { $0.contains(words) }, "\(problems)")
  }

  @Test("A number of rows can be shown, counted in texts and used in other numbers")
  func accepted() {
    #expect(Self.document(when: "rows is empty").problems == [])
    #expect(Self.document(when: "rows is present and not rows is empty").problems == [])
    #expect(Self.document(when: "size is absent").problems == [])
  }
}
