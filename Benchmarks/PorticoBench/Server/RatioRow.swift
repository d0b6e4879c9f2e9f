import Foundation

/// One line of the table of `portico-bench server`: what was measured, and its ceiling or bound.
struct RatioRow: Equatable, Encodable {
  var row: String
  /// Of the server, in `unit`: the median of the rounds.
  var value: Double
  var unit: String
  /// Milliseconds of the server's processor time per request; nil if not measured.
  var cpu: Double?
  /// Milliseconds of the database's processor time per request; nil without a database.
  var database: Double?
  /// What `value` is compared with.
  var ceiling: String?
  var ceilingValue: Double?
  var ceilingCPU: Double?
  var ceilingDatabase: Double?
  /// `value` divided by the ceiling's, median of the rounds, with their minimum and maximum.
  var ratio: Double?
  var ratioLeast: Double?
  var ratioMost: Double?
  /// The requirement for the ratio, or for the value if there is no ratio.
  var bound: Bound?

  enum Bound: Equatable, Encodable {
    case atLeast(Double)
    case atMost(Double)
    /// Desired, but no failure if missed.
    case aim(Double)

    var text: String {
      switch self {
      case .atLeast(let value): ">= \(RatioRow.figure(value))"
      case .atMost(let value): "<= \(RatioRow.figure(value))"
      case .aim(let value): "aim \(RatioRow.figure(value))"
      }
    }

    func isMet(by value: Double) -> Bool {
      switch self {
      case .atLeast(let least), .aim(let least): value >= least
      case .atMost(let most): value <= most
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  /// "met", "missed", or empty without a requirement.
  var verdict: String {
    guard let bound else { return "" }
    return bound.isMet(by: ratio ?? value) ? "met" : "missed"
  }

  private enum CodingKeys: String, CodingKey {
    case row, value, unit, cpu, database, ceiling, ceilingValue, ceilingCPU, ceilingDatabase
    case ratio, ratioLeast, ratioMost, bound, verdict
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(row, forKey: .row)
    try fields.encode(value, forKey: .value)
    try fields.encode(unit, forKey: .unit)
    try fields.encodeIfPresent(cpu, forKey: .cpu)
    try fields.encodeIfPresent(database, forKey: .database)
    try fields.encodeIfPresent(ceiling, forKey: .ceiling)
    try fields.encodeIfPresent(ceilingValue, forKey: .ceilingValue)
    try fields.encodeIfPresent(ceilingCPU, forKey: .ceilingCPU)
    try fields.encodeIfPresent(ceilingDatabase, forKey: .ceilingDatabase)
    try fields.encodeIfPresent(ratio, forKey: .ratio)
    try fields.encodeIfPresent(ratioLeast, forKey: .ratioLeast)
    try fields.encodeIfPresent(ratioMost, forKey: .ratioMost)
    try fields.encodeIfPresent(bound, forKey: .bound)
    if bound != nil { try fields.encode(verdict, forKey: .verdict) }
  }

  static let columns = [
    "row", "value", "unit", "cpu ms", "db ms", "ceiling", "value", "cpu ms", "db ms", "ratio",
    "spread", "wanted", "",
  ]

  var cells: [String] {
    var spread = ""
    if let ratioLeast, let ratioMost {
      spread = Self.figure(ratioLeast) + "-" + Self.figure(ratioMost)
    }
    return [
      row, Self.figure(value), unit, Self.figure(cpu), Self.figure(database), ceiling ?? "",
      Self.figure(ceilingValue), Self.figure(ceilingCPU), Self.figure(ceilingDatabase),
      Self.figure(ratio), spread, bound?.text ?? "", verdict,
    ]
  }

  /// Three significant digits, or empty.
  static func figure(_ value: Double?) -> String {
    guard let value else { return "" }
    guard value.isFinite else { return "-" }
    let decimals = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3
    return String(format: "%.\(decimals)f", value)
  }

  /// Aligned columns: texts to the left, figures to the right. Columns that no row fills are left
  /// out.
  static func table(_ rows: [RatioRow]) -> String {
    let lines = [columns] + rows.map(\.cells)
    let shown = columns.indices.filter { place in
      lines.dropFirst().contains { !$0[place].isEmpty }
    }
    let widths = columns.indices.map { place in lines.map { $0[place].count }.max() ?? 0 }
    let texts: Set = [0, 2, 5, 11, 12]
    return lines.map { cells in
      let padded = shown.map { place in
        let cell = cells[place]
        let space = String(repeating: " ", count: widths[place] - cell.count)
        return texts.contains(place) ? cell + space : space + cell
      }
      var line = padded.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n") + "\n"
  }
}

/// The result of one load.
struct Rate: Equatable {
  /// Responses per second.
  var value: Double
  /// Milliseconds of the server's processor time per response.
  var cpu: Double
  /// The same without the hashing threads.
  var besideHashes = Double.nan
  /// Milliseconds of the database's processor time per response.
  var database: Double?
}

extension RatioRow {
  /// A row of rounds in which both were measured, one after the other.
  init(
    _ row: String, unit: String = "1/s", _ own: [Rate], against ceiling: String, _ others: [Rate],
    bound: Bound?
  ) {
    let ratios = zip(own, others).map { $0.value / $1.value }
    func database(_ rates: [Rate]) -> Double? {
      let times = rates.compactMap(\.database)
      return times.isEmpty ? nil : Statistics.median(times)
    }
    self.init(
      row: row, value: Statistics.median(own.map(\.value)), unit: unit,
      cpu: Statistics.median(own.map(\.cpu)), database: database(own), ceiling: ceiling,
      ceilingValue: Statistics.median(others.map(\.value)),
      ceilingCPU: Statistics.median(others.map(\.cpu)), ceilingDatabase: database(others),
      ratio: Statistics.median(ratios), ratioLeast: ratios.min(), ratioMost: ratios.max(),
      bound: bound)
  }

  /// A figure without a ceiling.
  init(_ row: String, _ values: [Double], unit: String, cpu: Double? = nil, bound: Bound? = nil) {
    self.init(
      row: row, value: Statistics.median(values), unit: unit, cpu: cpu, bound: bound)
  }
}
