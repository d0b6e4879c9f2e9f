/// Where a store lies, or will. What is done to a whole store stands here: nobody need have it open,
/// and a backup brings no tables up to date.
///
/// Its description is what a person would call it, such as the path of a file.
package protocol StoreLocation: Sendable, CustomStringConvertible {
  func exists() async throws -> Bool

  /// The steps that the store went through, in their order; none where there is no store. Changes nothing.
  /// - Throws: `StoreError` for what cannot be opened.
  func migrations() async throws -> [String]

  /// What the store says about itself, without making or changing anything.
  /// - Returns: nil where no server has used it yet, or where its tables have to be brought up to date first.
  /// - Throws: `StoreError` for what a server could neither open nor make.
  func marks() async throws -> StoreMarks?

  /// - Throws: `StoreError` where another process has the store open, as far as the engine tells.
  func requireClosed() async throws

  /// Opens the store, makes it where there is none, and brings its tables up to date.
  /// - Throws: `StoreError`. A store that is refused is left as it was.
  func open() async throws -> any OperableStore

  /// Copies the store as of one moment: with everything that was acknowledged before the call, and
  /// nothing by halves. Writes go on meanwhile, and no server is needed.
  ///
  /// The copy lies at `file` whole, checked, and on the disk, or not at all.
  ///
  /// - Parameters:
  ///   - file: one that is there is never replaced.
  ///   - unique: goes into the name of the unfinished file.
  func backUp(to file: String, unique: String) async throws -> StoreBackup

  /// Brings the rows of a backup back, to where no server finds them yet.
  /// - Throws: `StoreError` for what is no backup, and where a store lies already.
  func bringBack(_ file: String, unique: String) async throws -> any UnsettledStore

  /// Hands over every row, brought up to date, and ends with `commit` before anybody else may open the store.
  /// Blocks.
  /// - Returns: how many rows there were.
  /// - Throws: `StoreError` where somebody else has the store open; what the sink and the watch throw.
  func pour(into sink: any RowSink, then after: StoreAfterCopy, _ watch: CopyWatch) throws -> Int

  /// Makes a store of the rows that a body hands over, in one transaction.
  /// - Throws: `StoreError` where there are rows already; what the body throws.
  func fill<Value: Sendable>(
    _ body: @Sendable (any RowSink) throws -> Value
  ) async throws -> Value
}

/// What a backup is.
package struct StoreBackup: Hashable, Sendable {
  /// Bytes of the file.
  package let size: Int
  /// The newest change of the tables that it went through.
  package let version: String

  package init(size: Int, version: String) {
    self.size = size
    self.version = version
  }
}

/// A store that came out of a backup and that no server may use yet.
package protocol UnsettledStore: Sendable {
  var store: any OperableStore { get }
  /// Puts it, settled, where servers find it. A store that lies there is never replaced.
  func publish() async throws
  /// Takes away what is left of it, published or not.
  func discard() async
}

extension StoreLocation {
  package func requireClosed() async throws {}

  /// Makes a store of a backup, in which the old sessions have ended and nothing old is sent. Whatever
  /// ends the process on the way, no server ever finds one that is not settled.
  ///
  /// - Throws: `StoreError`. A store that lies here is never replaced.
  package func restore(
    _ file: String, unique: String, at now: Timestamp
  ) async throws -> RestoredStore {
    let unsettled = try await bringBack(file, unique: unique)
    do {
      let restored = try await unsettled.store.transaction("restore") {
        try $0.settleRestored(at: now)
      }
      try await unsettled.publish()
      await unsettled.discard()
      return restored
    } catch {
      await unsettled.discard()
      throw error
    }
  }
}
