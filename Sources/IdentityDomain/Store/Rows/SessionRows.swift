extension Session: StoredRow {
  package static let table = StoreTable(
    "session", key: ["id"],
    [
      .text("id"), .text("account").optional, .text("installation").optional, .text("scope"),
      .integer("authenticated_at"), .text("methods"), .text("shown").optional,
    ] + StoreColumn.client + [
      .text("opening_key"), .text("market").optional, .text("kind"), .text("key").optional,
      .integer("idle_limit"), .integer("absolute_limit"), .integer("opened_at"),
      .integer("last_used_at"), .integer("generation"), .text("derivation_key"),
      .integer("ended_at").optional, .text("end_cause").optional, .integer("ends_at"),
      StoreColumn.integer("level").since(.factors),
      StoreColumn.text("country").since(.accountCentre),
    ],
    indexes: [
      StoreIndex(
        "account", "opened_at", "id", where: [.isEmpty("ended_at"), .isFilled("account")]),
      StoreIndex("key", "opened_at", "id", where: [.isEmpty("ended_at"), .isFilled("key")]),
      StoreIndex("ends_at"),
    ])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let id: ID<Session> = try row.id()
    let account: ID<Account>? = try row.idIfAny()
    let installation: ID<Installation>? = try row.idIfAny()
    let holder: Holder
    switch (account, installation) {
    case (let account?, nil): holder = .account(account)
    case (nil, let installation?): holder = .installation(installation)
    default: throw UnreadableRow()
    }
    let scope: SessionScope = try row.name()
    let authenticatedAt = try row.moment()
    let methods = try Self.methods(try row.text())
    let shown = try Self.proofs(try row.textIfAny())
    let client = try row.client()
    let openingKey = try row.keyID()
    let market = try row.marketIfAny()
    let family = try TokenFamily(row: &row)
    // When it ends follows from the family.
    _ = try row.moment()
    self.init(
      id: id, holder: holder, scope: scope, authenticatedAt: authenticatedAt, methods: methods,
      shown: shown, client: client, openingKey: openingKey, market: market,
      level: try row.countIfAny().flatMap { AssuranceLevel(rawValue: $0) },
      country: try row.textIfAny(), family: family)
  }

  package func write(to row: inout RowWriter) {
    row.add(id)
    row.add(account)
    if case .installation(let id) = holder { row.add(id) } else { row.add(nil as String?) }
    row.add(scope)
    row.add(authenticatedAt)
    row.add(methods.map(\.rawValue).joined(separator: " "))
    row.add(shown.map { $0.map(\.line).joined(separator: "\n") })
    row.add(client)
    row.add(openingKey)
    row.add(market?.text)
    family.write(to: &row)
    row.add(family.end?.at ?? family.expiresAt)
    row.add(level?.rawValue)
    row.add(country)
  }

  /// The names of the methods, with a space between them.
  private static func methods(_ text: String) throws(UnreadableRow) -> [AuthenticationMethod] {
    var methods: [AuthenticationMethod] = []
    for name in text.utf8.split(separator: UInt8(ascii: " ")) {
      guard let method = AuthenticationMethod(rawValue: String(Substring(name))) else {
        throw UnreadableRow()
      }
      methods.append(method)
    }
    return methods
  }

  static func proofs(_ lines: String?) throws(UnreadableRow) -> [ShownProof]? {
    guard let lines else { return nil }
    var proofs: [ShownProof] = []
    for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
      guard let proof = ShownProof(line: line) else { throw UnreadableRow() }
      proofs.append(proof)
    }
    return proofs
  }
}

extension ShownProof {
  /// When, what kind, and where a code was sent. Nobody looks one up, and each call reads them with the
  /// session.
  var line: String {
    ([String(at.milliseconds), kind] + (identifier.map { [$0] } ?? [])).joined(separator: " ")
  }

  fileprivate init?(line: Substring.UTF8View) {
    let fields = line.split(separator: UInt8(ascii: " ")).map { Substring($0) }
    guard (2...3).contains(fields.count), let moment = Int64(fields[0]) else { return nil }
    self.init(
      kind: String(fields[1]), identifier: fields.count == 3 ? String(fields[2]) : nil,
      at: Timestamp(milliseconds: moment))
  }
}

