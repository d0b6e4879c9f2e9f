import Foundation
import Testing

/// A name that was given up stays given up.
@Suite("The glossary")
struct GlossaryTests {
  /// The names of the last column, without the quotes of code.
  private func replaced(in text: String) -> [String] {
    DocumentTable.all(in: text).flatMap(\.rows).compactMap(\.cells.last)
      .flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
      .filter { !$0.isEmpty }
  }

  /// Where a text has one of the names as a word.
  private func uses(of names: [String], in text: String) -> [String] {
    let words = Set(
      text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    return names.filter { words.contains($0) }
  }

  @Test("No source and no document uses a name that the glossary replaces")
  func replacedNames() throws {
    let glossary = repository.appendingPathComponent("docs/glossary.md")
    let names = replaced(in: try String(contentsOf: glossary, encoding: .utf8))
    #expect(names.count >= 8)
    var count = 0
    for folder in ["Sources", "Benchmarks", "Web", "Tests", "Examples", "docs"] {
      let files = FileManager.default.enumerator(
        at: repository.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard ["swift", "js", "mjs", "py", "md"].contains(file.pathExtension),
          file.lastPathComponent != "glossary.md",
          file.lastPathComponent != "GlossaryTests.swift"
        else { continue }
        count += 1
        let found = uses(of: names, in: try String(contentsOf: file, encoding: .utf8))
        #expect(found == [], "\(file.path)")
      }
    }
    #expect(count > 900)
  }

  @Test("A name is found as a word, in code and in prose, but not inside another")
  func found() {
    let text = "| term | replaces |\n|---|---|\n| handler | `Performers`, `Wish` |\n| state | |\n"
    let names = replaced(in: text)
    #expect(names == ["Performers", "Wish"])
    #expect(uses(of: names, in: "let all: [Performers] = []") == ["Performers"])
    #expect(uses(of: names, in: "A Wish, and nothing else.") == ["Wish"])
    #expect(uses(of: names, in: "WishList and performers") == [])
  }
}
