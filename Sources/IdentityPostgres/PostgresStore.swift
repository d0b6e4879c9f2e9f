package import IdentityDomain
import Synchronization
package import WorkThreads

/// The store in a PostgreSQL database, which any number of nodes share.
///
/// Each call runs on a thread that has a connection for itself. What a call acknowledges was committed;
/// what is not known to be committed is not acknowledged, and never simply done again
/// (docs/decisions/0030-postgresql-store.md).
package final class PostgresStore: OperableStore {
  let settings: PostgresStoreSettings
  let pool: ConnectionPool
  let threads: WorkThreads
  private let time: Mutex<DatabaseClock?>
  let stall = Mutex(CommitStall())
  /// The names of reads that took more than one statement.
  let longReads = Mutex<Set<String>>([])

  private init(_ settings: PostgresStoreSettings) {
    self.settings = settings
    pool = ConnectionPool { [parameters = settings.address.parameters] in
      try Connection(parameters.sorted { $0.key < $1.key })
    }
    threads = WorkThreads(
      threads: settings.address.pool, places: settings.places, cost: .milliseconds(5))
    time = Mutex(nil)
  }

  var place: String { settings.address.place }

  /// Opens the database, makes the tables where there are none, and brings them up to date.
  /// - Throws: `PostgresStoreFailure`. A database that is refused is left as it was.
  package static func open(_ settings: PostgresStoreSettings) async throws -> PostgresStore {
    let store = PostgresStore(settings)
    do {
      try await store.onThread("open") { try store.prepare() }
      return store
    } catch {
      try? await store.close()
      throw error
    }
  }

  /// Whether the database holds a store.
  /// - Throws: `PostgresStoreFailure`, also where nobody can say.
  static func exists(_ settings: PostgresStoreSettings) async throws -> Bool {
    try await !migrations(settings).isEmpty
  }

  /// The steps that the store went through; none in an empty schema.
  /// - Throws: `PostgresStoreFailure`, also where nobody can say.
  static func migrations(_ settings: PostgresStoreSettings) async throws -> [String] {
    try await looking(settings) { store in try await store.steps() }
  }

  /// What the store says about itself; nil where no server has used it, or where its tables are not up to date.
  /// - Throws: `PostgresStoreFailure`, also where nobody can say.
  static func marks(_ settings: PostgresStoreSettings) async throws -> StoreMarks? {
    try await looking(settings) { store in
      guard try await store.steps().count >= StoreMigration.allCases.count else { return nil }
      return try await store.read("marks") { try $0.storeMarks() }
    }
  }

  /// Works with a store whose tables are left as they are.
  private static func looking<Value: Sendable>(
    _ settings: PostgresStoreSettings, _ work: (PostgresStore) async throws -> Value
  ) async throws -> Value {
    var one = settings
    one.places = 1
    let store = PostgresStore(one)
    do {
      let found = try await work(store)
      try await store.close()
      return found
    } catch {
      try? await store.close()
      throw error
    }
  }

  private func steps() async throws -> [String] {
    try await onThread("open") {
      let connection = try self.firstConnection()
      let found = try Schema(connection: connection, place: self.place).steps()
      self.pool.giveBack(connection)
      return found
    }
  }

  private func firstConnection() throws -> Connection {
    do { return try pool.take() } catch let error as LostConnection {
      throw PostgresStoreFailure.cannotConnect(place: place, reason: error.reason)
    }
  }

  private func prepare() throws {
    let connection = try firstConnection()
    let schema = Schema(connection: connection, place: place)
    try schema.bringUpToDate { settings.log?($0) }
    try schema.settleLogs()
    let asked = ContinuousClock.now
    try connection.run([
      Command("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint") { row in
        let reading = DatabaseClock.Reading(moment: row.number(0), asked: asked, heard: .now)
        self.time.withLock { $0 = DatabaseClock(reading) }
      }
    ])
    pool.giveBack(connection)
  }

  package var clock: (any WallClock)? { time.withLock { $0 } }

  package func transaction<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try await onThread(name) { try self.write(name, body) }
  }

  package func read<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try await onThread(name) { try self.look(name) { try $0.run(body) } }
  }

  /// Ends all connections, when the calls that had begun are done. Calls that come later fail; closing
  /// again does nothing.
  package func close() async throws {
    await threads.shutdown()
    pool.close()
  }

  // MARK: - Threads

  /// The body leaves before its caller goes on: it must not outlive the call.
  private final class Held<Value: Sendable>: Sendable {
    private let work: Mutex<(@Sendable () throws -> Value)?>

    init(_ work: @escaping @Sendable () throws -> Value) { self.work = Mutex(work) }

    func perform() throws -> Value {
      let work = work.withLock { work in
        defer { work = nil }
        return work
      }
      guard let work else { throw CancellationError() }
      return try work()
    }

    func clear() { work.withLock { $0 = nil } }
  }

  func onThread<Value: Sendable>(
    _ name: StaticString, _ work: @Sendable () throws -> Value
  ) async throws -> Value {
    do {
      return try await withoutActuallyEscaping(work) { work in
        let held = Held(work)
        defer { held.clear() }
        return try await threads.run { try held.perform() }
      }
    } catch WorkRefusal.full {
      throw PostgresStoreFailure.busy(place: place)
    } catch WorkRefusal.stopped {
      throw PostgresStoreFailure.closed
    } catch {
      throw PostgresStoreFailure.of(error, place: place, operation: "\(name)")
    }
  }

  func learn(_ reading: DatabaseClock.Reading) { time.withLock { $0 }?.learn(reading) }
}

extension PostgresStore {
  /// How many calls run and wait.
  package var load: WorkLoad { threads.load }
}
