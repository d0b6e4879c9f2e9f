import IdentityDomain

/// What is wrong with the database, and what to do. The texts name databases and tables, never what is
/// stored, and no password.
package enum PostgresStoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// - Parameter reason: the words of libpq, which name host and user.
  case cannotConnect(place: String, reason: String)
  case tooOldServer(place: String, version: Int32)
  case wrongEncoding(place: String, encoding: String)
  /// A column of text is not ordered by its bytes.
  case wrongCollation(place: String, column: String)
  case readOnly(place: String)
  case noRights(place: String, to: String)
  /// A database of something else.
  case foreignDatabase(place: String, table: String)
  /// A later version of the server wrote to it.
  case newerVersion(place: String, unknown: [String])
  /// It lacks what the list of its migrations tells of.
  case halfMigrated(place: String, missing: String)
  /// It is as it was.
  case cannotMigrate(place: String, migration: String, reason: String)
  /// What PostgreSQL's own tools do.
  case notHere(String)
  /// Rows would come to others that have nothing to do with them.
  case notEmpty(place: String, table: String)
  /// Fewer or more rows than were handed over.
  case incompleteCopy(place: String, table: String)
  /// The server cannot be reached, or is going down.
  case unreachable(place: String, reason: String)
  case full(place: String)
  case tooManyConnections(place: String)
  /// All connections are busy, and as many calls wait as may.
  case busy(place: String)
  /// Others kept what a call needs locked, or wrote it again and again.
  case contended(place: String, operation: String)
  /// The connection broke at the commit, and what became of it cannot be found out.
  case unknownOutcome(place: String, operation: String)
  /// It was committed at the server alone, which may be lost before a standby has it.
  case unconfirmed(place: String, operation: String)
  /// No standby confirms commits, and one call finds out whether that has changed.
  case withoutStandby(place: String)
  case closed
  /// A stored record that cannot be read: somebody else wrote it.
  case unreadableRecord(table: String)
  /// A value has no place in its column: a fault of the program.
  case unstorableValue(reason: String)
  /// A body of `read` tried to write: a fault of the program.
  case wroteWhileReading(operation: String)
  case failed(place: String, code: String)

  package var description: String {
    switch self {
    case .cannotConnect(let place, let reason):
      "\(place) cannot be opened (\(reason)); \(Self.remedy(reason))"
    case .tooOldServer(let place, let version):
      "\(place) is PostgreSQL \(version / 10_000), which is too old; use 14 or later"
    case .wrongEncoding(let place, let encoding):
      "\(place) is encoded in \(encoding), which cannot hold every name; create the database with "
        + "ENCODING 'UTF8' TEMPLATE template0"
    case .wrongCollation(let place, let column):
      "\(place) orders \(column) by the rules of a language; somebody else changed the table: run "
        + "ALTER TABLE … ALTER COLUMN … TYPE text COLLATE \"C\", or restore a dump"
    case .readOnly(let place):
      "\(place) is read-only; name the primary, or add target_session_attrs=read-write to a list of "
        + "hosts"
    case .noRights(let place, let right):
      "\(place): this user may not \(right); make it the owner of the database, or GRANT it that right"
    case .foreignDatabase(let place, let table):
      "\(place) holds the table '\(table)' of another program; name a database of its own, made with "
        + "createdb"
    case .newerVersion(let place, let unknown):
      "\(place) was written by a newer version (\(unknown.joined(separator: ", "))); start that "
        + "version, or restore a dump from before the change"
    case .halfMigrated(let place, let missing):
      "\(place) lacks '\(missing)', though its list of migrations says otherwise; somebody else "
        + "changed it: restore a dump"
    case .cannotMigrate(let place, let migration, let reason):
      "\(place) cannot be brought to \(migration) (\(reason)) and is as it was"
    case .notHere(let text): text
    case .notEmpty(let place, let table):
      "\(place) has rows already, in '\(table)'; name a new database, made with createdb"
    case .incompleteCopy(let place, let table):
      "\(place) did not keep every row of '\(table)', so nothing was copied; look for triggers and rules "
        + "of somebody else"
    case .unreachable(let place, let reason):
      "\(place) cannot be reached (\(reason)); calls are answered again when it is back"
    case .full(let place):
      "there is no room for \(place) to grow; free space on its server's disk. What was acknowledged is "
        + "kept"
    case .tooManyConnections(let place):
      "\(place) takes no more connections; lower pool= of each node, or raise the limit there "
        + "(max_connections, or that of the role or database)"
    case .busy(let place):
      "all connections to \(place) are in use and too many calls wait; raise pool=, or add room there"
    case .contended(let place, let operation):
      "the operation '\(operation)' waited too long for others at \(place); nothing was changed"
    case .unknownOutcome(let place, let operation):
      "the connection to \(place) broke while '\(operation)' was committed, and what became of it is "
        + "not known"
    case .unconfirmed(let place, let operation):
      "'\(operation)' was committed at \(place), but no standby confirmed it in time, so whether it lasts is not known; "
        + "start the standby, or change synchronous_standby_names"
    case .withoutStandby(let place):
      "\(place) waits for a standby to confirm commits, so nothing is written; start the standby, or change "
        + "synchronous_standby_names"
    case .closed: "the store was closed"
    case .unreadableRecord(let table):
      "a record of the table '\(table)' cannot be read; it was not written by this server: "
        + "restore a dump"
    case .unstorableValue(let reason):
      "a value has no place in its column (\(reason)); nothing was changed"
    case .wroteWhileReading(let operation):
      "the operation '\(operation)' only reads and tried to write; make it a transaction"
    case .failed(let place, let code):
      "\(place) failed with PostgreSQL's code \(code); see postgresql.org/docs/current/errcodes-appendix.html"
    }
  }

  /// What to do, by the words of libpq and of the server, which have no code before a session began.
  private static func remedy(_ reason: String) -> String {
    let remedies = [
      (
        "password authentication failed",
        "check the user, and the password in PGPASSFILE or PGPASSWORD"
      ),
      ("no password supplied", "put the password into PGPASSFILE or PGPASSWORD"),
      ("pg_hba.conf", "let this user in from this host (pg_hba.conf)"),
      ("Peer authentication", "run as that user of the system, or connect over a host"),
      (
        "too many connections for role",
        "lower pool= of each node, or raise the limit of that role (ALTER ROLE … CONNECTION LIMIT)"
      ),
      (
        "too many connections for database",
        "lower pool= of each node, or raise the limit of that database (ALTER DATABASE … CONNECTION LIMIT)"
      ),
      ("role \"", "create the user there, or name another one"),
      ("database \"", "create it with createdb, or name another one"),
      ("translate host name", "check the name of the host"),
      ("certificate", "give the authority that signed the server's certificate as sslrootcert"),
      ("SSL", "turn SSL on at the server, or choose another sslmode"),
      ("session is read-only", "name the primary, or wait until one is promoted"),
      ("too many", "raise max_connections there, or lower pool= of each node"),
      ("starting up", "wait until it has started"),
      ("refused", "start the server, or check host and port"),
      ("No such file", "start the server, or check the folder of its socket"),
    ]
    return remedies.first { reason.contains($0.0) }?.1
      ?? "check the address, and that the server runs"
  }
}

