import IdentityDomain
import IdentityPostgres
import IdentityStoreContract
import Testing

extension PostgresTests {
  @Suite("A database is opened safely, or refused in one line and left unchanged")
  struct OpeningTests {
    private let account = Account(id: ID("a"), createdAt: Timestamp(milliseconds: 5))

    private func database(_ options: String = "") throws -> TestDatabase {
      try Cluster.shared.get().database(options)
    }

    /// Everything that a refused opening could have changed.
    private func picture(_ database: TestDatabase) throws -> String {
      try database.psql(
        """
        SELECT string_agg(c.relname || ' ' || c.relkind::text || ' ' || a.attname || ' '
          || format_type(a.atttypid, a.atttypmod), ';' ORDER BY c.relname, a.attnum)
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
        WHERE relnamespace = 'public'::regnamespace
        """)
    }

    private func expectRefusal(
      _ database: TestDatabase, user: String = "portico", _ fragments: String...
    ) async throws {
      let before = try picture(database)
      let failure = try await #require(throws: PostgresStoreFailure.self) {
        try await PostgresStore.open(try database.settings(user: user)).close()
      }
      let line = failure.description
      for fragment in fragments { #expect(line.contains(fragment), "\(line)") }
      #expect(!line.contains("\n"))
      #expect(failure.isUnavailable)
      #expect(try picture(database) == before)
    }

    @Test(
      "Written data is there when the database is opened again, and each migration was logged once")
    func again() async throws {
      let database = try database()
      let log = Lines()
      for round in 0..<2 {
        let store = try await database.store { $0.log = { log.add($0) } }
        let found = try await store.read("read") { try $0.account(ID("a")) }
        #expect(found == (round == 0 ? nil : account))
        try await store.transaction("write") { try $0.put(account) }
        try await store.close()
      }
      let steps = StoreMigration.allCases.map(\.rawValue)
      #expect(log.all.count == steps.count)
      for (line, step) in zip(log.all, steps) { #expect(line.contains(step)) }
      #expect(
        try database.psql("SELECT string_agg(id, ' ' ORDER BY place) FROM migration")
          == steps.joined(separator: " "))
      try database.drop()
    }

