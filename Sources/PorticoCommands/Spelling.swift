/// What somebody may have meant by a word that names nothing.
package enum Spelling {
  /// - Returns: the one known word that begins so or is a few slips of the fingers away; nil where none is
  ///   near, or two are as near.
  package static func meant(by typed: String, among known: [String]) -> String? {
    let typed = typed.lowercased()
    let most = max(1, typed.count / 3)
    let near = Set(known).map { ($0, slips(typed, $0.lowercased())) }
      .filter { $0.1 <= most }
      .sorted { $0.1 < $1.1 }
    guard let first = near.first else { return abbreviated(by: typed, among: known) }
    return near.count < 2 || near[1].1 > first.1 ? first.0 : nil
  }

  private static func abbreviated(by typed: String, among known: [String]) -> String? {
    guard typed.count >= 3 else { return nil }
    let longer = Set(known.filter { $0.lowercased().hasPrefix(typed) })
    return longer.count == 1 ? longer.first : nil
  }

  /// One line that says that a word is unknown, and what was meant by it.
  ///
  /// - Parameters:
  ///   - problem: such as `unknown command`.
  ///   - prefix: what stands before the word, such as `users `.
  ///   - otherwise: what to do where no word is near.
  package static func complaint(
    _ problem: String, _ typed: String, among known: [String], within prefix: String = "",
    otherwise: String
  ) -> String {
    let meant = meant(by: typed, among: known).map { "did you mean '\(prefix)\($0)'?" }
    return "\(problem) '\(prefix)\(typed)'; \(meant ?? otherwise)"
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
