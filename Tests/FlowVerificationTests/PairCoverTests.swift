import FlowVerification
import Testing

@Suite("Configurations that are explored")
struct PairCoverTests {
  static let counts: [[Int]] = [
    [], [1], [2], [3, 2], [2, 1, 4], [2, 2, 2], [2, 2, 2, 2, 2, 2, 2], [5, 3, 2, 2, 4],
    Array(repeating: 2, count: 12), Array(repeating: 4, count: 5), [2, 3, 2, 2, 3, 2, 2],
  ]

  @Test(
    "Any two values of two switches occur together in some configuration", arguments: counts,
    [true, false])
  func pairs(counts: [Int], singles: Bool) {
    let rows = PairCover.rows(counts, singles: singles)
    #expect(rows.first == counts.map { _ in 0 })
    for row in rows {
      #expect(row.count == counts.count)
      #expect(zip(row, counts).allSatisfy { $0 >= 0 && $0 < $1 })
    }
    for first in counts.indices {
      for second in counts.indices where second > first {
        for value in 0..<counts[first] {
          for other in 0..<counts[second] {
            #expect(rows.contains { $0[first] == value && $0[second] == other })
          }
        }
      }
    }
  }

  @Test("The defaults come first, then each other value alone", arguments: counts)
  func singles(counts: [Int]) {
    let rows = PairCover.rows(counts)
    #expect(rows[0].allSatisfy { $0 == 0 })
    let singles = counts.reduce(0) { $0 + $1 - 1 }
    #expect(rows.dropFirst().prefix(singles).allSatisfy { $0.count { $0 != 0 } == 1 })
    #expect(Set(rows).count == rows.count)
  }

  @Test("Seven flags need at most 15 configurations, the same each time")
  func few() {
    let rows = PairCover.rows(Array(repeating: 2, count: 7))
    #expect(rows.count <= 15)
    #expect(rows == PairCover.rows(Array(repeating: 2, count: 7)))
  }

  @Test(
    "Flags are covered by the smallest possible number of configurations",
    arguments: [(2, 4), (3, 4), (4, 5), (5, 6), (10, 6), (11, 7), (35, 8)])
  func fewest(flags: Int, rows: Int) {
    #expect(PairCover.rows(Array(repeating: 2, count: flags), singles: false).count == rows)
  }
}
