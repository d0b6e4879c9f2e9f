import Foundation
import Testing

/// What an app writes for a task, beside what it writes with other libraries (docs/decisions/0017-client-products.md).
@Suite("The lines of the guide's listings")
struct GuideLinesTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }

  /// The lines of the listings by their task; blank ones and comments do not count.
  private static func counted() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    let guide = try text("docs/guides/add-to-an-app.md")
    for match in guide.matches(of: /<!-- from: [^>]*?; task: ([a-z ]+?) -->\n```\w*\n([^`]*)```/) {
      let lines = match.2.split(separator: "\n").filter { line in
        let bare = line.trimmingCharacters(in: .whitespaces)
        return !bare.isEmpty && !bare.hasPrefix("//") && !bare.hasPrefix("#")
      }
      counts[String(match.1), default: 0] += lines.count
    }
    return counts
  }

  private static func rows() throws -> [[String]] {
    let record = try text("docs/decisions/0017-client-products.md")
    let start = try #require(record.range(of: "| task | ours |"))
    let lines = record[start.lowerBound...].split(separator: "\n").prefix { $0.hasPrefix("|") }
    return lines.dropFirst(2).map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test("The record states what the guide's listings have, for each of the tasks")
  func stated() throws {
    let counted = try Self.counted()
    let rows = try Self.rows()
    #expect(
      Set(rows.map { $0[0] }) == [
        "protect", "token", "user", "sign out", "theme", "replace an element", "add a question",
        "localize", "link", "push", "preview", "test",
      ])
    for row in rows { #expect(Int(row[1]) == counted[row[0]] ?? 0, "\(row[0])") }
    #expect(Set(counted.keys).isSubset(of: rows.map { $0[0] }))
  }

  @Test("No task takes more lines than with another library")
  func atMost() throws {
    for row in try Self.rows() {
      let ours = try #require(Int(row[1]))
      #expect(row.count == 6, "\(row[0])")
      for theirs in row.dropFirst(2) where theirs != "-" {
        #expect(ours <= (try #require(Int(theirs))), "\(row[0])")
      }
    }
  }

  @Test("Each story of the entry takes fifteen lines at most")
  func stories() throws {
    let tests = try Self.text("Tests/PorticoTestingTests/EntryStoryTests.swift")
    let stories = tests.split(separator: "  @Test(").dropFirst()
    #expect(stories.count >= 6)
    for story in stories {
      let body = story.split(separator: "\n").drop { !$0.hasPrefix("  func ") }
      let count = body.prefix { $0 != "  }" }.count - 1
      #expect((1...15).contains(count), "\(body.first ?? "")")
    }
  }
}
