import Testing

@testable import PorticoBench

@Suite("The table of the engine's bench")
struct TableTests {
  private static let metrics = [
    "steady", "full-run", "machine steady", "machine full-run", "create+start", "instance size",
    "load", "snapshot save", "snapshot restore", "journal append", "traced steady",
    "allocations steady", "allocations full-run", "exploration states", "exploration transitions",
    "flow tests, sign-in", "flow tests, kill",
  ]

  @Test("There is a row for every metric, in order, with seven columns, four of them figures")
  func rows() throws {
    var rows: [Row] = []
    // As short as can be: the form is looked at, not the time.
    try EngineBench.run(Stopwatch(repetitions: 2, least: 0)) { rows.append($0) }
    #expect(rows.map(\.metric) == Self.metrics)
    for row in rows {
      let columns = row.line.split(separator: "\t", omittingEmptySubsequences: false)
      #expect(columns.count == 7)
      #expect(columns.first == "portico")
      #expect(columns[2...5].allSatisfy { Double($0) != nil })
      #expect(row.wallLeast <= row.wallMedian && row.wallMedian <= row.wallMost)
      #expect(!row.unit.isEmpty)
    }
  }

  @Test("Seven values give their median, minimum and maximum")
  func statistics() {
    let row = Row(
      "m", wall: [7, 1, 5, 3, 2, 6, 4], cpu: [9, 8, 7, 6, 5, 4, 3], unit: "ns")
    #expect(row.line == "portico\tm\t4.0\t1.0\t7.0\t6.0\tns")
  }

  @Test("Memory allocations are counted")
  func allocations() {
    guard AllocationCounter.count({}).isFinite else { return }
    var kept: [[UInt8]] = []
    kept.reserveCapacity(64)
    let count = AllocationCounter.count {
      for size in 1...64 { kept.append([UInt8](repeating: 1, count: 1_000 * size)) }
    }
    #expect(kept.count == 64)
    // Other tests may run beside this one and ask as well.
    #expect(count >= 64)
  }
}
