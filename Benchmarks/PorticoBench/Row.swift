/// One line of the table.
struct Row: Equatable {
  static let engine = "portico"

  var metric: String
  var wallMedian: Double
  var wallLeast: Double
  var wallMost: Double
  /// Processor time of the process.
  var cpuMedian: Double
  var unit: String

  /// A row for a figure other than a time.
  init(_ metric: String, value: Double, unit: String) {
    self.metric = metric
    wallMedian = value
    wallLeast = value
    wallMost = value
    cpuMedian = value
    self.unit = unit
  }

  /// - Parameters: `wall` and `cpu` have one value per repetition, at least one.
  init(_ metric: String, wall: [Double], cpu: [Double], unit: String) {
    self.metric = metric
    wallMedian = Self.median(wall)
    wallLeast = wall.min() ?? 0
    wallMost = wall.max() ?? 0
    cpuMedian = Self.median(cpu)
    self.unit = unit
  }

  /// The columns separated by tabs; figures have one decimal.
  var line: String {
    let figures = [wallMedian, wallLeast, wallMost, cpuMedian].map(Self.text)
    return ([Self.engine, metric] + figures + [unit]).joined(separator: "\t")
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// A figure with one decimal, or with four where that would hide it.
  private static func text(_ value: Double) -> String {
    let scale: Double = value != 0 && value < 1 ? 10_000 : 10
    return String((value * scale).rounded() / scale)
  }
}
