import Foundation
import Testing

/// A row of `docs/threat-model.md` is a promise: what enforces it and what proves it has to be there.
@Suite("The threat model")
struct ThreatModelTests {
  private struct Row {
    let line: Int
    let attacker: String
    /// What stands in backticks with a slash, in the second column and in the last.
    let enforcers: [String]
    let proofs: [String]
  }

  private func rows(of text: String) -> [Row] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      index, line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 5, !cells[1].contains("---"), cells[1] != " attacker " else {
        return nil
      }
      return Row(
        line: index + 1, attacker: cells[1].trimmingCharacters(in: .whitespaces),
        enforcers: paths(in: cells[2]), proofs: paths(in: cells[3]))
    }
  }

  private func paths(in cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 && $0.element.contains("/") }
      .map { String($0.element) }
  }

  /// What is wrong with a row, if anything is.
  private func complaints(_ row: Row, in root: URL) -> [String] {
    var complaints: [String] = []
    if row.enforcers.isEmpty { complaints.append("\(row.line): nothing enforces the rule") }
    if row.proofs.isEmpty { complaints.append("\(row.line): nothing proves the rule") }
    for file in row.enforcers {
      // The page's own code lies beside the sources of the package.
      let path = file.hasPrefix("Web/") ? file : "Sources/\(file)"
      if !FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path) {
        complaints.append("\(row.line): there is no \(path)")
      }
    }
    for proof in row.proofs {
      let parts = proof.split(separator: "#", maxSplits: 1).map(String.init)
      let url = root.appendingPathComponent("Tests/\(parts[0])")
      guard let text = try? String(contentsOf: url, encoding: .utf8) else {
        complaints.append("\(row.line): there is no Tests/\(parts[0])")
        continue
      }
      let keyword = parts[0].hasSuffix(".py") ? "def" : "func"
      if parts.count == 1 || !text.contains("\(keyword) \(parts[1])(") {
        complaints.append("\(row.line): Tests/\(parts[0]) has no \(keyword) of \(proof)")
      }
    }
    return complaints
  }

  @Test("Every file and test that the threat model names is there")
  func complete() throws {
    let url = repository.appendingPathComponent("docs/threat-model.md")
    let rows = rows(of: try String(contentsOf: url, encoding: .utf8))
    #expect(rows.count >= 25)
    for row in rows {
      #expect(complaints(row, in: repository) == [], "\(row.attacker)")
    }
  }

  @Test("A row without a file, with one that is not there, or with no such test is told")
  func incomplete() throws {
    let text = """
      | attacker | rule, and what enforces it | proof |
      |---|---|---|
      | a | Rule. | `Nowhere/Tests.swift#one` |
      | b | Rule. `Nowhere/Rule.swift` | `HouseTests/ThreatModelTests.swift#nothing` |
      | c | Rule. `IdentityDomain/SecurityRules.swift` | `HouseTests/ThreatModelTests.swift#complete` |
      """
    #expect(
      rows(of: text).flatMap { complaints($0, in: repository) } == [
        "3: nothing enforces the rule", "3: there is no Tests/Nowhere/Tests.swift",
        "4: there is no Sources/Nowhere/Rule.swift",
        "4: Tests/HouseTests/ThreatModelTests.swift has no func of "
          + "HouseTests/ThreatModelTests.swift#nothing",
      ])
  }
}