extension TokenFamily {
  fileprivate init(row: inout RowReader) throws(UnreadableRow) {
    let kind = try SessionKind(name: try row.text(), key: try row.thumbprintIfAny())
    let limits = SessionLimits(idle: try row.span(), absolute: try row.span())
    let openedAt = try row.moment()
    let lastUsedAt = try row.moment()
    let generation = try row.count()
    self.init(kind: kind, limits: limits, openedAt: openedAt, derivationKey: try row.keyID())
    self.lastUsedAt = lastUsedAt
    self.generation = generation
    let endedAt = try row.momentIfAny()
    let cause = try row.nameIfAny(SignOutCause.self)
    if let endedAt, let cause { end = SessionEnd(at: endedAt, cause: cause) }
  }

  fileprivate func write(to row: inout RowWriter) {
    row.add(kind.name)
    row.add(kind.key)
    row.add(limits.idle)
    row.add(limits.absolute)
    row.add(openedAt)
    row.add(lastUsedAt)
    row.add(generation)
    row.add(derivationKey)
    row.add(end?.at)
    row.add(end?.cause)
  }
}

extension SessionKind {
  fileprivate var name: String {
    switch self {
    case .bound: "bound"
    case .cookie: "cookie"
    case .compat: "compat"
    }
  }

  fileprivate init(name: String, key: KeyThumbprint?) throws(UnreadableRow) {
    switch (name, key) {
    case ("bound", let key?): self = .bound(key)
    case ("cookie", let key?): self = .cookie(key)
    case ("compat", nil): self = .compat
    default: throw UnreadableRow()
    }
  }
}

extension SignOutRecord: StoredRow {
  package static let table = StoreTable(
    "sign_out", key: ["session"],
    [.place, .writtenIn, .text("session")] + StoreColumn.holder + [
      .integer("ended_at"), .text("cause"),
    ], indexes: [StoreIndex("holder_kind", "holder", "place"), StoreIndex("ended_at")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(
      session: try row.id(), holder: try row.holder(),
      end: SessionEnd(at: try row.moment(), cause: try row.name()))
  }

  package func write(to row: inout RowWriter) {
    row.add(session)
    row.add(holder)
    row.add(end.at)
    row.add(end.cause)
  }
}

/// A proof that was seen once.
package struct SeenProof: StoredRow {
  let key: KeyThumbprint
  let proofID: String
  let forgettableAt: Timestamp

  package static let table = StoreTable(
    "proof", key: ["key", "proof_id"], isClustered: true,
    [.text("key"), .bytes("proof_id"), .integer("forgettable_at")],
    indexes: [StoreIndex("forgettable_at")])

  package init(_ proofID: String, by key: KeyThumbprint, until forgettableAt: Timestamp) {
    (self.key, self.proofID, self.forgettableAt) = (key, proofID, forgettableAt)
  }

  package init(row: inout RowReader) throws(UnreadableRow) {
    key = try row.thumbprint()
    proofID = try row.freeText()
    forgettableAt = try row.moment()
  }

  package func write(to row: inout RowWriter) {
    row.add(key)
    row.add(free: proofID)
    row.add(forgettableAt)
  }
}

extension SecurityEventRow: StoredRow {
  /// What has no account or no source has the empty text there: an empty column equals nothing in a
  /// unique key.
  package static let table = StoreTable(
    "security_event", key: ["account", "day", "kind", "source"],
    [
      .place, .writtenIn, .text("account"), .integer("day"), .text("kind"), .text("source"),
      .text("session").optional, .integer("count"), .integer("first_at"), .integer("last_at"),
    ], indexes: [StoreIndex("last_at"), StoreIndex("account", "last_at")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let account = try row.text()
    let day = try row.number()
    let kind: SecurityEvent.Kind = try row.name()
    let source = try row.text()
    self.init(
      kind: kind, account: account.isEmpty ? nil : ID(account),
      source: source.isEmpty ? nil : source, day: day, session: try row.idIfAny(),
      count: try row.count(), firstAt: try row.moment(), lastAt: try row.moment())
  }

  package func write(to row: inout RowWriter) {
    row.add(account?.text ?? "")
    row.add(day)
    row.add(kind)
    row.add(source ?? "")
    row.add(session)
    row.add(count)
    row.add(firstAt)
    row.add(lastAt)
  }
}
