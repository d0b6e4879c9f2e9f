import ArgumentParser
import Foundation
import GRDB
import GRDBSQLite
import Hummingbird
import Logging
import Synchronization

/// The bare servers with which the identity server is compared: Hummingbird with a router and one
/// thing behind each route.
struct CeilingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ceiling", abstract: "Serve what the server is measured against.",
    shouldDisplay: false)

  @Option(help: "An empty folder.")
  var folder: String

  func run() async throws {
    let path = folder + "/ceiling.sqlite"
    let store = try CeilingStore(path: path)
    let statements = CeilingStatements(path: path)
    let router = Router()
    router.get("hello") { _, _ in "hello" }
    router.get("grdb/:id") { _, context in
      Self.json(try await store.record(try context.parameters.require("id")))
    }
    router.get("statement/:id") { _, context in
      Self.json(try statements.record(try context.parameters.require("id")))
    }
    router.post("insert") { request, _ in
      let body = try await request.body.collect(upTo: 4096)
      try await store.insert(String(buffer: body))
      return Self.json("{}")
    }
    var log = Logger(label: "ceiling")
    log.logLevel = .error
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname(port: 0)),
      onServerRunning: { channel in
        var output = StandardOutput()
        print("listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)", to: &output)
      }, logger: log)
    try await application.runService()
  }

  private static func json(_ record: String?) -> Response {
    Response(
      status: record == nil ? .notFound : .ok, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: record ?? "")))
  }
}

/// One table by GRDB, as in its documentation; the read statement is kept.
struct CeilingStore: Sendable {
  static let rows = 1_000
  private let pool: DatabasePool

  init(path: String) throws {
    pool = try DatabasePool(path: path)
    try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      try database.inTransaction {
        try database.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS person (id TEXT NOT NULL PRIMARY KEY, record TEXT NOT NULL);
            CREATE TABLE IF NOT EXISTS note (place INTEGER PRIMARY KEY, record TEXT NOT NULL);
            """)
        for row in 0..<Self.rows {
          try database.execute(
            sql: "INSERT INTO person VALUES (?, ?)",
            arguments: [
              "\(row)", #"{"user_id":"\#(row)","user_name":"person\#(row)@example.com"}"#,
            ])
        }
        return .commit
      }
    }
  }

  func record(_ id: String) async throws -> String? {
    try await pool.read { database in
      let statement = try database.cachedStatement(sql: "SELECT record FROM person WHERE id = ?")
      return try String.fetchOne(statement, arguments: [id])
    }
  }

  func insert(_ text: String) async throws {
    try await pool.write { database in
      let statement = try database.cachedStatement(sql: "INSERT INTO note (record) VALUES (?)")
      try statement.execute(arguments: [text])
    }
  }
}

/// The same read with a prepared statement on SQLite's own interface, with one connection per
/// concurrent reader.
final class CeilingStatements: Sendable {
  /// A connection and its statement; the list of idle ones ensures that only one thread uses it at
  /// a time.
  private struct Reader: @unchecked Sendable {
    let statement: OpaquePointer
  }

  private let path: String
  private let idle = Mutex<[Reader]>([])

  init(path: String) { self.path = path }

  func record(_ id: String) throws -> String? {
    let reader = try idle.withLock({ $0.popLast() }) ?? open()
    defer {
      sqlite3_reset(reader.statement)
      idle.withLock { $0.append(reader) }
    }
    var text: String?
    id.withCString { bytes in
      sqlite3_bind_text(reader.statement, 1, bytes, -1, nil)
      if sqlite3_step(reader.statement) == SQLITE_ROW,
        let found = sqlite3_column_text(reader.statement, 0)
      {
        text = String(cString: found)
      }
    }
    return text
  }

  private func open() throws -> Reader {
    var connection: OpaquePointer?
    var statement: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &connection, flags, nil) == SQLITE_OK,
      sqlite3_prepare_v3(
        connection, "SELECT record FROM person WHERE id = ?", -1,
        UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK, let statement
    else { throw LoadFailure("the ceiling's store cannot be read") }
    return Reader(statement: statement)
  }
}
