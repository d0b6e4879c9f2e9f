import IdentityDomain

/// How a database comes to have the tables of `StoreSchema`.
///
/// The steps are those of every kind of store, and are written down under the same names. A database
/// begins with the tables as they were at `StoreMigration.relational`, before which there was none on
/// PostgreSQL, and goes through what came later.
struct Schema {
  /// Whoever changes tables holds this advisory lock: "Portico!".
  private static let lock: Int64 = 0x506F_7274_6963_6F21
  /// The comment on the list of migrations, which makes a schema ours.
  private static let mark = "Portico identity store"

  let connection: Connection
  /// What a person would call it.
  let place: String

  /// Brings the database up to date in one transaction, whoever else opens it at the same time.
  /// - Parameter log: hears each step that was made, and that the database is newer.
  /// - Throws: what `steps` throws.
  func bringUpToDate(log: (_ line: String) -> Void) throws {
    let found = try steps()
    guard found.count < StoreMigration.allCases.count else { return tell(found, log) }
    try requireRightToCreate()
    var (made, applied): ([String], [String]) = ([], [])
    do {
      try connection.run([
        Command("BEGIN"), Command("SET LOCAL lock_timeout = '10min'"),
        Command("SET LOCAL statement_timeout = 0"),
        Command("SELECT pg_advisory_xact_lock($1)", [.integer(Self.lock)]),
      ])
      // Another node may have been here since, perhaps a newer one.
      applied = try steps()
      for migration in StoreMigration.allCases where !applied.contains(migration.rawValue) {
        if made.isEmpty, applied.isEmpty { try makeList() }
        try apply(migration)
        try connection.run([
          Command("INSERT INTO migration (id) VALUES ($1)", [.text(migration.rawValue)])
        ])
        if migration >= .leastReader {
          try connection.run([
            Command(
              "UPDATE migration SET least_reader = $1 WHERE id = $2",
              [.text(migration.leastReader.rawValue), .text(migration.rawValue)])
          ])
        }
        made.append(migration.rawValue)
      }
      try connection.run([Command("COMMIT")])
    } catch {
      if connection.isAlive { _ = try? connection.run([Command("ROLLBACK")]) }
      throw error
    }
    for step in made { log("the store was brought to \(step)") }
    tell(applied, log)
  }

  private func tell(_ steps: [String], _ log: (_ line: String) -> Void) {
    let unknown = StoreVersion.unknown(in: steps)
    if !unknown.isEmpty { log(StoreVersion.line(unknown)) }
  }

  private func makeList() throws {
    try execute(
      """
      CREATE TABLE migration (
        place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE);
      COMMENT ON TABLE migration IS '\(Self.mark)';
      """)
  }

  /// Makes the tables, columns and indexes that came with a step. What is there is not touched, so a server of the
  /// previous version could go on reading it.
  private func apply(_ migration: StoreMigration) throws {
    do {
      if migration == .leastReader {
        try execute("ALTER TABLE migration ADD COLUMN least_reader text COLLATE \"C\"")
      }
      for table in StoreSchema.tables {
        if table.since == migration, let first = table.made(by: migration) {
          try execute(first.creation)
        }
        for column in table.added(by: migration) {
          try execute("ALTER TABLE \(table.name) ADD COLUMN \(column.definition)")
        }
        for index in table.addedIndexes(by: migration) {
          try execute(index.creation(in: table.name))
        }
      }
    } catch let error as ServerError {
      guard error.code != "42501" else {
        throw PostgresStoreFailure.noRights(place: place, to: "create tables")
      }
      throw PostgresStoreFailure.cannotMigrate(
        place: place, migration: migration.rawValue, reason: error.message)
    }
  }

  private func execute(_ sql: String) throws {
    try connection.run(
      sql.split(separator: ";").filter { $0.contains { !$0.isWhitespace } }.map {
        var command = Command(String($0))
        command.isKept = false
        return command
      })
  }

  private func requireRightToCreate() throws {
    var isAllowed = false
    try connection.run([
      Command("SELECT has_schema_privilege(current_schema(), 'CREATE')::int::bigint") {
        isAllowed = $0.number(0) == 1
      }
    ])
    guard isAllowed else {
      throw PostgresStoreFailure.noRights(place: place, to: "create tables")
    }
  }
}

extension Schema {
  /// Refuses what is not ours, not whole, or of a version with which this one cannot work, and writes nothing.
  /// - Returns: the migrations that the database went through, also those that this version does not know.
  /// - Throws: `tooOldServer`, `wrongEncoding`, `readOnly`, `foreignDatabase`, `newerVersion`,
  ///   `halfMigrated`, `wrongCollation`, `noRights`.
  func steps() throws -> [String] {
    switch try version() {
    case .known(let applied):
      if applied.count == StoreMigration.allCases.count { try checkTables() }
      return applied
    case .newer(let unknown):
      try checkTables()
      return StoreMigration.allCases.map(\.rawValue) + unknown
    case .tooNew(let unknown):
      throw PostgresStoreFailure.newerVersion(place: place, unknown: unknown)
    case .broken(let missing):
      throw PostgresStoreFailure.halfMigrated(place: place, missing: missing)
    }
  }

