extension FederatedIdentity: StoredRow {
  package static let table = StoreTable(
    "federated_identity", key: ["issuer", "subject"], since: .federation,
    [
      .text("issuer"), .text("subject"), .text("account"), .text("provider"),
      .integer("linked_at"), .text("email").optional, .integer("revoked_at").optional,
      .bytes("refresh_token").optional,
    ],
    indexes: [StoreIndex("account", "linked_at", "issuer", "subject")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(
      subject: try row.federatedSubject(), account: try row.id(), provider: try row.provider(),
      linkedAt: try row.moment(), email: try row.emailIfAny(), revokedAt: try row.momentIfAny(),
      refreshToken: try row.bytesIfAny())
  }

  package func write(to row: inout RowWriter) {
    row.add(subject)
    row.add(account)
    row.add(provider.text)
    row.add(linkedAt)
    row.add(email?.text)
    row.add(revokedAt)
    row.add(bytes: refreshToken)
  }
}

extension FederatedIdentity {
  /// A line of the column `identities` of `identifier_change`, which keeps the identities for an
  /// undo: fields separated by spaces, `-` for nil. No field can contain a space.
  var line: String {
    [
      String(linkedAt.milliseconds), provider.text, subject.issuer, subject.subject,
      email?.text ?? "-", revokedAt.map { String($0.milliseconds) } ?? "-",
      refreshToken.map { Base64URL.text($0) } ?? "-",
    ].joined(separator: " ")
  }

  /// Reads what `line` wrote.
  ///
  /// - Parameters:
  ///   - lines: one per identity; empty for none.
  ///   - account: that of the change; the lines do not repeat it.
  static func identities(
    _ lines: String, of account: ID<Account>
  ) throws(UnreadableRow) -> [FederatedIdentity] {
    var identities: [FederatedIdentity] = []
    for line in lines.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count == 7, let linkedAt = Int64(fields[0]),
        let provider = ProviderID(fields[1]),
        let subject = FederatedSubject(issuer: fields[2], subject: fields[3])
      else { throw UnreadableRow() }
      // A revocation that could not be read would make the identity good again.
      let email = try optional(fields[4]) { EmailAddress($0) }
      let revokedAt = try optional(fields[5]) { Int64($0) }
      let refreshToken = try optional(fields[6]) { Base64URL.bytes($0) }
      identities.append(
        FederatedIdentity(
          subject: subject, account: account, provider: provider,
          linkedAt: Timestamp(milliseconds: linkedAt), email: email,
          revokedAt: revokedAt.map { Timestamp(milliseconds: $0) }, refreshToken: refreshToken))
    }
    return identities
  }

  private static func optional<Value>(
    _ field: String, _ read: (String) -> Value?
  ) throws(UnreadableRow) -> Value? {
    guard field != "-" else { return nil }
    guard let value = read(field) else { throw UnreadableRow() }
    return value
  }
}

extension AuthorizationRequest: StoredRow {
  package static let table = StoreTable(
    "authorization_request", key: ["id"], since: .federation,
    [
      .text("id"), .text("provider"), .text("device"), .text("account").optional,
      .text("session").optional, .bytes("return_url").optional, .text("key"),
      .integer("created_at"), .integer("exchange_started_at").optional, .text("failure").optional,
      .text("issuer").optional, .text("subject").optional, .text("email").optional,
      .boolean("owns_email"), .bytes("name").optional, .bytes("picture_url").optional,
      .integer("level").optional, .integer("asserted_at").optional,
      .bytes("refresh_token").optional,
    ],
    indexes: [StoreIndex("created_at")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let id: ID<AuthorizationRequest> = try row.id()
    let provider = try row.provider()
    let device = try row.thumbprint()
    let account: ID<Account>? = try row.idIfAny()
    let session: ID<Session>? = try row.idIfAny()
    let purpose: Purpose =
      switch (account, session) {
      case (let account?, let session?): .link(account, session)
      case (nil, nil): .signIn
      default: throw UnreadableRow()
      }
    self.init(
      id: id, provider: provider, device: device, purpose: purpose,
      returnURL: try row.freeTextIfAny(), key: try row.keyID(), createdAt: try row.moment())
    exchangeStartedAt = try row.momentIfAny()
    let failure = try row.nameIfAny(ProviderFailure.self)
    let person = try AssertedPerson.read(&row)
    outcome = failure.map { .failed($0) } ?? person.map { .asserted($0) }
  }

  package func write(to row: inout RowWriter) {
    row.add(id)
    row.add(provider.text)
    row.add(device)
    if case .link(let account, let session) = purpose {
      row.add(account)
      row.add(session)
    } else {
      row.add(nil as String?)
      row.add(nil as String?)
    }
    row.add(free: returnURL)
    row.add(key)
    row.add(createdAt)
    row.add(exchangeStartedAt)
    if case .failed(let failure) = outcome { row.add(failure) } else { row.add(nil as String?) }
    if case .asserted(let person) = outcome {
      AssertedPerson.write(person, to: &row)
    } else {
      AssertedPerson.write(nil, to: &row)
    }
  }
}

extension AssertedPerson {
  /// Reads the columns of `authorization_request` from `issuer` on.
  ///
  /// - Returns: nil if the provider has asserted nobody.
  fileprivate static func read(
    _ row: inout RowReader
  ) throws(UnreadableRow) -> AssertedPerson? {
    let subject = try row.federatedSubjectIfAny()
    let email = try row.emailIfAny()
    let ownsEmail = try row.bool()
    let name = try row.freeTextIfAny()
    let picture = try row.freeTextIfAny()
    let level = try row.countIfAny().flatMap { AssuranceLevel(rawValue: $0) }
    let assertedAt = try row.momentIfAny()
    let refreshToken = try row.bytesIfAny()
    guard let subject else { return nil }
    guard let level, let assertedAt else { throw UnreadableRow() }
    return AssertedPerson(
      subject: subject, email: email, ownsEmail: ownsEmail, name: name, pictureURL: picture,
      level: level, assertedAt: assertedAt, refreshToken: refreshToken)
  }

  /// Writes the same columns; without a person they are empty or false.
  fileprivate static func write(_ person: AssertedPerson?, to row: inout RowWriter) {
    row.add(person?.subject)
    row.add(person?.email?.text)
    row.add(person?.ownsEmail ?? false)
    row.add(free: person?.name)
    row.add(free: person?.pictureURL)
    row.add(person?.level.rawValue)
    row.add(person?.assertedAt)
    row.add(bytes: person?.refreshToken)
  }
}

extension RowWriter {
  fileprivate mutating func add(_ subject: FederatedSubject?) {
    add(subject?.issuer)
    add(subject?.subject)
  }
}

extension RowReader {
  /// Reads issuer and subject, nil unless both are there.
  fileprivate mutating func federatedSubjectIfAny() throws(UnreadableRow) -> FederatedSubject? {
    let issuer = try textIfAny()
    let subject = try textIfAny()
    guard let issuer, let subject else { return nil }
    guard let found = FederatedSubject(issuer: issuer, subject: subject) else {
      throw UnreadableRow()
    }
    return found
  }

  fileprivate mutating func federatedSubject() throws(UnreadableRow) -> FederatedSubject {
    guard let subject = try federatedSubjectIfAny() else { throw UnreadableRow() }
    return subject
  }

  fileprivate mutating func provider() throws(UnreadableRow) -> ProviderID {
    guard let provider = ProviderID(try text()) else { throw UnreadableRow() }
    return provider
  }
}
