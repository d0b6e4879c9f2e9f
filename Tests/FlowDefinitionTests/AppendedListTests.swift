import FlowDefinition
import Testing

@Suite("Lists to which rows are appended, as documents declare them")
struct AppendedListDeclarationTests {
  private static let wrong: [(save: String, place: String, words: String)] = [
    ("name: {path: $.a, append: id}", ":8:", "`name` is of type `text`"),
    ("rows: {path: $.a, append: idd}", ":8:", "no column `idd`"),
    ("rows: {path: $.a, append: true}", ":8:", "no column `true`"),
    ("rows: {append: id}", ":8:", "missing the key `path`"),
  ]

  @Test("Only lists are appended to, by a column that they have", arguments: wrong)
  func refused(save: String, place: String, words: String) {
    let problems = Documents(
      """
      facts: {rows: {type: list, of: {id: text, size: number}}, name: {type: text}}
      requests:
        load:
          app: load
          repeat: safe
          save: {\(save)}
      initial: home
      screens: {home: {enter: [{request: load}], always: [{when: load.settled and rows is present and name is present, to: home}]}}
      """
    ).problems
    #expect(problems.contains { $0.contains(words) && $0.contains(place) }, "\(problems)")
  }
}
