extension Account: StoredRow {
  package static let table = StoreTable(
    "account", key: ["id"],
    [
      .text("id"), .integer("created_at"), .integer("last_seen_at"), .boolean("is_blocked"),
      .boolean("is_super_admin"), .text("language").optional, .integer("detached_at").optional,
      .integer("imported_at").optional, .bytes("import_source").optional,
      .bytes("name").optional, .text("claimed_email").optional, .bytes("picture_url").optional,
    ] + StoreColumn.person + [
      StoreColumn.integer("two_steps_since").since(.factors),
      StoreColumn.integer("deletion_due_at").since(.accountCentre),
    ],
    indexes: [
      StoreIndex(
        "deletion_due_at", "id", where: [.isFilled("deletion_due_at")], since: .accountCentre)
    ])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let id: ID<Account> = try row.id()
    let createdAt = try row.moment()
    let lastSeenAt = try row.moment()
    let isBlocked = try row.bool()
    let isSuperAdmin = try row.bool()
    let language = try row.textIfAny()
    let detachedAt = try row.momentIfAny()
    let importedAt = try row.momentIfAny()
    let source = try row.freeTextIfAny()
    let profile = Profile(
      name: try row.freeTextIfAny(), claimedEmail: try row.emailIfAny(),
      pictureURL: try row.freeTextIfAny(), market: try row.personIfAny())
    self.init(
      id: id, createdAt: createdAt, isBlocked: isBlocked, isSuperAdmin: isSuperAdmin,
      profile: profile, language: language,
      imported: importedAt.map { ImportMark(source: source, at: $0) })
    self.lastSeenAt = lastSeenAt
    self.detachedAt = detachedAt
    twoStepsSince = try row.momentIfAny()
    deletionDueAt = try row.momentIfAny()
  }

  package func write(to row: inout RowWriter) {
    row.add(id)
    row.add(createdAt)
    row.add(lastSeenAt)
    row.add(isBlocked)
    row.add(isSuperAdmin)
    row.add(language)
    row.add(detachedAt)
    row.add(imported?.at)
    row.add(free: imported?.source)
    row.add(free: profile.name)
    row.add(profile.claimedEmail?.text)
    row.add(free: profile.pictureURL)
    row.add(profile.market)
    row.add(twoStepsSince)
    row.add(deletionDueAt)
  }
}

extension IdentifierBinding: StoredRow {
  package static let table = StoreTable(
    "identifier", key: ["identifier"],
    StoreColumn.identifier + [
      .text("account"), .integer("verified_at"),
      StoreColumn.integer("chosen_at").since(.identifiers),
    ],
    indexes: [StoreIndex("account", "identifier")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(
      identifier: try row.identifier(), account: try row.id(), verifiedAt: try row.moment(),
      chosenAt: try row.momentIfAny())
  }

  package func write(to row: inout RowWriter) {
    row.add(identifier)
    row.add(account)
    row.add(verifiedAt)
    row.add(chosenAt)
  }
}

extension PasswordCredential: StoredRow {
  package static let table = StoreTable(
    "password", key: ["account"], [.text("account")] + columns.map(\.self))

  /// What there is to say of it beside whose it is.
  static let columns: [StoreColumn] = [
    .text("hash"), .integer("changed_at"), .integer("version"), .integer("since").optional,
    .text("recovered_by").optional, .text("recovered_by_region").optional,
  ]

  package init(row: inout RowReader) throws(UnreadableRow) {
    let account: ID<Account> = try row.id()
    guard let found = try Self.read(&row, of: account) else { throw UnreadableRow() }
    self = found
  }

  /// - Returns: nil where all columns are empty.
  static func read(
    _ row: inout RowReader, of account: ID<Account>
  ) throws(UnreadableRow) -> PasswordCredential? {
    let hash = try row.textIfAny()
    let changedAt = try row.momentIfAny()
    let version = try row.countIfAny()
    let since = try row.momentIfAny()
    let recoveredBy = try row.identifierIfAny()
    guard let hash, let changedAt, let version else { return nil }
    return PasswordCredential(
      account: account, hash: PasswordHash(hash), changedAt: changedAt, version: version,
      since: since, recoveredBy: recoveredBy)
  }

