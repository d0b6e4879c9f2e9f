import Foundation

/// A table of a document in Markdown.
struct DocumentTable {
  struct Row {
    /// The line in the document; the first one is 1.
    let line: Int
    /// Without the blanks around them.
    let cells: [String]
  }

  let header: Row
  let rows: [Row]

  static func all(in text: String) -> [DocumentTable] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.dropLast().filter {
      lines[$0].hasPrefix("|") && lines[$0 + 1].hasPrefix("|---")
    }.map { start in
      let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
      return DocumentTable(
        header: row(lines[start], at: start),
        rows: (start + 2..<end).map { row(lines[$0], at: $0) })
    }
  }

  private static func row(_ text: Substring, at index: Int) -> Row {
    let cells = text.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return Row(line: index + 1, cells: Array(cells.dropFirst().dropLast()))
  }
}
