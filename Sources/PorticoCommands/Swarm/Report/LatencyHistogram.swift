import Foundation

/// Latencies, counted in classes that each reach 2.5 % further than the one before, so that its size does not grow with their number.
package struct LatencyHistogram: Sendable {
  /// By class; beyond the last one nothing is told apart.
  private var counts: [UInt32] = []
  package private(set) var count = 0
  /// Milliseconds.
  package private(set) var most = 0.0

  package init() {}

  /// - Parameter milliseconds: may have a fraction.
  package mutating func add(_ milliseconds: Double) {
    let place = Self.place(milliseconds)
    if counts.count <= place { counts += Array(repeating: 0, count: place + 1 - counts.count) }
    counts[place] += 1
    count += 1
    most = max(most, milliseconds)
  }

  /// A percentile of the latencies, overestimated by at most 2.5 %; nil if there are none.
  ///
  /// - Parameter share: above 0, at most 1.
  package func percentile(_ share: Double) -> Double? {
    guard count > 0 else { return nil }
    let wanted = max(1, Int((share * Double(count)).rounded(.up)))
    var seen = 0
    for (place, number) in counts.enumerated() {
      seen += Int(number)
      if seen >= wanted { return min(Self.end(of: place), most) }
    }
    return most
  }

  private static let growth = 1.025
  /// The end of the first class, in milliseconds.
  private static let least = 0.05

  private static func place(_ milliseconds: Double) -> Int {
    guard milliseconds > least else { return 0 }
    return min(800, Int((log(milliseconds / least) / log(growth)).rounded(.up)))
  }

  private static func end(of place: Int) -> Double {
    least * pow(growth, Double(place))
  }
}