  package func write(to row: inout RowWriter) {
    row.add(account)
    Self.write(self, to: &row)
  }

  static func write(_ password: PasswordCredential?, to row: inout RowWriter) {
    row.add(password?.hash.encoded)
    row.add(password?.changedAt)
    row.add(password?.version)
    row.add(password?.since)
    row.add(password?.recoveredBy)
  }
}

extension DetachedNumber: StoredRow {
  package static let table = StoreTable(
    "detachment", key: ["number", "account"],
    [.text("number"), .text("region"), .text("account"), .integer("detached_at")],
    indexes: [StoreIndex("number", "detached_at"), StoreIndex("account")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(number: try row.phone(), account: try row.id(), at: try row.moment())
  }

  package func write(to row: inout RowWriter) {
    row.add(number)
    row.add(account)
    row.add(at)
  }
}

extension IdentifierChange: StoredRow {
  package static let table = StoreTable(
    "identifier_change", key: ["id"],
    [
      .text("id"), .text("account"), .text("session"), .integer("changed_at"), .text("bindings"),
    ] + PasswordCredential.columns.map(\.optional).named("password") + [
      StoreColumn.text("identities").optional.since(.federation),
      StoreColumn.text("factors").since(.factors),
      StoreColumn.text("passkeys").optional.since(.passkeys),
    ],
    indexes: [StoreIndex("account", "changed_at"), StoreIndex("changed_at")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let id: ID<IdentifierChange> = try row.id()
    let account: ID<Account> = try row.id()
    self.init(
      id: id, account: account, session: try row.id(), at: try row.moment(),
      bindings: try Self.bindings(try row.text(), of: account),
      password: try PasswordCredential.read(&row, of: account),
      identities: try FederatedIdentity.identities(try row.textIfAny() ?? "", of: account),
      factors: try row.textIfAny().map { text throws(UnreadableRow) in
        try FactorsBefore(lines: text)
      },
      passkeys: try Passkey.passkeys(try row.textIfAny() ?? "", of: account))
  }

  package func write(to row: inout RowWriter) {
    row.add(id)
    row.add(account)
    row.add(session)
    row.add(at)
    row.add(bindingLines)
    PasswordCredential.write(password, to: &row)
    row.add(identities.isEmpty ? nil : identities.map(\.line).joined(separator: "\n"))
    row.add(factors?.lines)
    row.add(passkeys.isEmpty ? nil : passkeys.map(\.line).joined(separator: "\n"))
  }

  /// What was bound, a line each: when it was verified and, after a slash, chosen as the primary one; the identifier; the
  /// region of a number. Nobody looks one up, and they come and go with the change.
  private var bindingLines: String {
    bindings.map { binding in
      let moments = [binding.verifiedAt, binding.chosenAt].compactMap { $0?.milliseconds }
      let fields = [
        moments.map { String($0) }.joined(separator: "/"), binding.identifier.text,
      ]
      if case .phone(let number) = binding.identifier {
        return (fields + [number.region]).joined(separator: " ")
      }
      return fields.joined(separator: " ")
    }.joined(separator: "\n")
  }

  private static func bindings(
    _ lines: String, of account: ID<Account>
  ) throws(UnreadableRow) -> [IdentifierBinding] {
    var bindings: [IdentifierBinding] = []
    for line in lines.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      let moments = fields.first?.split(separator: "/", omittingEmptySubsequences: false)
        .map { Int64($0).map { Timestamp(milliseconds: $0) } }
      guard (2...3).contains(fields.count), let moments, moments.count <= 2,
        let verifiedAt = moments[0], moments.last != .some(nil),
        let identifier = Identifier(
          stored: fields[1], region: fields.count == 3 ? fields[2] : nil)
      else { throw UnreadableRow() }
      bindings.append(
        IdentifierBinding(
          identifier: identifier, account: account, verifiedAt: verifiedAt,
          chosenAt: moments.count == 2 ? moments[1] : nil))
    }
    return bindings
  }
}
