import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Stored rows read back unchanged, and nothing else is read")
struct StoredRowTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_123)
  private let key = KeyThumbprint("key")
  private let client = ClientDescription(name: "Zoë's \u{0} phone", platform: "", appVersion: "1/2")

  /// Reads a row back, compares it with its columns, and tries what must not be read.
  ///
  /// - Parameter unread: how many columns at the end are written for their index only.
  private func holds<Row: StoredRow>(_ row: Row, unread: Int = 0) throws {
    let values = row.storedValues
    let columns = Row.table.valueColumns
    #expect(try Row(values).storedValues == values, "\(Row.self)")
    #expect(values.count == columns.count, "\(Row.self)")
    for (place, column) in columns.enumerated() {
      #expect(fits(values[place], column), "\(Row.table.name).\(column.name)")
    }
    for place in 0..<columns.count - unread {
      for other in others(than: columns[place]) {
        var changed = values
        changed[place] = other
        #expect(throws: UnreadableRow.self, "\(Row.table.name).\(columns[place].name)") {
          try Row(changed)
        }
      }
      #expect(throws: UnreadableRow.self) { try Row(Array(values.prefix(place))) }
    }
  }

  private func fits(_ value: StoredValue, _ column: StoreColumn) -> Bool {
    switch (value, column.kind) {
    case (.null, _): column.isOptional
    case (.integer, .integer), (.boolean, .boolean), (.bytes, .bytes): true
    case (.text(let text), .text): !text.utf8.contains(0)
    default: false
    }
  }

  /// Values of every other kind.
  private func others(than column: StoreColumn) -> [StoredValue] {
    let all: [(StoreColumn.Kind, StoredValue)] = [
      (.integer, .integer(1)), (.boolean, .boolean(true)), (.text, .text("a")),
      (.bytes, .bytes([97])),
    ]
    return all.filter { $0.0 != column.kind }.map(\.1) + (column.isOptional ? [] : [.null])
  }

  private func sessions() -> [Session] {
    let holders: [Session.Holder] = [.account(ID("a")), .installation(ID("i"))]
    let causes = [SignOutCause?.none] + SignOutCause.allCases.map { $0 }
    return [SessionKind.bound(key), .cookie(key), .compat].flatMap { kind in
      holders.flatMap { holder in
        causes.map { cause in
          var family = TokenFamily(kind: kind, openedAt: now, derivationKey: KeyID("k"))
          _ = family.refresh(
            RefreshAttempt(
              generation: 0, proof: .fresh(key), now: now + .hours(1), newKey: KeyID("k2")))
          if let cause { family.revoke(cause, at: now + .hours(2)) }
          return Session(
            id: ID("s"), holder: holder, scope: .full, authenticatedAt: now,
            methods: cause == nil ? [] : [.password, .key],
            shown: cause == nil
              ? nil
              : [
                ShownProof(kind: "email", identifier: "zoe@example.com", at: now),
                ShownProof(kind: "password", identifier: nil, at: now),
              ], client: client, openingKey: KeyID("k"), market: MarketHandle("MX,CMX"),
            family: family)
        }
      }
    }
  }

  @Test("Sessions of every kind, holder and end")
  func session() throws {
    for session in sessions() {
      #expect(try Session(session.storedValues) == session)
      try holds(session, unread: 1)
    }
  }

  @Test("A session with both holders or none, or whose kind has the wrong key, is refused")
  func mixedSession() throws {
    let names = Session.table.valueColumns.map(\.name)
    let session = try #require(sessions().first { $0.account != nil && $0.family.kind.key != nil })
    let wrong: [[String: StoredValue]] = [
      ["installation": .text("i")], ["account": .null], ["key": .null],
      ["kind": .text("compat")], ["kind": .text("other")], ["scope": .text("other")],
      ["methods": .text("pwd other")], ["shown": .text("x password")], ["market": .text("nowhere")],
      ["shown": .text("1")], ["client_name": .bytes([0xFF])],
    ]
    for changes in wrong {
      var values = session.storedValues
      for (name, value) in changes { values[try #require(names.firstIndex(of: name))] = value }
      #expect(throws: UnreadableRow.self, "\(changes)") { try Session(values) }
    }
  }

  @Test("Every response of a settled intent, with every refusal and its values")
  func answers() throws {
    let refusals: [IdentityFailure] =
      [
        .malformed(field: "f"), .weakPassword(.common), .wrongCredentials, .notConfirmed,
        .accountBlocked, .identifierTaken, .wrongCode(triesLeft: 3), .limited(until: now),
        .busy(until: now), .refreshTokenInvalid(.refreshTokenReuse), .refreshTokenInvalid(nil),
        .unauthorized(nil), .unauthorized(.logout), .insufficientScope,
        .insufficientAuthentication(ProofNeed(level: .two)),
        .insufficientAuthentication(ProofNeed(level: .one, maxAgeSeconds: 600)), .proofRequired,
        .proofNonceRequired, .proofDuplicate, .crumbInvalid, .verificationTokenInvalid,
        .sessionKindOff, .registrationClosed, .phoneNumberInvalid, .regionNotServed,
        .idempotencyBodyDiffers, .idempotencyRunning(until: now), .idempotencySettled, .notFound,
        .marketUnknown, .marketClosed, .sessionExpired(.idleTimeout), .tooMany(field: "f\0"),
      ] + PasskeyFailure.allCases.map { .passkey($0) }
    let answers: [SettledAnswer?] =
      [nil, .done, .session(ID("s")), .challenge(ID("c")), .registration(ID("r"))]
      + refusals.map { .refused($0) }
    for answer in answers {
      for scope in [IntentKey.Scope.account(ID("a")), .device(key)] {
        let intent = Intent(
          key: IntentKey(operation: "o", scope: scope, key: "k\0"), body: Secret("body"))
        var record = try #require(IdempotencyRecord(intent, at: now, MadeUpDigests()))
        if let answer { record.settle(answer) }
        #expect(try IdempotencyRecord(record.storedValues) == record)
        try holds(record)
      }
    }
  }

  @Test("A refusal without its value, or with another one's, is refused")
  func wrongRefusals() throws {
    let intent = Intent(
      key: IntentKey(operation: "o", scope: .device(key), key: "k"), body: Secret("body"))
    var record = try #require(IdempotencyRecord(intent, at: now, MadeUpDigests()))
    record.settle(.refused(.wrongCredentials))
    let names = IdempotencyRecord.table.valueColumns.map(\.name)
    for refusal in [
      "malformed", "tooMany", "weakPassword", "wrongCode", "limited", "busy", "sessionExpired",
      "idempotencyRunning", "insufficientAuthentication", "of a newer server",
    ] {
      var values = record.storedValues
      values[try #require(names.firstIndex(of: "refusal"))] = .text(refusal)
      #expect(throws: UnreadableRow.self, "\(refusal)") { try IdempotencyRecord(values) }
    }
  }

  @Test("All rows that a busy service leaves behind")
  func everything() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "staple battery", key: "k")
    _ = try await rig.service.registration.register(
      userName: "bob@example.com", password: "staple battery", caller: rig.caller("k"))
    let grant = try await rig.phoneMember("+4915112345678", key: "k")
    _ = try await rig.service.account.changeProfile(
      ProfileChange(name: "Zoë", email: "zoe@example.com"), rig.call(grant))
    let tables = await rig.store.snapshot
    for account in tables.accounts.values { try holds(account) }
    for binding in tables.bindings.values { try holds(binding) }
    for password in tables.passwords.values { try holds(password) }
    for device in tables.devices.values { try holds(device) }
    for trust in tables.trusts.values { try holds(trust) }
    for row in tables.outbox { try holds(row) }
    for challenge in tables.challenges.values { try holds(challenge, unread: 1) }
    for session in tables.sessions.values { try holds(session, unread: 1) }
    for row in tables.registrations.values.flatMap({ AttemptRow.rows(of: $0) }) {
      try holds(row)
    }
    #expect(tables.accounts.count == 2 && tables.trusts.count == 1 && !tables.outbox.isEmpty)
    #expect(!tables.registrations.isEmpty)
  }
}

