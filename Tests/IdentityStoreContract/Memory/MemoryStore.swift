package import IdentityDomain

/// The store of tests: everything in memory, one transaction after the other.
package actor MemoryStore: OperableStore {
  /// What a test wants to go wrong.
  package struct Failure: Error {
    package let name: String
  }

  private var tables = MemoryTables()
  private let runsTwice: Bool
  private var failing: Set<String> = []
  private var journal: [String] = []
  private var isClosed = false

  /// - Parameter runsTwice: run every body a first time in vain, as after a conflict; then a body
  ///   with an effect of its own shows.
  package init(runsTwice: Bool = false) { self.runsTwice = runsTwice }

  /// From now on the transactions of this name are rolled back at their end.
  package func fail(_ name: String, _ isFailing: Bool = true) {
    if isFailing { failing.insert(name) } else { failing.remove(name) }
  }

  package func transaction<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try expectOpen("\(name)")
    if runsTwice { _ = try? body(MemoryTransaction(tables)) }
    let transaction = MemoryTransaction(tables)
    let value = try body(transaction)
    if failing.contains("\(name)") { throw Failure(name: "\(name)") }
    tables = transaction.tables
    journal.append("\(name): " + transaction.calls.joined(separator: ", "))
    return value
  }

  package func read<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try expectOpen("\(name)")
    let transaction = MemoryTransaction(tables)
    let value = try body(transaction)
    if transaction.hasWritten { throw Failure(name: "\(name): wrote while reading") }
    journal.append("\(name): " + transaction.calls.joined(separator: ", "))
    return value
  }

  package func close() { isClosed = true }

  private func expectOpen(_ name: String) throws(Failure) {
    if isClosed { throw Failure(name: "\(name): the store is closed") }
  }

  package func logEnd() throws -> LogPosition {
    try expectOpen("log end")
    return tables.signOutEnd
  }

  package func figures(after position: LogPosition) throws -> StoreFigures {
    try expectOpen("figures")
    var figures = StoreFigures(
      outbox: tables.outbox.count, oldestMessage: tables.outbox.first?.message.createdAt,
      signOuts: [:], position: tables.signOutEnd, securityEvents: tables.securityEventTotals,
      bytes: 0)
    for row in tables.signOuts where row.position > position {
      figures.signOuts[row.record.end.cause, default: 0] += 1
    }
    return figures
  }

  /// Nothing is left of a row that is gone.
  package func eraseRemoved() throws -> Bool {
    try expectOpen("erasing")
    return true
  }

  package func damage() throws -> [String] {
    try expectOpen("looking for damage")
    return []
  }

  /// The transactions since the last time, each with the operations on its tables in order.
  package func takeJournal() -> [String] {
    defer { journal = [] }
    return journal
  }

  /// Everything that is stored, to come back to.
  package var snapshot: MemoryTables { tables }

  /// Goes back to what was stored at another time.
  package func restore(_ snapshot: MemoryTables) {
    tables = snapshot
    journal = []
  }

  /// Everything that is stored, as text, to search for secrets.
  package func dump() -> String { String(reflecting: tables) }
}

/// One running transaction: a copy of the tables that becomes the store's if it ends well.
final class MemoryTransaction: IdentityTransaction {
  var tables: MemoryTables
  var requestID: String?
  private(set) var calls: [String] = []

  func note(_ call: String) { calls.append(call) }

  var hasWritten: Bool {
    let writing = ["put", "append", "remove", "update", "rememberProof"]
    return calls.contains { call in writing.contains { call.hasPrefix($0) } }
  }

  init(_ tables: MemoryTables) { self.tables = tables }
}
