import Foundation

/// `docs/asvs.md`: tables of items with a proof or a named gap, lists of items that do not apply,
/// and the list of the gaps.
struct StandardsDocument {
  private struct Item {
    let line: Int
    let name: String

    /// Without the word in brackets that tells the rows of one section apart.
    var section: String { name.components(separatedBy: " (")[0] }
  }

  /// An item of a list, with the lines that go on with it.
  private struct Bullet {
    let line: Int
    var text: String
  }

  static let columns = ["item", "what it asks", "how it is met", "proof"]

  private let tables: [DocumentTable]
  private let exempt: [Bullet]
  private let gaps: [Bullet]

  init(_ text: String) {
    tables = DocumentTable.all(in: text)
    exempt = Self.bullets(in: text) { $0 == "Does not apply:" }
    gaps = Self.bullets(in: text) { $0 == "## Named gaps" }
  }

  /// The items whose proof is still to come.
  var promised: [String] {
    tables.flatMap(\.rows).filter(isPromised).map { $0.cells[0] }
  }

  /// What is wrong with it, if these are the items of the standards and the links lead into `root`.
  func complaints(items: [String], in root: URL) -> [String] {
    let rows = tables.flatMap(\.rows)
    let ofRows = rows.map { Item(line: $0.line, name: $0.cells.first ?? "") }
    let all = (ofRows + exempt.flatMap(exemptItems)).sorted { $0.line < $1.line }
    let unknown = all.filter { !items.contains($0.section) }
    let missing = items.filter { item in !all.contains { $0.section == item } }
    var complaints = tables.filter { $0.header.cells != Self.columns }
      .map { "\($0.header.line): the columns are not those of every table" }
    complaints += rows.flatMap { self.complaints($0, in: root) }
    complaints += exempt.filter { !$0.text.contains(": ") }
      .map { "\($0.line): there is no reason" }
    complaints += repeated(all).map { "\($0.line): \($0.name) stands here twice" }
    complaints += unknown.map { "\($0.line): \($0.name) is no item of the standards" }
    complaints += missing.map { "\($0) is missing" }
    return complaints + complaintsOfGaps(rows)
  }

  private func complaints(_ row: DocumentTable.Row, in root: URL) -> [String] {
    guard row.cells.count == Self.columns.count, !row.cells.contains("") else {
      return ["\(row.line): not all cells are filled"]
    }
    let links = ProofLink.all(in: row.cells[3])
    let gaps = gapTexts(row)
    var complaints = links.compactMap { $0.complaint(in: root) }
    if links.isEmpty, gaps.isEmpty, !isPromised(row) {
      complaints.append("\(row.cells[0]) has neither a proof nor a gap")
    }
    if gaps.contains(where: { !$0.contains(", because ") }) {
      complaints.append("\(row.cells[0]) has a gap without a reason")
    }
    return complaints.map { "\(row.line): \($0)" }
  }

  /// The gaps of the rows are those of the list.
  private func complaintsOfGaps(_ rows: [DocumentTable.Row]) -> [String] {
    let listed = gaps.map { $0.text.components(separatedBy: "**").dropFirst().first ?? "" }
    let named = rows.flatMap { row in gapTexts(row).map { (row.line, gapName($0)) } }
    let used = Set(named.map { $0.1 })
    let unlisted = named.filter { !listed.contains($0.1) }
      .map { "\($0.0): the list has no gap '\($0.1)'" }
    let unused = zip(gaps, listed).filter { !used.contains($0.1) }
      .map { "\($0.0.line): no row has the gap '\($0.1)'" }
    return unlisted + unused
  }

  private func isPromised(_ row: DocumentTable.Row) -> Bool {
    row.cells.last?.contains("soon:") == true
  }

  private func gapTexts(_ row: DocumentTable.Row) -> [String] {
    Array((row.cells.last ?? "").components(separatedBy: "gap: ").dropFirst())
  }

  private func gapName(_ text: String) -> String {
    text.components(separatedBy: ", because ")[0]
  }

  private func exemptItems(_ bullet: Bullet) -> [Item] {
    bullet.text.components(separatedBy: ": ")[0].components(separatedBy: ", ")
      .map { Item(line: bullet.line, name: $0) }
  }

  private func repeated(_ items: [Item]) -> [Item] {
    var seen: Set<String> = []
    return items.filter { !seen.insert($0.name).inserted }
  }

  /// The lists right below each line of this kind.
  private static func bullets(in text: String, below isStart: (String) -> Bool) -> [Bullet] {
    var bullets: [Bullet] = []
    var isInside = false
    let lines = text.components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      if isStart(line) {
        isInside = true
      } else if isInside, line.hasPrefix("- ") {
        bullets.append(Bullet(line: index + 1, text: String(line.dropFirst(2))))
      } else if isInside, line.hasPrefix("  "), !bullets.isEmpty {
        bullets[bullets.count - 1].text += line.dropFirst()
      } else if !line.isEmpty {
        isInside = false
      }
    }
    return bullets
  }
}
