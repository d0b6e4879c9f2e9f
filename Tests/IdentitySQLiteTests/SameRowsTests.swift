import Foundation
import GRDB
import IdentityDomain
import IdentitySQLite
import IdentityTestSupport
import Synchronization
import Testing

@Suite("Requesting a code to a number does the same in the file, whether or not it has an owner")
struct SameRowsTests {
  private let known = "+4915112345678"

  /// What one call asks SQLite, and the type and the length of each value that is in the tables
  /// after it.
  private struct Work: Equatable {
    var statements: [String]
    var values: [String]
  }

  /// - Parameter trusts: whether the owner's device has proved the number (PHN-5), as another one
  ///   asks now.
  private func work(askingFor number: String, trusts: Bool) async throws -> Work {
    let heard = Mutex<[String]>([])
    let folder = try TemporaryFolder()
    let store = try folder.store { $0.trace = { sql in heard.withLock { $0.append(sql) } } }
    let rig = ServiceRig(store: store)
    _ = try await rig.phoneMember(known, key: "k")
    if !trusts {
      try await store.transaction("forget") {
        try $0.removeTrust(in: try #require(PhoneNumber(e164: known, region: "DE")))
      }
    }
    // So that the code of the sign-in above counts no more in the budgets of its number.
    rig.clock.advance(.days(40))
    let now = rig.clock.now()
    _ = try await store.transaction("sweep") { try $0.removeExpired(before: now) }
    let before = try await values(folder)
    heard.withLock { $0 = [] }
    let answer = try await rig.service.phones.begin(
      number: number, region: nil, caller: rig.caller(nil))
    let statements = heard.withLock { $0 }
    guard case .challenge = answer else {
      Issue.record("signed in without a code")
      return Work(statements: [], values: [])
    }
    let after = try await values(folder)
    #expect(after.count > before.count)
    try store.close()
    return Work(statements: statements, values: after)
  }

  private func values(
    _ folder: TemporaryFolder, ignoring: Set<String> = []
  ) async throws -> [String] {
    let queue = try DatabaseQueue(path: folder.path)
    defer { try? queue.close() }
    return try await queue.read { database in
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      return try tables.flatMap { table in
        let shapes = try database.columns(in: table).filter {
          !ignoring.contains("\(table).\($0.name)")
        }.map {
          "typeof(\"\($0.name)\") || coalesce(length(\"\($0.name)\"), 0)"
        }
        return try String.fetchAll(
          database,
          sql: "SELECT '\(table) ' || \(shapes.joined(separator: " || ' ' || "))"
            + " FROM \(table) ORDER BY 1")
      }
    }
  }

  @Test(
    "SEC No enumeration: the same statements, and rows of the same size", arguments: [true, false])
  func alike(trusts: Bool) async throws {
    let known = try await work(askingFor: known, trusts: trusts)
    let unknown = try await work(askingFor: "+4915112345679", trusts: trusts)
    #expect(known.statements == unknown.statements && !known.statements.isEmpty)
    #expect(known.values == unknown.values)
  }

  /// What a stranger may ask for with nothing but an address.
  enum Act: String, CaseIterable, Sendable {
    case loginCode, recovery, registration, temporaryPassword, login

    /// The owner of a taken address gets another mail. What concerns no account is one event, with no
    /// source (DEC-11).
    var differing: Set<String> {
      switch self {
      case .registration: ["outbox.template"]
      case .login: ["security_event.account", "security_event.source"]
      case .loginCode, .recovery, .temporaryPassword: []
      }
    }

    func run(_ rig: ServiceRig<SQLiteStore>, _ name: String) async throws {
      let (service, caller) = (rig.service, rig.caller(nil))
      switch self {
      case .loginCode: _ = try await service.loginCodes.begin(userName: name, caller: caller)
      case .recovery: _ = try await service.recovery.begin(userName: name, caller: caller)
      case .registration:
        _ = try await service.registration.register(
          userName: name, password: "a stranger's password", caller: caller)
      case .temporaryPassword:
        try await service.markets.sendTemporaryPassword(userName: name, caller: caller)
      case .login:
        _ = try? await service.passwords.login(
          userName: name, password: "a stranger's guess", caller: caller)
      }
    }
  }

  private func work(_ act: Act, askingFor name: String) async throws -> Work {
    let heard = Mutex<[String]>([])
    let folder = try TemporaryFolder()
    let store = try folder.store { $0.trace = { sql in heard.withLock { $0.append(sql) } } }
    let rig = ServiceRig(store: store)
    try await rig.member("ann@example.com", password: "long enough password", key: "k")
    rig.clock.advance(.days(40))
    let now = rig.clock.now()
    _ = try await store.transaction("sweep") { try $0.removeExpired(before: now) }
    let before = try await values(folder, ignoring: act.differing)
    heard.withLock { $0 = [] }
    try await act.run(rig, name)
    let statements = heard.withLock { $0 }
    let after = try await values(folder, ignoring: act.differing)
    #expect(after != before)
    try store.close()
    return Work(statements: statements, values: after)
  }

  @Test(
    "SEC No enumeration: decoys fill the same columns at the same widths", arguments: Act.allCases)
  func decoys(act: Act) async throws {
    let known = try await work(act, askingFor: "ann@example.com")
    let unknown = try await work(act, askingFor: "bob@example.com")
    #expect(known.statements == unknown.statements && !known.statements.isEmpty)
    #expect(known.values == unknown.values)
  }

  @Test("A challenge to an unknown number opens no account but a new one")
  func nobody() async throws {
    let folder = try TemporaryFolder()
    let rig = ServiceRig(store: try folder.store())
    let begun = try await rig.service.phones.begin(
      number: known, region: nil, caller: rig.caller("k"))
    guard case .challenge(let challenge) = begun else {
      Issue.record("signed in without a code")
      return
    }
    rig.clock.advance(.minutes(2))
    let again = try await rig.service.phones.resend(
      token: challenge.verificationToken, caller: rig.caller("k"))
    #expect(again.challenge == challenge.challenge)
    let answer = try await rig.service.phones.verify(
      token: again.verificationToken, code: try await rig.code(to: known), caller: rig.caller("k"))
    guard case .signedIn(_, let account, _) = answer else {
      Issue.record("not signed in")
      return
    }
    #expect(!account.id.text.hasPrefix("nobody"))
    try rig.store.close()
  }
}
