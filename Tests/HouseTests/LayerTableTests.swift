import Foundation
import Testing

/// Whoever looks for the place of a line reads CONTRIBUTING.md; what is checked is scripts/arrows.table.
@Suite("The table of layers")
struct LayerTableTests {
  /// The layer of each target, by the table that the check of arrows reads.
  private static func checked(_ text: String) -> [String: Int] {
    var layers: [String: Int] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if fields.count == 4 { layers[fields[0]] = Int(fields[1]) }
    }
    return layers
  }

  /// The same by the table for people: `0 pure`, and targets in the quotes of code.
  private static func told(_ text: String) -> [(target: String, layer: Int)] {
    let table = DocumentTable.all(in: text).first { $0.header.cells.first == "layer" }
    return (table?.rows ?? []).flatMap { row -> [(String, Int)] in
      guard let layer = row.cells[0].split(separator: " ").first.flatMap({ Int($0) }) else {
        return []
      }
      return row.cells[1].matches(of: /`(\w+)`/).map { (String($0.1), layer) }
    }
  }

  @Test("The table lists every target once, in the layer that is checked")
  func complete() throws {
    let rules = try String(
      contentsOf: repository.appendingPathComponent("scripts/arrows.table"), encoding: .utf8)
    let guide = try String(
      contentsOf: repository.appendingPathComponent("CONTRIBUTING.md"), encoding: .utf8)
    let checked = Self.checked(rules)
    let told = Self.told(guide)
    #expect(checked.count > 40)
    #expect(Dictionary(told, uniquingKeysWith: { _, new in new }) == checked)
    #expect(told.count == checked.count)
  }

  @Test("A missing target, or one in another layer, is found")
  func found() {
    let rules = "# target : layer\nPure : 0 :   :\nTop  : 4 : Pure : Yams\n"
    #expect(Self.checked(rules) == ["Pure": 0, "Top": 4])
    let guide = "| layer | targets | rule |\n|---|---|---|\n| 0 pure | `Pure`, `Old` | none |\n"
    #expect(Self.told(guide).map(\.target) == ["Pure", "Old"])
    #expect(Self.told(guide).map(\.layer) == [0, 0])
  }
}
