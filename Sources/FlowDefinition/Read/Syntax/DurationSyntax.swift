/// Durations as the language writes them: `250ms`, `3s`, `10m`, `24h`, `90d`.
package enum DurationSyntax {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// A hundred years: no flow waits longer, and sums of such never overflow.
  package static let most: Int64 = 36_500 * 86_400_000

  /// The milliseconds that `text` says.
  package static func milliseconds(_ text: String) -> Int64? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count)
    guard let count = NumberSyntax.whole(digits),
      let length = units.first(where: { $0.name == unit })?.milliseconds
    else { return nil }
    let (product, overflows) = count.multipliedReportingOverflow(by: length)
    return overflows || product > most ? nil : product
  }
}
