import Foundation
import GRDB
import IdentityDomain
import IdentitySQLite
import IdentityStoreContract
import Synchronization
import Testing

@Suite("The file's contents are a format")
struct SchemaTests {
  /// What a server wrote whose newest migration this was.
  static func golden(_ migration: StoreMigration) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Golden/\(migration.rawValue).sql")
  }

  /// Tables, indexes and rows as SQL that makes them again.
  private func dump(_ path: String) throws -> String {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read { database in
      var lines = try String.fetchAll(
        database,
        sql: "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL"
          + " AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table'"
          + " AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
      for table in tables {
        let names = try database.columns(in: table).map(\.name)
        let values = names.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
        lines += try String.fetchAll(
          database,
          sql: "SELECT 'INSERT INTO \(table) VALUES (' || \(values) || ');' FROM \(table)"
            + " ORDER BY 1")
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  @Test("The tables, their columns and their contents match the golden file")
  func writing() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try await store.transaction("fill") { try OneOfEach.put(into: $0) }
    try store.close()
    let found = try dump(folder.path)
    let golden = Self.golden(try #require(StoreMigration.allCases.last))
    if ProcessInfo.processInfo.environment["PORTICO_WRITE_GOLDEN"] != nil {
      try Data(found.utf8).write(to: golden)
    }
    let wanted = try String(contentsOf: golden, encoding: .utf8)
    #expect(
      found.split(separator: "\n") == wanted.split(separator: "\n"),
      "a changed name or column needs a migration, not a new golden file")
  }

  @Test(
    "A file of each version reads back as it was written", arguments: StoreMigration.allCases)
  func reading(_ migration: StoreMigration) async throws {
    let folder = try TemporaryFolder()
    try await folder.write(Self.golden(migration))
    let store = try folder.store()
    try await store.read("check") { try OneOfEach.expect(in: $0, writtenBy: migration) }
    // From here on it is a file like any other of today's version.
    try await store.transaction("fill") { try OneOfEach.put(into: $0) }
    try store.close()
    try folder.store().close()
  }

  @Test("Every statement uses an index: none scans a table or sorts")
  func plans() async throws {
    let heard = Mutex<Set<String>>([])
    let everything = StoreCase(description: "One of each") { store in
      try await store.transaction("fill") { try OneOfEach.put(into: $0) }
      try await store.read("check") {
        try OneOfEach.expect(in: $0, writtenBy: .messageOrigin)
      }
    }
    for one in StoreContract.cases(rounds: 1) + [everything] {
      let folder = try TemporaryFolder()
      let store = try folder.store {
        $0.trace = { sql in _ = heard.withLock { $0.insert(sql) } }
      }
      try await one.run(store)
      try store.close()
    }
    let folder = try TemporaryFolder()
    let opening = Mutex<Set<String>>([])
    try folder.store { $0.trace = { sql in _ = opening.withLock { $0.insert(sql) } } }.close()
    heard.withLock { $0.subtract(opening.withLock { $0 }) }
    // Those that count go through all that they count.
    let statements = heard.withLock { $0 }.filter {
      ($0.hasPrefix("SELECT") && !$0.contains("count(*)")) || $0.hasPrefix("DELETE")
        || $0.hasPrefix("UPDATE")
    }
    #expect(statements.count > 60, "\(statements.count)")
    let queue = try DatabaseQueue(path: folder.path)
    try await queue.read { database in
      for sql in statements.sorted() {
        let plan = try Row.fetchAll(
          database, sql: "EXPLAIN QUERY PLAN " + sql,
          arguments: StatementArguments(sql.filter { $0 == "?" }.map { _ in 1 }))
        for step in plan.map({ $0["detail"] as String }) {
          // These are read in the order of writing, up to a LIMIT.
          let lists = [
            "SCAN outbox", "SCAN security_event USING INDEX security_event_last_at",
            "SCAN dead_letter",
          ]
          let isList = lists.contains(step) && sql.contains("LIMIT")
          // After a restore the tables of what is unsettled are emptied.
          let isRight =
            isList || step.hasPrefix("SEARCH") || step.contains(" SUBQUERY 1")
            || (step.hasPrefix("SCAN") && !sql.contains("SELECT") && !sql.contains("WHERE"))
          #expect(isRight, "\(sql)\n\(step)")
        }
      }
    }
    try queue.close()
  }
}
