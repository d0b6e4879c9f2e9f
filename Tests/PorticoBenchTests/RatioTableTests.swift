import Foundation
import Testing

@testable import PorticoBench

@Suite("The table of the server's bench")
struct RatioTableTests {
  private let row = RatioRow(
    "profile", [Rate(value: 90, cpu: 0.2), Rate(value: 80, cpu: 0.1), Rate(value: 120, cpu: 0.3)],
    against: "bare read",
    [Rate(value: 100, cpu: 0.05), Rate(value: 100, cpu: 0.05), Rate(value: 100, cpu: 0.05)],
    bound: .atLeast(0.9))

  @Test("A row of rounds has medians, and the ratio of each round with its ceiling")
  func rounds() {
    #expect(row.value == 90 && row.cpu == 0.2 && row.ceilingValue == 100)
    #expect(row.ratio == 0.9 && row.ratioLeast == 0.8 && row.ratioMost == 1.2)
    #expect(row.verdict == "met")
  }

  @Test(
    "A missed bound or aim is reported as missed; a row without a bound has no verdict")
  func verdicts() {
    var other = row
    other.bound = .atLeast(0.91)
    #expect(other.verdict == "missed")
    other.bound = .atMost(0.9)
    #expect(other.verdict == "met")
    other.bound = .aim(1)
    #expect(other.verdict == "missed")
    other.bound = nil
    #expect(other.verdict == "")
    #expect(RatioRow("start", [250], unit: "ms", bound: .atMost(200)).verdict == "missed")
    #expect(RatioRow("p", [.nan], unit: "p", bound: .atLeast(0.01)).verdict == "missed")
  }

  @Test("Figures have three significant digits")
  func figures() {
    let figures: [(Double?, String)] = [
      (nil, ""), (.nan, "-"), (8_612.4, "8612"), (99.94, "99.9"), (5.678, "5.68"),
      (0.0712, "0.071"),
      (-0.25, "-0.250"), (0, "0.000"),
    ]
    for (value, text) in figures { #expect(RatioRow.figure(value) == text) }
  }

  @Test("The columns are aligned, and no line ends in spaces")
  func table() throws {
    let lines = RatioRow.table([row, RatioRow("start", [150], unit: "ms")]).split(separator: "\n")
    try #require(lines.count == 3)
    let end = try #require(lines[0].range(of: "cpu ms")).upperBound
    let place = lines[0][..<end].count
    #expect(lines[1].prefix(place).hasSuffix("0.200"))
    #expect(lines.allSatisfy { $0.last != " " })
  }

  @Test("The database's processor time stands beside the server's, where there is one")
  func database() {
    let own = Rate(value: 90, cpu: 0.2, database: 0.4)
    let other = Rate(value: 100, cpu: 0.1, database: 0.5)
    let row = RatioRow("profile", [own], against: "pgbench", [other], bound: nil)
    #expect(row.database == 0.4 && row.ceilingDatabase == 0.5)
    #expect(RatioRow.table([row]).contains("db ms"))
    #expect(!RatioRow.table([self.row]).contains("db ms"))
  }

  @Test("In JSON each row with a bound has its verdict")
  func json() throws {
    let encoded = try JSONEncoder().encode([row, RatioRow("start", [150], unit: "ms")])
    let rows = try #require(
      try JSONSerialization.jsonObject(with: encoded) as? [[String: Any]])
    #expect(rows[0]["verdict"] as? String == "met" && rows[0]["ratio"] as? Double == 0.9)
    #expect(rows[0]["bound"] as? String == ">= 0.900")
    #expect(rows[1]["verdict"] == nil && rows[1]["value"] as? Double == 150)
  }

  @Test("A request has its fields and the length of its body; each place has a network of its own")
  func requests() {
    let text = String(
      decoding: Requests.text("POST", "/v1/login", [Requests.network(258)], body: "{\"ü\":1}"),
      as: UTF8.self)
    #expect(text.hasPrefix("POST /v1/login HTTP/1.1\r\nHost: "))
    #expect(text.contains("\r\nX-Forwarded-For: 10.1.2.7\r\n"))
    #expect(text.hasSuffix("\r\nContent-Length: 8\r\n\r\n{\"ü\":1}"))
    #expect(Set((0..<65_536).map { Requests.network($0).value }).count == 65_536)
  }
}
