/// The rows of a store on their way to another engine. The other store is empty until `commit`, and holds
/// all of them from then on.
package protocol RowSink: AnyObject {
  /// - Parameter rows: each has a value for every column of the table, in their order.
  func add(_ rows: [[StoredValue]], to table: StoreTable) throws
  /// - Parameter position: the last number that the table has given a row; it is given to none again.
  func goOn(after position: Int64, in table: StoreTable) throws
  func commit() throws
}

/// What becomes of a store when its rows are somewhere else.
package enum StoreAfterCopy: Sendable {
  /// No server opens it again: users would come back to what was so before the copy.
  case retired
  /// It was a trial.
  case inUse
}

/// What hears how far a copy is, and may end it.
package struct CopyWatch: Sendable {
  /// Called once before the first row.
  package let begins: @Sendable (_ rows: Int) -> Void
  /// Called now and then. What it throws ends the copy, and both stores are as before.
  package let goesOn: @Sendable (_ copied: Int) throws -> Void

  package init(
    begins: @escaping @Sendable (_ rows: Int) -> Void,
    goesOn: @escaping @Sendable (_ copied: Int) throws -> Void
  ) {
    self.begins = begins
    self.goesOn = goesOn
  }
}

extension StoreLocation {
  /// Copies all rows to a store of another engine, while nobody has this one open. Sessions, keys and messages go on
  /// there; whatever ends the process, one of the two stores is whole and in use.
  ///
  /// - Returns: how many rows there are.
  /// - Throws: `StoreError` where a server has this store open, or the other one has rows.
  package func copy(
    to target: any StoreLocation, then after: StoreAfterCopy, _ watch: CopyWatch
  ) async throws -> Int {
    try await target.fill { try pour(into: $0, then: after, watch) }
  }
}
