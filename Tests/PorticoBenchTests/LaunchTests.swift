import Foundation
import Testing

@testable import PorticoBench

@Suite("The launches that are measured")
struct LaunchTests {
  @Test("ENT-8: without network the chooser shows first, and home with a stored session")
  func rows() throws {
    let build = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../.build/debug").standardizedFileURL
    // Throws where a launch ends at another screen.
    let rows = try LaunchBench(folder: build).rows(runs: 1)
    #expect(rows.map(\.values.count) == [1, 1, 1, 3])
    #expect(rows.allSatisfy { $0.values.allSatisfy { $0 > 0 } })
  }

  @Test("A row has the median, the 99th percentile and the maximum")
  func line() {
    let row = LaunchBench.Row(metric: "home", values: (1...200).map { Double($0) })
    #expect(row.line == "portico\tlaunch home\t101.0\t198.0\t200.0\tms")
  }
}
