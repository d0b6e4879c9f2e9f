/// Combinations of the values of some switches: all of them where they are few; otherwise few, and yet such that any two
/// values of two switches stand together in one of them.
package enum PairCover {
  /// So many combinations are few.
  private static let mostWhole = 16

  /// - Parameters:
  ///   - counts: by switch how many values it has; 0 is its default.
  ///   - singles: whether each other value also stands alone among defaults.
  /// - Returns: the defaults, each single other value, then what covers all pairs together with the
  ///   defaults alone: so most pairs stand among different values of the other switches.
  package static func rows(_ counts: [Int], singles: Bool = true) -> [[Int]] {
    let defaults = [Int](repeating: 0, count: counts.count)
    if singles, counts.reduce(1, { min($0 * $1, mostWhole + 1) }) <= mostWhole {
      let all: [[Int]] = counts.reduce([[]]) { rows, count in
        rows.flatMap { row in (0..<count).map { row + [$0] } }
      }
      let others = all.map { row in row.count { $0 != 0 } }
      return all.indices.sorted { (others[$0], $0) < (others[$1], $1) }.map { all[$0] }
    }
    var rows = [defaults]
    for (place, count) in counts.enumerated() where singles && count > 1 {
      for value in 1..<count {
        var row = defaults
        row[place] = value
        rows.append(row)
      }
    }
    var open = pairs(counts)
    open.subtract(pairs(in: defaults))
    for known in binaryRows(counts) {
      let row = row(with: known, counts, open)
      open.subtract(pairs(in: row))
      if !rows.contains(row) { rows.append(row) }
    }
    while let first = open.min() {
      let known = [first.first: first.firstValue, first.second: first.secondValue]
      let row = row(with: known, counts, open)
      open.subtract(pairs(in: row))
      if !rows.contains(row) { rows.append(row) }
    }
    return rows
  }

  /// The fewest rows that cover all pairs of the switches with two values together with the defaults: of
  /// n of them each switch has its other value in another choice of n / 2 + 1, rounded down (Katona;
  /// Kleitman and Spencer, 1973). Two such choices overlap, and neither has the other in it.
  private static func binaryRows(_ counts: [Int]) -> [[Int: Int]] {
    let switches = counts.indices.filter { counts[$0] == 2 }
    guard switches.count > 1 else { return [] }
    var size = 3
    while choices(of: size / 2 + 1, among: size).count < switches.count { size += 1 }
    let chosen = choices(of: size / 2 + 1, among: size)
    return (0..<size).map { row in
      Dictionary(
        uniqueKeysWithValues: switches.enumerated().map {
          ($1, chosen[$0].contains(row) ? 1 : 0)
        })
    }
  }

  /// The sets of so many of the first numbers, in order.
  private static func choices(of count: Int, among size: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    guard count <= size else { return [] }
    return choices(of: count - 1, among: size - 1).map { $0 + [size - 1] }
      + choices(of: count, among: size - 1)
  }

  /// Two values of two switches, the first of which comes before the second.
  struct Pair: Hashable, Comparable {
    var first: Int
    var firstValue: Int
    var second: Int
    var secondValue: Int

    static func < (left: Pair, right: Pair) -> Bool {
      (left.first, left.firstValue, left.second, left.secondValue)
        < (right.first, right.firstValue, right.second, right.secondValue)
    }
  }

  private static func pairs(_ counts: [Int]) -> Set<Pair> {
    var result: Set<Pair> = []
    for first in counts.indices {
      for second in counts.indices where second > first {
        for firstValue in 0..<counts[first] {
          for secondValue in 0..<counts[second] {
            result.insert(
              Pair(
                first: first, firstValue: firstValue, second: second, secondValue: secondValue))
          }
        }
      }
    }
    return result
  }

  static func pairs(in row: [Int]) -> Set<Pair> {
    var result: Set<Pair> = []
    for first in row.indices {
      for second in row.indices where second > first {
        result.insert(
          Pair(first: first, firstValue: row[first], second: second, secondValue: row[second]))
      }
    }
    return result
  }

  /// A row with some values, in which each other switch has the value that brings most open pairs with
  /// those before it.
  private static func row(with known: [Int: Int], _ counts: [Int], _ open: Set<Pair>) -> [Int] {
    var chosen = known
    for place in counts.indices where chosen[place] == nil {
      var best = (value: 0, gain: -1)
      for value in 0..<counts[place] {
        let gain = chosen.count { other, otherValue in
          let pair =
            other < place
            ? Pair(first: other, firstValue: otherValue, second: place, secondValue: value)
            : Pair(first: place, firstValue: value, second: other, secondValue: otherValue)
          return open.contains(pair)
        }
        if gain > best.gain { best = (value, gain) }
      }
      chosen[place] = best.value
    }
    return counts.indices.map { chosen[$0] ?? 0 }
  }
}
