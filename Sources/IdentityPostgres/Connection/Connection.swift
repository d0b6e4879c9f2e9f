import CPostgres
import Glibc
import IdentityDomain

/// One connection to the server, in pipeline mode: what is sent together takes one trip. One thread
/// uses it at a time.
final class Connection {
  /// What a session is, as the server says.
  struct Session: Hashable {
    /// The cluster and its time line: another one after a failover.
    var era = ""
    var isReadOnly = false
    var encoding = ""
    /// Such as 150004.
    var version: Int32 = 0
  }

  private let raw: OpaquePointer
  private(set) var session = Session()
  /// Statements that are prepared, by their text.
  private var names: [String: String] = [:]
  private var lastName = 0
  /// What was sent, and not answered yet.
  private var sent: [Sent] = []
  /// Whether rows of what was sent are awaited no more: an answer to read before the next trip.
  private var isOwed = false
  /// So many of those have been answered.
  private var answered = 0
  private var changed = 0
  private var failure: (any Error)?
  private let notices = Notices()
  /// Whether it is no longer known which answer comes next.
  private var isBroken = false

  private enum Sent {
    case preparation(sql: String)
    case command(onRow: ((FoundRow) throws -> Void)?)
  }

  /// - Parameter parameters: of libpq, each with its value.
  /// - Throws: `LostConnection`
  init(_ parameters: [(String, String)]) throws {
    var keys = parameters.map { strdup($0.0) }
    var values = parameters.map { strdup($0.1) }
    defer { for text in keys + values { free(text) } }
    keys.append(nil)
    values.append(nil)
    let made = keys.withUnsafeBufferPointer { keys in
      values.withUnsafeBufferPointer { values in
        keys.withMemoryRebound(to: UnsafePointer<CChar>?.self) { keys in
          values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
            PQconnectdbParams(keys.baseAddress, values.baseAddress, 0)
          }
        }
      }
    }
    guard let made else { throw LostConnection(reason: "out of memory") }
    raw = made
    guard PQstatus(raw) == CONNECTION_OK else {
      throw LostConnection(reason: Self.line(PQerrorMessage(raw)))
    }
    PQsetNoticeReceiver(
      raw, { Notices.hear($0, $1) }, Unmanaged.passUnretained(notices).toOpaque())
    try prepareSession()
    guard PQenterPipelineMode(raw) == 1 else { throw lost }
  }

  deinit { PQfinish(raw) }

  /// Whether it may be used again.
  var isAlive: Bool { !isBroken && PQstatus(raw) == CONNECTION_OK }

  /// What holds for each of our sessions. A commit that was acknowledged is on the disk, whatever the
  /// server's own setting says; nobody waits for ever.
  private static let preparation = """
    SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
        WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false),
      set_config('lock_timeout', '10s', false),
      set_config('idle_in_transaction_session_timeout', '60s', false),
      set_config('statement_timeout', '60s', false),
      set_config('jit', 'off', false),
      set_config('standard_conforming_strings', 'on', false)
    """

  private static let facts = """
    SELECT (SELECT system_identifier FROM pg_control_system())::text
        || CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END,
      current_setting('transaction_read_only'), current_setting('server_encoding')
    """

  private func prepareSession() throws {
    session.version = PQserverVersion(raw)
    for sql in [Self.preparation, Self.facts] {
      let result = PQexec(raw, sql)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_TUPLES_OK else {
        guard isAlive else { throw lost }
        throw Self.error(result)
      }
      guard sql == Self.facts else { continue }
      let texts = (0..<3).map { String(cString: PQgetvalue(result, 0, $0)) }
      session.era = texts[0]
      session.isReadOnly = texts[1] == "on"
      session.encoding = texts[2]
    }
  }

  // MARK: - Trips

  /// Sends statements in one go and waits for all answers.
  /// - Returns: how many rows the last one changed.
  /// - Throws: `ServerError` of the first that failed, those behind it being skipped;
  ///   `LostConnection`; what hearing a row threw.
  @discardableResult
  func run(_ commands: [Command]) throws -> Int {
    defer { forget() }
    try send(commands)
    _ = try receive()
    return changed
  }

  /// The same, but waits no longer than until then.
  /// - Returns: whether all was answered. If not, `finish` comes next, and nothing else.
  func run(_ commands: [Command], until deadline: ContinuousClock.Instant) throws -> Bool {
    do { try send(commands) } catch {
      forget()
      throw error
    }
    return try finish(until: deadline)
  }

  /// Goes on waiting for the answers.
  /// - Returns: whether all are here.
  func finish(until deadline: ContinuousClock.Instant) throws -> Bool {
    do {
      guard try receive(until: deadline) else { return false }
      forget()
      return true
    } catch {
      forget()
      throw error
    }
  }

  /// Whoever hears rows is let go of, also where the connection breaks.
  private func forget() { (sent, answered, failure) = ([], 0, nil) }

  /// Whether the server said, since `forgetNotices`, that it committed without the standbys that it waits for: somebody ended
  /// the wait, we or an operator.
  var isUnconfirmed: Bool { notices.isUnconfirmed }
  func forgetNotices() { notices.isUnconfirmed = false }

  /// Sends statements, and does not wait for what comes of them.
  func sendOff(_ commands: [Command]) throws {
    try send(commands)
    isOwed = true
  }

  private func send(_ commands: [Command]) throws {
    if isOwed { try settleOwed() }
    for command in commands {
      let name = try prepared(command)
      guard sendCommand(command, name) else { throw lost }
      sent.append(.command(onRow: command.onRow))
    }
    guard PQpipelineSync(raw) == 1 else { throw lost }
  }

  /// - Returns: the name of the prepared statement; nil for one that is not kept.
  private func prepared(_ command: Command) throws -> String? {
    guard command.isKept else { return nil }
    if let name = names[command.sql] { return name }
    lastName += 1
    let name = "p\(lastName)"
    guard PQsendPrepare(raw, name, command.sql, 0, nil) == 1 else { throw lost }
    sent.append(.preparation(sql: command.sql))
    names[command.sql] = name
    return name
  }

  private func sendCommand(_ command: Command, _ name: String?) -> Bool {
    let list = Parameters(command.arguments)
    return list.withPointers { values, lengths, formats in
      if let name {
        return PQsendQueryPrepared(raw, name, list.count, values, lengths, formats, 1) == 1
      }
      return PQsendQueryParams(raw, command.sql, list.count, nil, values, lengths, formats, 1) == 1
    }
  }

  private func settleOwed() throws {
    isOwed = false
    defer { forget() }
    do { _ = try receive() } catch is ServerError {}
  }

  /// Whether an answer can be read at once.
  /// - Parameter deadline: until then it is waited for; nil for as long as it takes.
  private func isHere(by deadline: ContinuousClock.Instant?) throws -> Bool {
    guard let deadline else { return true }
    while PQisBusy(raw) == 1 {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return false }
      var end = pollfd(fd: PQsocket(raw), events: Int16(POLLIN), revents: 0)
      poll(&end, 1, Int32(min(left.rounded(.up), 1_000)))
      guard PQconsumeInput(raw) == 1 else { throw abandoned }
    }
    return true
  }

  /// Reads the answers to all that was sent.
  /// - Returns: whether all came in time.
  private func receive(until deadline: ContinuousClock.Instant? = nil) throws -> Bool {
    if answered == 0 { (changed, failure) = (0, nil) }
    while answered < sent.count {
      guard try isHere(by: deadline) else { return false }
      let one = sent[answered]
      // A result, and then nil for the end of this statement's.
      guard let result = PQgetResult(raw) else { throw abandoned }
      defer { PQclear(result) }
      let status = PQresultStatus(result)
      switch status {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
        if case .command(let onRow) = one {
          changed = Int(String(cString: PQcmdTuples(result))) ?? 0
          if failure == nil, let onRow {
            do {
              for row in 0..<PQntuples(result) { try onRow(FoundRow(result: result, row: row)) }
            } catch { failure = error }
          }
        }
      default:
        if case .preparation(let sql) = one { names[sql] = nil }
        if status != PGRES_PIPELINE_ABORTED, failure == nil { failure = Self.error(result) }
      }
      guard PQgetResult(raw) == nil else { throw abandoned }
      answered += 1
    }
    guard try isHere(by: deadline) else { return false }
    let end = PQgetResult(raw)
    defer { PQclear(end) }
    guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else { throw abandoned }
    if let failure { throw failure }
    return true
  }

  /// The order of answers is lost with the connection.
  var abandoned: LostConnection {
    isBroken = true
    return lost
  }

  private var lost: LostConnection { LostConnection(reason: Self.line(PQerrorMessage(raw))) }

  private static func error(_ result: OpaquePointer?) -> ServerError {
    func field(_ name: Unicode.Scalar) -> String {
      PQresultErrorField(result, Int32(name.value)).map { String(cString: $0) } ?? ""
    }
    return ServerError(code: field("C"), message: field("M"))
  }

  /// The words of libpq, which come in several lines.
  static func line(_ text: UnsafePointer<CChar>?) -> String {
    let lines = text.map { String(cString: $0) }?.split(whereSeparator: \.isNewline) ?? []
    return lines.map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: "; ")
  }
}