extension PostgresStoreFailure: StoreError {
  package var plainReason: String? {
    switch self {
    case .cannotConnect: "the database cannot be connected to"
    case .unreachable: "the connection to the database was lost"
    case .unknownOutcome: "the connection was lost while the call was committed"
    case .unconfirmed, .withoutStandby: "no standby confirms commits"
    case .readOnly: "the database is read-only"
    case .noRights: "the database's user lacks a right"
    case .full: "no space is left for the database"
    case .tooManyConnections: "the database takes no more connections"
    case .busy: "all connections to the database are in use"
    case .contended: "others kept locked what the call needs"
    case .closed: "the store was closed"
    case .halfMigrated: "the database lacks a table or a column"
    case .unreadableRecord: "a record of the store cannot be read"
    case .unstorableValue: "a value has no place in its column"
    case .wroteWhileReading: "an operation that only reads tried to write"
    case .failed(_, let code): "the database failed (PostgreSQL's code \(code))"
    default: "the database cannot be used"
    }
  }

  package var mayPass: Bool {
    switch self {
    case .readOnly, .unreachable, .tooManyConnections, .unconfirmed, .withoutStandby: true
    case .cannotConnect(_, let reason): Self.mayPass(reason)
    default: false
    }
  }

  /// By the words of libpq and of the server, of all hosts that were tried: the one that an operator has to mend counts. What is
  /// not known, as in another language, is not waited for.
  private static func mayPass(_ reason: String) -> Bool {
    let lasting = [
      "authentication failed", "no password", "pg_hba.conf", "does not exist", "certificate",
      "SSL error",
      "does not support SSL", "permission denied",
    ]
    let passing = [
      "Connection refused", "No such file", "timeout expired", "timed out", "starting up",
      "shutting down",
      "recovery", "not yet accepting connections", "read-only", "hot standby",
      "closed the connection",
      "closed unexpectedly", "reset by peer", "EOF detected", "No route to host", "unreachable",
      "too many clients",
      "connection slots", "translate host name",
    ]
    return !lasting.contains { reason.contains($0) } && passing.contains { reason.contains($0) }
  }

  package var isUnavailable: Bool {
    switch self {
    case .unreadableRecord, .unstorableValue, .wroteWhileReading: false
    default: true
    }
  }
}

extension PostgresStoreFailure {
  /// What an error of the server means. Its words are left out: they may hold what is stored.
  static func of(_ error: any Error, place: String, operation: String) -> any Error {
    if let lost = error as? LostConnection {
      return Self.unreachable(place: place, reason: lost.reason)
    }
    guard let error = error as? ServerError else { return error }
    return switch error.code {
    case "25006": Self.readOnly(place: place)
    case "42501": Self.noRights(place: place, to: "use its tables")
    case "53100": Self.full(place: place)
    case "53300": Self.tooManyConnections(place: place)
    case "40001", "40P01", "55P03", "57014", "23505":
      Self.contended(place: place, operation: operation)
    case "57P01", "57P02", "57P03": Self.unreachable(place: place, reason: "it is going down")
    case "42P01", "42703":
      Self.halfMigrated(place: place, missing: error.message)
    case let code: Self.failed(place: place, code: code)
    }
  }
}