    @Test(
      "Six nodes that open one new database at once all succeed, and its tables are created once")
    func atOnce() async throws {
      let database = try database()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask { try await database.store(pool: 1).close() }
        }
        try await group.waitForAll()
      }
      #expect(
        try database.psql("SELECT count(*) FROM migration") == "\(StoreMigration.allCases.count)")
      try database.drop()
    }

    @Test("A commit waits for the disk although the server's setting says otherwise")
    func synchronous() async throws {
      let database = try database()
      try database.psql("ALTER DATABASE \(database.name) SET synchronous_commit = off")
      let store = try await database.store()
      #expect(try await store.setting("synchronous_commit") == "on")
      try await store.close()
      try database.drop()
    }

    @Test("A database of another program is refused")
    func foreign() async throws {
      let database = try database()
      try database.psql("CREATE TABLE invoice (id int)")
      try await expectRefusal(database, "'invoice' of another program", "createdb")
      try database.psql("CREATE TABLE migration (id text)")
      try await expectRefusal(database, "of another program")
      try database.drop()
    }

    @Test("A database of a newer version is refused")
    func newer() async throws {
      let database = try database()
      try await database.store().close()
      try database.psql("INSERT INTO migration (id) VALUES ('999-later')")
      try await expectRefusal(database, "newer version (999-later)", "start that version")
      try database.drop()
    }

    @Test("A database of a newer version that says that this server can work with it is opened")
    func readable() async throws {
      let database = try database()
      try await database.store().close()
      let newest = try #require(StoreMigration.allCases.last).rawValue
      try database.psql(
        "INSERT INTO migration (id, least_reader) VALUES ('998-later', '\(newest)')")
      let store = try await database.store()
      try await store.transaction("put") {
        try $0.put(Account(id: ID("a"), createdAt: Timestamp(milliseconds: 5)))
      }
      #expect(try await store.read("get") { try $0.account(ID("a")) } != nil)
      try await store.close()
      try database.psql(
        "INSERT INTO migration (id, least_reader) VALUES ('999-last', '998-later')")
      try await expectRefusal(database, "newer version (999-last)", "start that version")
      try database.drop()
    }

    @Test(
      "A database that lacks what its migrations created is refused",
      arguments: [
        ("DROP TABLE outbox", "'outbox'"),
        ("ALTER TABLE session DROP COLUMN shown", "'session.shown'"),
        ("ALTER TABLE session ALTER COLUMN generation TYPE int", "'session.generation'"),
        ("DELETE FROM migration WHERE id = '003-experiments'", "'003-experiments'"),
        ("DELETE FROM migration", "'001-identity'"),
      ])
    func half(change: String, missing: String) async throws {
      let database = try database()
      try await database.store().close()
      try database.psql(change)
      try await expectRefusal(database, "lacks \(missing)", "restore a dump")
      try database.drop()
    }

    @Test("A database whose text is not ordered by its bytes is refused")
    func collation() async throws {
      let database = try database()
      try await database.store().close()
      try database.psql("ALTER TABLE account ALTER COLUMN id TYPE text COLLATE \"default\"")
      try await expectRefusal(database, "account.id", "COLLATE \"C\"")
      try database.drop()
    }

    @Test("A database with another encoding is refused")
    func encoding() async throws {
      let database = try database("ENCODING 'LATIN1' TEMPLATE template0")
      try await expectRefusal(database, "LATIN1", "ENCODING 'UTF8'")
      try database.drop()
    }

    @Test("A read-only database is refused, new or not")
    func readOnly() async throws {
      let database = try database()
      let change = "ALTER DATABASE \(database.name) SET default_transaction_read_only = on"
      try database.psql(change)
      try await expectRefusal(database, "read-only", "target_session_attrs=read-write")
      try database.drop()
    }

    @Test("A user without rights is refused, before the tables are made and after")
    func rights() async throws {
      let database = try database()
      try database.psql("CREATE ROLE guest LOGIN")
      try await expectRefusal(database, user: "guest", "may not create tables")
      try await database.store().close()
      try await expectRefusal(database, user: "guest", "may not read its tables")
      try database.psql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest")
      try await expectRefusal(database, user: "guest", "may not read and write the table")
      try database.drop()
      try Cluster.shared.get().psql("postgres", "DROP ROLE guest")
    }

    @Test("A database that cannot be reached is reported with a remedy")
    func unreachable() async throws {
      let database = try database()
      let port = database.cluster.port
      for (text, fragments) in [
        ("postgres://portico@127.0.0.1:1/x", ["refused", "start the server"]),
        ("postgres://portico@127.0.0.1:\(port)/nowhere", ["nowhere", "createdb"]),
        ("postgres://nobody-there@127.0.0.1:\(port)/x", ["nobody-there", "create the user"]),
        ("postgres://portico@nowhere.invalid/x", ["nowhere.invalid", "name of the host"]),
        ("postgres://portico@127.0.0.1:\(port)/x?sslmode=require", ["SSL", "sslmode"]),
        ("postgres:///x?host=/nowhere", ["No such file", "socket"]),
      ] {
        let failure = try await #require(throws: PostgresStoreFailure.self) {
          try await PostgresStore.open(PostgresStoreSettings(try PostgresAddress(text))).close()
        }
        for fragment in fragments { #expect(failure.description.contains(fragment), "\(failure)") }
        #expect(!failure.description.contains("\n"))
      }
      try database.drop()
    }

    @Test(
      "A store exists once it was opened; copies are made and restored with PostgreSQL's tools")
    func location() async throws {
      let database = try database()
      let location = PostgresStoreLocation(try database.settings())
      #expect(try await !location.exists())
      try await location.open().close()
      #expect(try await location.exists())
      let backup = try await #require(throws: PostgresStoreFailure.self) {
        try await location.backUp(to: "/tmp/copy", unique: "u")
      }
      #expect(backup.description.contains("pg_dump --dbname='host="))
      let restore = try await #require(throws: PostgresStoreFailure.self) {
        try await location.restore("/tmp/copy", unique: "u", at: Timestamp(milliseconds: 1))
      }
      #expect(restore.description.contains("pg_restore"))
      try database.drop()
    }
  }
}
