/// What `pgbench` prints at its end.
struct PgbenchReport: Equatable {
  let transactions: Int
  let failed: Int
  /// Transactions per second, without the time that connecting took.
  let rate: Double

  /// - Returns: nil if a figure is missing.
  init?(_ text: String) {
    let lines = text.split(separator: "\n")
    /// The first number behind the beginning of a line that has these words.
    func number(_ beginning: String, _ words: String = "") -> Double? {
      let line = lines.first {
        $0.hasPrefix(beginning) && (words.isEmpty || $0.contains(words))
      }
      guard let line else { return nil }
      // Followed by a share, a slash and the number that was asked for, or nothing.
      return Double(line.dropFirst(beginning.count).prefix { "0123456789.".contains($0) })
    }
    guard let transactions = number("number of transactions actually processed: "),
      // Up to version 13 there are two of them.
      let rate = number("tps = ", "(without initial") ?? number("tps = ", "(excluding")
    else { return nil }
    self.transactions = Int(transactions)
    // From version 15 on.
    failed = Int(number("number of failed transactions: ") ?? 0)
    self.rate = rate
  }
}
