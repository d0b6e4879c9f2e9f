import IdentityDomain
import IdentityPostgres
import Testing

@testable import ServerCommands

@Suite("A server that starts waits for its database, and for nothing that an operator has to mend")
struct StoreWaitTests {
  @Test(
    "It waits two minutes, for development not at all, and either as long as is set",
    arguments: [
      (false, nil, 120), (true, nil, 0), (false, "7", 7), (true, "7", 7), (false, "0", 0),
    ] as [(Bool, String?, Int)])
  func limits(isDevelopment: Bool, written: String?, seconds: Int) throws {
    let configuration = try ServeConfiguration(
      flags: isDevelopment ? [.dev: .one("true")] : [:],
      environment: written.map { ["PORTICO_LIMITS_STORE_WAIT_SECONDS": $0] } ?? [:]
    ) { path throws(ServeRefusal) in ReadableFile(path: path, bytes: [], mode: 0o600, owner: 0) }
    #expect(try ServeRequest(configuration).storeWait == .seconds(seconds))
  }

  private static func closed(_ reason: String) -> PostgresStoreFailure {
    .cannotConnect(place: "postgres://db/portico", reason: reason)
  }

  private static let refused = closed(
    "connection to server at \"db\", port 5432 failed: Connection refused")

  @Test("Pauses grow to five seconds and end with the limit, and each reason is told once")
  func pauses() {
    var wait = StoreWait(limit: .seconds(20))
    var waited = Duration.zero
    var (pauses, lines): ([Duration], [String]) = ([], [])
    let starting = Self.closed("FATAL:  the database system is starting up")
    while case .pause(let pause, let line) = wait.step(
      after: waited < .seconds(6) ? Self.refused : starting, waited: waited)
    {
      pauses.append(pause)
      if let line { lines.append(line) }
      waited += pause
    }
    #expect(
      pauses
        == [
          .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4),
          .seconds(5),
          .seconds(5), .milliseconds(2_250),
        ])
    #expect(waited == .seconds(20))
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix(
        "waiting for the store, at most 20 s: postgres://db/portico cannot be opened"))
    #expect(lines[1].contains("starting up"))
    #expect(wait.end(waited: waited) == "the store is there, after 20 s")
  }

  @Test("A store that is there at once is not told of, and without a limit nobody waits")
  func atOnce() {
    var wait = StoreWait(limit: .zero)
    #expect(wait.end(waited: .zero) == nil)
    let step = wait.step(after: Self.refused, waited: .zero)
    #expect(step == .giveUp)
  }

  @Test(
    "What passes by itself is waited for",
    arguments: [
      refused, closed("timeout expired"),
      closed("could not translate host name \"db\" to address: Temporary failure"),
      closed(
        "connection to server on socket \"/run/postgresql/.s.PGSQL.5432\" failed: No such file or directory"
      ),
      closed("connection to server at \"db\" failed: FATAL:  the database system is shutting down"),
      closed("connection to server at \"db\" failed: session is read-only"),
      closed("connection to server at \"db\" failed: server closed the connection unexpectedly"),
      closed("connection to server at \"db\" failed: FATAL:  sorry, too many clients already"),
      .readOnly(place: "p"), .unreachable(place: "p", reason: "it is going down"),
      .tooManyConnections(place: "p"), .withoutStandby(place: "p"),
    ] as [PostgresStoreFailure])
  func passes(_ failure: PostgresStoreFailure) {
    var wait = StoreWait(limit: .seconds(20))
    let step = wait.step(after: failure, waited: .zero)
    #expect(step != .giveUp)
  }

  @Test(
    "What an operator has to mend ends the start at once",
    arguments: [
      closed(
        "connection to server at \"db\" failed: FATAL:  password authentication failed for user \"ann\""
      ),
      closed(
        "connection to server at \"a\" failed: Connection refused; connection to server at \"b\" failed: "
          + "FATAL:  no pg_hba.conf entry for host"),
      closed("connection to server at \"db\" failed: fe_sendauth: no password supplied"),
      closed("connection to server at \"db\" failed: FATAL:  role \"ann\" does not exist"),
      closed("connection to server at \"db\" failed: FATAL:  database \"x\" does not exist"),
      closed("connection to server at \"db\" failed: SSL error: certificate verify failed"),
      closed(
        "connection to server at \"db\" failed: server does not support SSL, but SSL was required"),
      closed("something new"),
      .foreignDatabase(place: "p", table: "t"), .newerVersion(place: "p", unknown: ["999"]),
      .wrongCollation(place: "p", column: "c"), .wrongEncoding(place: "p", encoding: "LATIN1"),
      .halfMigrated(place: "p", missing: "m"), .tooOldServer(place: "p", version: 130_000),
      .noRights(place: "p", to: "create tables"),
    ] as [PostgresStoreFailure])
  func mend(_ failure: PostgresStoreFailure) {
    var wait = StoreWait(limit: .seconds(20))
    let step = wait.step(after: failure, waited: .zero)
    #expect(step == .giveUp)
  }
}
