import Foundation
import GRDB
import IdentityDomain
import IdentitySQLite
import Testing

/// The golden files have one row of each kind; here are the properties that they leave out, as JSON of
/// the version before the columns.
@Suite("Rows stored as JSON become columns, with all their contents")
struct MigrationTests {
  private static let rows = #"""
    INSERT INTO account VALUES ('full', '{"createdAt":{"milliseconds":1},"detachedAt":{"milliseconds":2},"id":"full","imported":{"at":{"milliseconds":3}},"isBlocked":false,"isSuperAdmin":true,"language":"de-CH","lastSeenAt":{"milliseconds":4},"profile":{"name":"Z\u0000ë/\"😀"}}');
    INSERT INTO password VALUES ('full', '{"account":"full","changedAt":{"milliseconds":5},"hash":{"encoded":"h"},"recoveredBy":{"phone":{"_0":{"e164":"+4915112345679","region":"DE"}}},"since":{"milliseconds":6},"version":7}');
    INSERT INTO password VALUES ('mail', '{"account":"mail","changedAt":{"milliseconds":5},"hash":{"encoded":"h"},"recoveredBy":{"email":{"_0":{"text":"bob@example.com"}}},"version":1}');
    INSERT INTO registration VALUES ('+4915112345679', 9, '[{"check":{"digest":{"bytes":[],"key":{"text":"k"}}},"code":{"isUsed":false,"sentAt":{"milliseconds":8},"wrongTries":0},"createdAt":{"milliseconds":8},"id":"old","identifier":{"phone":{"_0":{"e164":"+4915112345679","region":"DE"}}},"isTombstone":true,"password":{"encoded":""}},{"check":{"digest":{"bytes":[0,255],"key":{"text":"k"}}},"code":{"digest":{"bytes":[7],"key":{"text":"k2"}},"isLong":true,"isUsed":true,"sentAt":{"milliseconds":9},"wrongTries":4},"createdAt":{"milliseconds":9},"id":"new","identifier":{"phone":{"_0":{"e164":"+4915112345679","region":"DE"}}},"password":{"encoded":"h"}}]');
    INSERT INTO challenge VALUES ('alone', 'login', 'bob@example.com', X'FE616C6F6E65', NULL, 10, '{"awaitsSecondProof":false,"code":{"digest":{"bytes":[1],"key":{"text":"k"}},"isLong":true,"isUsed":false,"sentAt":{"milliseconds":1},"wrongTries":2},"expiresAt":{"milliseconds":10},"id":"alone","identifier":{"email":{"_0":{"text":"bob@example.com"}}},"provedAt":{"milliseconds":11},"purpose":"login"}');
    INSERT INTO guess VALUES ('g', NULL, '{"blockedUntil":{"milliseconds":12},"inARow":3,"sinceSent":4}');
    INSERT INTO session VALUES ('shown', 'full', 'jkt', 1, 1, 99, '{"authenticatedAt":{"milliseconds":13},"client":{"appVersion":"1","name":"n\u0000","platform":"p"},"family":{"derivationKey":{"text":"k2"},"generation":5,"kind":{"cookie":{"_0":{"text":"jkt"}}},"lastUsedAt":{"milliseconds":14},"limits":{"absoluteMilliseconds":90,"idleMilliseconds":30},"openedAt":{"milliseconds":1}},"holder":{"account":{"_0":"full"}},"id":"shown","methods":[],"openingKey":{"text":"k1"},"scope":"full","shown":[{"at":{"milliseconds":15},"identifier":"bob@example.com","kind":"email"},{"at":{"milliseconds":16},"kind":"password"}]}');
    INSERT INTO device VALUES ('full', 'jkt', 1, '{"account":"full","client":{"appVersion":"1","name":"n","platform":"p"},"firstSeenAt":{"milliseconds":1},"key":{"text":"jkt"},"lastSeenAt":{"milliseconds":17},"marketGrant":{"grantedAt":{"milliseconds":18},"market":{"text":"MX,CMX"}}}');
    INSERT INTO selection VALUES ('account:full', X'6B006B', '{"at":{"milliseconds":19},"holder":{"account":{"_0":"full"}},"key":"k\u0000k","value":"v\u0000"}');
    INSERT INTO idempotency VALUES ('o', 'device:jkt', X'6B0031', 1, '{"answer":{"refused":{"_0":{"insufficientAuthentication":{"_0":{"level":2,"maxAgeSeconds":600}}}}},"body":{"bytes":[9],"key":{"text":"k"}},"key":{"key":"k\u00001","operation":"o","scope":{"device":{"_0":{"text":"jkt"}}}},"startedAt":{"milliseconds":1}}');
    INSERT INTO idempotency VALUES ('o', 'account:full', '2', 1, '{"answer":{"refused":{"_0":{"proofRequired":{}}}},"body":{"bytes":[9],"key":{"text":"k"}},"key":{"key":"2","operation":"o","scope":{"account":{"_0":"full"}}},"startedAt":{"milliseconds":1}}');
    INSERT INTO idempotency VALUES ('o', 'account:full', '3', 1, '{"answer":{"refused":{"_0":{"sessionExpired":{"_0":"idle_timeout"}}}},"body":{"bytes":[9],"key":{"text":"k"}},"key":{"key":"3","operation":"o","scope":{"account":{"_0":"full"}}},"startedAt":{"milliseconds":1}}');
    INSERT INTO idempotency VALUES ('o', 'account:full', '4', 1, '{"answer":{"refused":{"_0":{"tooMany":{"field":"f"}}}},"body":{"bytes":[9],"key":{"text":"k"}},"key":{"key":"4","operation":"o","scope":{"account":{"_0":"full"}}},"startedAt":{"milliseconds":1}}');
    INSERT INTO outbox VALUES (7, 'nobody', '', '+4915112345679', 2, 0, NULL, 9, '{"createdAt":{"milliseconds":1},"expiresAt":{"milliseconds":9},"id":"nobody","language":"en","recipient":{"phone":{"_0":{"e164":"+4915112345679","region":"DE"}}},"sealedSecret":[],"template":"suppressed"}');
    INSERT INTO deadLetter VALUES (9, 'dead', 'push', 'rejected', 3, '{"attempts":2,"createdAt":{"milliseconds":1},"diedAt":{"milliseconds":3},"message":"dead","reason":"rejected","recipient":{"push":{"_0":{"platform":"fcm","pushToken":"t\u0000","session":"s"}}},"template":"newDevice"}');
    INSERT INTO identifierChange VALUES ('none', 'full', 20, '{"account":"full","at":{"milliseconds":20},"bindings":[],"id":"none","session":"s"}');
    INSERT INTO participation VALUES ('i', 'two', NULL, 'a', 21, NULL, '{"assignedAt":{"milliseconds":21},"experiment":"two","goals":{"g":{"milliseconds":22},"h":{"milliseconds":23}},"installation":"i","variant":"a"}');
    INSERT INTO participation VALUES ('i', 'none', NULL, 'a', 21, NULL, '{"assignedAt":{"milliseconds":21},"experiment":"none","goals":{},"installation":"i","variant":"a"}');
    INSERT INTO securityEvent VALUES ('', 2, 'identifierBlocked', '', 24, '{"count":3,"day":2,"firstAt":{"milliseconds":23},"kind":"identifierBlocked","lastAt":{"milliseconds":24}}');
    INSERT INTO signOut VALUES (50, 'guest', 'installation:i', '{"end":{"at":{"milliseconds":25},"cause":"replaced"},"holder":{"installation":{"_0":"i"}},"session":"guest"}', 25);
    """#

  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds) }

  private func phone() throws -> Identifier {
    .phone(try #require(PhoneNumber(e164: "+4915112345679", region: "DE")))
  }

  private func migrated() async throws -> (TemporaryFolder, SQLiteStore) {
    let folder = try TemporaryFolder()
    try await folder.write(SchemaTests.golden(.decision), more: Self.rows)
    return (folder, try folder.store())
  }

  @Test("Accounts, passwords, registrations, codes")
  func people() async throws {
    let (folder, store) = try await migrated()
    defer { withExtendedLifetime(folder) {} }
    let bob = Identifier.email(try #require(EmailAddress("bob@example.com")))
    let phone = try phone()
    try await store.read("look") { tables in
      var account = Account(
        id: ID("full"), createdAt: at(1), isSuperAdmin: true,
        profile: Account.Profile(name: "Z\0ë/\"😀"), language: "de-CH",
        imported: ImportMark(source: nil, at: at(3)))
      account.lastSeenAt = at(4)
      account.detachedAt = at(2)
      #expect(try tables.account(ID("full")) == account)
      #expect(
        try tables.password(of: ID("full"))
          == PasswordCredential(
            account: ID("full"), hash: PasswordHash("h"), changedAt: at(5), version: 7,
            since: at(6), recoveredBy: phone))
      #expect(try tables.password(of: ID("mail"))?.recoveredBy == bob)
      let attempts = try tables.registrations(for: phone)
      #expect(attempts.map(\.id.text) == ["old", "new"] && attempts[0].isTombstone == true)
      #expect(attempts[1].code.isLong == true && attempts[1].code.isUsed)
      #expect(attempts[1].code.wrongTries == 4 && attempts[1].code.digest?.bytes == [7])
      #expect(attempts.map(\.check.digest.bytes) == [[], [0, 255]])
      let challenge = try #require(try tables.challenge(ID("alone")))
      #expect(challenge.provedAt == at(11) && challenge.code.isLong == true)
      #expect(challenge.account == nil && challenge.device == nil && challenge.identifier == bob)
      let guesses = try tables.guesses(at: try GuessKey.key("g"))
      #expect(guesses == nil, "nobody has its digest, and it is no other one's")
    }
    try store.close()
  }

  @Test("Sessions, devices, answers, messages, events")
  func traffic() async throws {
    let (folder, store) = try await migrated()
    defer { withExtendedLifetime(folder) {} }
    let push = PushEndpoint(
      pushToken: "t\0", platform: "fcm", session: ID("s"), account: ID("full"),
      registeredAt: at(1))
    let phone = try phone()
    try await store.read("look") { tables in
      let session = try #require(try tables.session(ID("shown")))
      #expect(
        session.shown == [
          ShownProof(kind: "email", identifier: "bob@example.com", at: at(15)),
          ShownProof(kind: "password", identifier: nil, at: at(16)),
        ])
      #expect(session.openingKey.text == "k1" && session.family.derivationKey.text == "k2")
      #expect(session.family.generation == 5 && session.methods.isEmpty)
      #expect(session.client.name == "n\0" && session.family.kind == .cookie(KeyThumbprint("jkt")))
      #expect(session.family.limits.idle == .milliseconds(30))
      #expect(
        try tables.device(KeyThumbprint("jkt"), of: ID("full"))?.marketGrant?.grantedAt == at(18))
      let account = Session.Holder.account(ID("full"))
      #expect(
        try tables.selections(of: account)
          == [Selection(holder: account, key: "k\0k", value: "v\0", at: at(19))])
      func answer(_ scope: IntentKey.Scope, _ key: String) throws -> SettledAnswer? {
        try tables.idempotencyRecord(IntentKey(operation: "o", scope: scope, key: key))?.answer
      }
      #expect(
        try answer(.device(KeyThumbprint("jkt")), "k\u{0}1")
          == .refused(.insufficientAuthentication(ProofNeed(level: .two, maxAgeSeconds: 600))))
      #expect(try answer(.account(ID("full")), "2") == .refused(.proofRequired))
      #expect(try answer(.account(ID("full")), "3") == .refused(.sessionExpired(.idleTimeout)))
      #expect(try answer(.account(ID("full")), "4") == .refused(.tooMany(field: "f")))
      let nobody = try #require(try tables.outboxRow(ID("nobody")))
      #expect(nobody.message.channel == nil && nobody.message.sealedSecret == [])
      #expect(nobody.message.recipient == MessageRecipient(phone) && nobody.dueAt == at(2))
      #expect(try tables.deadLetters(most: 1).first?.recipient == .push(PushAddress(push)))
      let change = try #require(try tables.identifierChange(ID("none")))
      #expect(change.bindings.isEmpty && change.password == nil)
      #expect(
        try tables.participations(of: ID("i")).map(\.goals) == [[:], ["g": at(22), "h": at(23)]])
      let event = try #require(try tables.securityEvents(most: 9).last)
      #expect(event.account == nil && event.count == 3 && event.firstAt == at(23))
      #expect(
        try tables.signOuts(of: .installation(ID("i")), most: 9).map(\.end.cause) == [.replaced])
    }
    // Places go on behind those of before.
    #expect(try await store.logEnd() == LogPosition(place: 50))
    try store.close()
  }

  @Test("A modified store of an earlier version is reported in one line, and left unchanged")
  func refused() async throws {
    for (change, reason) in [
      ("UPDATE account SET record = '{'", "malformed JSON"),
      ("UPDATE account SET record = '{}' WHERE id = 'full'", "NOT NULL"),
      ("UPDATE outbox SET record = json_set(record, '$.sealedSecret', json('[256]'))", "malformed"),
      ("DROP TABLE trust", "no such table"), ("CREATE TABLE sign_out (x)", "already exists"),
    ] {
      let folder = try TemporaryFolder()
      try await folder.write(SchemaTests.golden(.decision), more: Self.rows + change + ";")
      let before = try folder.rows()
      let failure = try #require(throws: SQLiteStoreFailure.self) { try folder.store().close() }
      guard case .cannotMigrate(folder.path, "008-relational", _) = failure else {
        Issue.record("\(failure)")
        continue
      }
      #expect("\(failure)".contains(reason) && !"\(failure)".contains("\n"), "\(failure)")
      #expect(try folder.rows() == before)
    }
  }
}

/// A key that no digest makes.
private enum GuessKey {
  static func key(_ name: String) throws -> LimitKey { LimitKey(name, "", OneOfEach.Digests()) }
}

extension TemporaryFolder {
  /// Makes a store of an older version.
  func write(_ golden: URL, more: String = "") async throws {
    let queue = try DatabaseQueue(path: path)
    let sql = try String(contentsOf: golden, encoding: .utf8)
    try await queue.write { database in
      try database.execute(sql: "PRAGMA application_id = \(0x5072_7463)")
      try database.execute(sql: sql + more)
    }
    try queue.close()
  }

  /// How many rows each table has.
  func rows() throws -> [String: Int] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { database in
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
      return try Dictionary(
        uniqueKeysWithValues: tables.map {
          ($0, try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") ?? 0)
        })
    }
  }
}