@Suite("The schema can be created by every engine")
struct StoreSchemaTests {
  @Test("Names need no quotes, and are unique among tables, columns and indexes")
  func names() {
    let tables = StoreSchema.tables
    #expect(Set(tables.map(\.name)).count == tables.count && tables.count == 35)
    let indexes = tables.flatMap { table in table.indexes.map { $0.name(in: table.name) } }
    #expect(Set(indexes).count == indexes.count)
    // PostgreSQL truncates names at 63 bytes.
    let all = tables.map(\.name) + tables.flatMap { $0.columns.map(\.name) } + indexes
    let pattern = /[a-z][a-z_]{0,62}/
    let odd = all.filter { $0.wholeMatch(of: pattern) == nil }
    #expect(odd == [])
    for table in tables { #expect(Set(table.columns.map(\.name)).count == table.columns.count) }
  }

  @Test("Keys and indexes refer to existing columns, and a key is never empty")
  func references() {
    for table in StoreSchema.tables {
      let columns = Dictionary(uniqueKeysWithValues: table.columns.map { ($0.name, $0) })
      #expect(!table.key.isEmpty)
      for name in table.key { #expect(columns[name]?.isOptional == false, "\(table.name).\(name)") }
      for index in table.indexes {
        for name in index.columns { #expect(columns[name] != nil, "\(table.name).\(name)") }
        for case .isEmpty(let name) in index.conditions {
          #expect(columns[name]?.isOptional == true)
        }
        for case .isFilled(let name) in index.conditions {
          #expect(columns[name]?.isOptional == true)
        }
      }
    }
  }

  @Test("A table read from a position has one, and says which transaction wrote each row")
  func logs() {
    let logs = StoreSchema.tables.filter(\.isLog)
    #expect(logs.map(\.name) == ["sign_out", "security_event"])
    for log in logs { #expect(log.columns.map(\.kind).contains(.position)) }
  }
}
