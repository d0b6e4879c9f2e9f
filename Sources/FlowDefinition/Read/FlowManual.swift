/// Writes the tables of keys in the language reference, so that it says what the reader reads.
///
/// A section of the reference stands between `<!-- keys: NAME -->` and `<!-- end -->`.
package enum FlowManual {
  /// The sections by their names, in their order.
  package static let sections = ["actions", "elements"]

  /// The reference with its tables written again; the rest of it stays as it is.
  ///
  /// - Returns: nil if a section's marks are not there.
  package static func updating(_ reference: String) -> String? {
    var text = ""
    var rest = reference[...]
    for name in sections {
      guard let start = rest.firstRange(of: "<!-- keys: \(name) -->\n"),
        let end = rest[start.upperBound...].firstRange(of: "<!-- end -->")
      else { return nil }
      text += rest[..<start.upperBound] + section(name)
      rest = rest[end.lowerBound...]
    }
    return text + rest
  }

  private static func section(_ name: String) -> String {
    guard name == "elements" else {
      return lines(
        [["action", "value", "meaning"]]
          + ObjectTable.action.keys.map { ["`\($0.name)`", wanted($0), $0.summary] })
    }
    let rows = ObjectKind.elements.map(\.table).flatMap { table in
      table.keys.enumerated().map { place, row in
        place == 0
          ? ["`\(row.name)`", "", wanted(row), "\(table.summary) \(row.summary)"]
          : ["", "`\(row.name)`", wanted(row), row.summary]
      }
    }
    return lines([["element", "key", "value", "meaning"]] + rows)
  }

  /// What to write, and whether it has to be written.
  private static func wanted(_ row: KeyRow) -> String {
    row.shape.wanted + (row.isRequired ? "; required" : "")
  }

  /// A table in Markdown; the first row is its head.
  private static func lines(_ rows: [[String]]) -> String {
    var lines = rows.map { cells in
      "| " + cells.map(escaped).joined(separator: " | ") + " |"
    }
    lines.insert("|" + String(repeating: "---|", count: rows[0].count), at: 1)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escaped(_ cell: String) -> String {
    cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