  /// What the database's list of migrations says.
  /// - Throws: `tooOldServer`, `wrongEncoding`, `readOnly`, `foreignDatabase`, `halfMigrated`, `noRights`.
  private func version() throws -> StoreVersion {
    let session = connection.session
    guard session.version >= 140_000 else {
      throw PostgresStoreFailure.tooOldServer(place: place, version: session.version)
    }
    guard session.encoding == "UTF8" else {
      throw PostgresStoreFailure.wrongEncoding(place: place, encoding: session.encoding)
    }
    guard !session.isReadOnly else { throw PostgresStoreFailure.readOnly(place: place) }
    guard try isOurs() else { return .known([]) }
    var steps: [(id: String, leastReader: String?)] = []
    do {
      // The second column came with `leastReader`.
      try connection.run([
        Command(
          "SELECT id, to_jsonb(m) ->> 'least_reader' FROM migration m ORDER BY place"
        ) { steps.append(($0.text(0) ?? "", $0.text(1))) }
      ])
    } catch let error as ServerError where error.code == "42501" {
      throw PostgresStoreFailure.noRights(place: place, to: "read its tables")
    }
    guard !steps.isEmpty else {
      return .broken(missing: StoreMigration.allCases.first?.rawValue ?? "")
    }
    return StoreVersion(steps)
  }

  /// Whether the schema has our list of migrations; or nothing at all yet.
  /// - Throws: `foreignDatabase`
  private func isOurs() throws -> Bool {
    var first: String?
    var isOurs = false
    // What an extension brought along is nobody's.
    try connection.run([
      Command(
        """
        SELECT c.relname::text, (c.relname = 'migration' AND d.description = $1)::int::bigint
        FROM pg_class c
        LEFT JOIN pg_description d ON d.objoid = c.oid AND d.objsubid = 0
          AND d.classoid = 'pg_class'::regclass
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
          AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.objid = c.oid AND e.deptype = 'e')
        ORDER BY 1
        """, [.text(Self.mark)]
      ) { row in
        if first == nil { first = row.text(0) }
        if row.number(1) == 1 { isOurs = true }
      }
    ])
    if !isOurs, let first {
      throw PostgresStoreFailure.foreignDatabase(place: place, table: first)
    }
    return isOurs
  }

  /// Each step is part of one transaction, so no store of ours lacks a table or a column that its list of
  /// migrations tells of.
  private func checkTables() throws {
    struct Found {
      var type: String
      var isByBytes: Bool
    }
    var found: [String: Found] = [:]
    var denied: Set<String> = []
    try connection.run([
      Command(
        """
        SELECT c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod),
          (a.attcollation IN (0, 'pg_catalog."C"'::regcollation))::int::bigint,
          (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
            AND has_table_privilege(c.oid, 'UPDATE')
            AND has_table_privilege(c.oid, 'DELETE'))::int::bigint
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
          AND a.attnum > 0 AND NOT a.attisdropped
        """
      ) { row in
        let name = "\(row.text(0) ?? "").\(row.text(1) ?? "")"
        found[name] = Found(type: row.text(2) ?? "", isByBytes: row.number(3) == 1)
        if row.number(4) == 0 { denied.insert(row.text(0) ?? "") }
      }
    ])
    for table in StoreSchema.tables {
      guard table.columns.contains(where: { found["\(table.name).\($0.name)"] != nil }) else {
        throw PostgresStoreFailure.halfMigrated(place: place, missing: table.name)
      }
      for column in table.columns {
        let name = "\(table.name).\(column.name)"
        guard let one = found[name], one.type == column.typeName else {
          throw PostgresStoreFailure.halfMigrated(place: place, missing: name)
        }
        guard one.isByBytes else {
          throw PostgresStoreFailure.wrongCollation(place: place, column: name)
        }
      }
      if denied.contains(table.name) {
        throw PostgresStoreFailure.noRights(
          place: place, to: "read and write the table '\(table.name)'")
      }
    }
  }

  /// Positions of a log end with the number of a transaction. Rows that came out of a dump have numbers of
  /// another cluster, and would hide what is written here; they are the oldest.
  func settleLogs() throws {
    for table in StoreSchema.tables where table.isLog {
      try connection.run([
        Command(
          """
          UPDATE \(table.name) SET written_in = 0
          WHERE written_in >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
          """)
      ])
    }
  }
}
