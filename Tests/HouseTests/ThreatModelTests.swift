import Foundation
import Testing

/// A row of `docs/threat-model.md` is a promise: what enforces it and what proves it has to be there.
@Suite("The threat model")
struct ThreatModelTests {
  private func rows(of text: String) -> [DocumentTable.Row] {
    DocumentTable.all(in: text).flatMap(\.rows)
  }

  /// What is wrong with a row, if anything is.
  private func complaints(_ row: DocumentTable.Row, in root: URL) -> [String] {
    guard row.cells.count == 3 else { return ["\(row.line): it has not three cells"] }
    let enforcers = ProofLink.paths(in: row.cells[1])
    let proofs = ProofLink.all(in: row.cells[2])
    var complaints: [String] = []
    if enforcers.isEmpty { complaints.append("\(row.line): nothing enforces the rule") }
    if proofs.allSatisfy(\.isHeading) { complaints.append("\(row.line): no test proves the rule") }
    for file in enforcers {
      // The page's own code lies beside the sources of the package.
      let path = file.hasPrefix("Web/") ? file : "Sources/\(file)"
      if !FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path) {
        complaints.append("\(row.line): there is no \(path)")
      }
    }
    return complaints
      + proofs.compactMap { $0.complaint(in: root) }.map { "\(row.line): \($0)" }
  }

  @Test("Every file and test named in the threat model exists")
  func complete() throws {
    let url = repository.appendingPathComponent("docs/threat-model.md")
    let rows = rows(of: try String(contentsOf: url, encoding: .utf8))
    #expect(rows.count >= 25)
    for row in rows {
      #expect(complaints(row, in: repository) == [], "\(row.cells.first ?? "")")
    }
  }

  @Test("A row without a file or a test, or with a missing one, is reported")
  func incomplete() throws {
    let text = """
      | attacker | rule, and what enforces it | proof |
      |---|---|---|
      | a | Rule. | `Nowhere/Tests.swift#one` |
      | b | Rule. `Nowhere/Rule.swift` | `HouseTests/ThreatModelTests.swift#nothing` |
      | c | Rule. `IdentityDomain/SecurityRules.swift` | `HouseTests/ThreatModelTests.swift#complete` |
      | d | Rule. `IdentityDomain/SecurityRules.swift` | `HouseTests/ThreatModelTests.swift#rows` |
      | e | Rule. `IdentityDomain/SecurityRules.swift` | `docs/threat-model.md#Sessions` |
      | f | Rule. `IdentityDomain/SecurityRules.swift` |
      """
    #expect(
      rows(of: text).flatMap { complaints($0, in: repository) } == [
        "3: nothing enforces the rule", "3: there is no Tests/Nowhere/Tests.swift",
        "4: there is no Sources/Nowhere/Rule.swift",
        "4: Tests/HouseTests/ThreatModelTests.swift has no func nothing",
        "6: func rows of Tests/HouseTests/ThreatModelTests.swift is no test",
        "7: no test proves the rule", "8: it has not three cells",
      ])
  }
}
