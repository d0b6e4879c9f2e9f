/// What somebody may have meant by a word that names nothing.
package enum Spelling {
  /// - Returns: the known word that is a few slips of the fingers away; nil where none is near, or two are
  ///   as near.
  package static func meant(by typed: String, among known: [String]) -> String? {
    let most = max(1, typed.count / 3)
    let near = known.map { ($0, slips(typed.lowercased(), $0.lowercased())) }
      .filter { $0.1 <= most }
      .sorted { $0.1 < $1.1 }
    guard let first = near.first, near.count < 2 || near[1].1 > first.1 else { return nil }
    return first.0
  }

  /// ` Did you mean …?`, or nothing.
  package static func question(_ typed: String, among known: [String]) -> String {
    meant(by: typed, among: known).map { " Did you mean `\($0)`?" } ?? ""
  }

  /// How many letters are missing, too many, wrong, or in the place of their neighbour (optimal string
  /// alignment).
  static func slips(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var rows = [Array(0...other.count)]
    for (place, letter) in one.enumerated() {
      var row = [place + 1]
      for (column, wanted) in other.enumerated() {
        var least = min(
          rows[place][column + 1] + 1, row[column] + 1,
          rows[place][column] + (letter == wanted ? 0 : 1))
        if place > 0, column > 0, letter == other[column - 1], one[place - 1] == wanted {
          least = min(least, rows[place - 1][column - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
