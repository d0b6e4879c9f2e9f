/// How far somebody has read a log of the store.
///
/// Positions follow the order in which rows were committed, not that in which they were written: a
/// row that commits later than its neighbours has a later position, so who reads on from a position
/// misses none. No position is given twice, also when its row is gone.
package struct LogPosition: Hashable, Comparable, Sendable {
  /// Before everything.
  package static let start = LogPosition(transaction: 0, place: 0)

  /// Of the transaction that wrote the row; 0 where a store has one writer at a time.
  package let transaction: Int64
  /// Among the rows of a transaction; of all rows where there is one writer at a time.
  package let place: Int64

  package init(transaction: Int64 = 0, place: Int64) {
    self.transaction = transaction
    self.place = place
  }

  package static func < (left: LogPosition, right: LogPosition) -> Bool {
    (left.transaction, left.place) < (right.transaction, right.place)
  }
}

/// Rows of a log, and how far they go.
package struct LogPage<Row: Sendable>: Sendable {
  package let rows: [Row]
  /// To read on from; the one that was asked for where there are no rows.
  package let end: LogPosition

  package init(rows: [Row], end: LogPosition) {
    self.rows = rows
    self.end = end
  }
}
