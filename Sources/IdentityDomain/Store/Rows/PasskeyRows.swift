extension Passkey: StoredRow {
  package static let table = StoreTable(
    "passkey", key: ["credential"], since: .passkeys,
    [
      .text("credential"), .text("id"), .text("account"), .text("user_handle"),
      .bytes("public_key"), .integer("sign_count"), .boolean("backup_eligible"),
      .boolean("backed_up"), .text("model"), .bytes("name").optional, .integer("created_at"),
      .integer("last_used_at").optional, .integer("cloned_at").optional,
    ],
    indexes: [StoreIndex("account", "created_at", "credential")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let credential = try row.text()
    let id: ID<Passkey> = try row.id()
    let account: ID<Account> = try row.id()
    let userHandle = try row.text()
    let key = try row.bytes()
    guard let signCount = UInt32(exactly: try row.number()) else { throw UnreadableRow() }
    self.init(
      id: id, credential: credential, account: account, userHandle: userHandle, key: key,
      signCount: signCount, isBackupEligible: try row.bool(), isBackedUp: try row.bool(),
      model: try row.text(), name: try row.freeTextIfAny(), createdAt: try row.moment(),
      lastUsedAt: try row.momentIfAny(), clonedAt: try row.momentIfAny())
  }

  package func write(to row: inout RowWriter) {
    row.add(credential)
    row.add(id)
    row.add(account)
    row.add(userHandle)
    row.add(bytes: key)
    row.add(Int64(signCount))
    row.add(isBackupEligible)
    row.add(isBackedUp)
    row.add(model)
    row.add(free: name)
    row.add(createdAt)
    row.add(lastUsedAt)
    row.add(clonedAt)
  }
}

extension Passkey {
  /// What comes along with the row of a change: fields with a space between them, `-` for an empty one.
  var line: String {
    func moment(_ moment: Timestamp?) -> String {
      moment.map { String($0.milliseconds) } ?? "-"
    }
    return [
      id.text, credential, userHandle, Base64URL.text(key), String(signCount),
      isBackupEligible ? "1" : "0", isBackedUp ? "1" : "0", model,
      name.map { "=" + Base64URL.text(Array($0.utf8)) } ?? "-", moment(createdAt),
      moment(lastUsedAt), moment(clonedAt),
    ].joined(separator: " ")
  }

  static func passkeys(
    _ lines: String, of account: ID<Account>
  ) throws(UnreadableRow) -> [Passkey] {
    var passkeys: [Passkey] = []
    for line in lines.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      func moment(_ place: Int) -> Timestamp? {
        Int64(fields[place]).map { Timestamp(milliseconds: $0) }
      }
      guard fields.count == 12, let key = Base64URL.bytes(fields[3]),
        let signCount = UInt32(fields[4]), let createdAt = moment(9)
      else { throw UnreadableRow() }
      var name: String?
      if fields[8] != "-" {
        guard let bytes = Base64URL.bytes(fields[8].dropFirst()),
          let text = String(validating: bytes, as: UTF8.self)
        else { throw UnreadableRow() }
        name = text
      }
      passkeys.append(
        Passkey(
          id: ID(fields[0]), credential: fields[1], account: account, userHandle: fields[2],
          key: key, signCount: signCount, isBackupEligible: fields[5] == "1",
          isBackedUp: fields[6] == "1", model: fields[7], name: name, createdAt: createdAt,
          lastUsedAt: moment(10), clonedAt: moment(11)))
    }
    return passkeys
  }
}

extension PasskeyCeremony: StoredRow {
  package static let table = StoreTable(
    "passkey_ceremony", key: ["challenge"], since: .passkeys,
    [
      .text("challenge"), .text("device"), .text("purpose"), .text("account").optional,
      .text("session").optional, .text("user_handle").optional, .bytes("name").optional,
      .boolean("requires_verification"), .integer("created_at"),
    ],
    indexes: [StoreIndex("created_at")])

  /// A persisted name.
  private enum Name: String {
    case signIn = "sign_in"
    case stepUp = "step_up"
    case add
    case signUp = "sign_up"
  }

  package init(row: inout RowReader) throws(UnreadableRow) {
    let challenge = try row.text()
    let device = try row.thumbprint()
    let name = try row.name(Name.self)
    let account: ID<Account>? = try row.idIfAny()
    let session: ID<Session>? = try row.idIfAny()
    let userHandle = try row.textIfAny()
    let given = try row.freeTextIfAny()
    let purpose: Purpose =
      switch (name, account, session, userHandle) {
      case (.signIn, nil, nil, nil): .signIn
      case (.stepUp, let account?, let session?, nil): .stepUp(account, session)
      case (.add, let account?, let session?, let handle?):
        .add(account, session, userHandle: handle)
      case (.signUp, nil, nil, let handle?): .signUp(userHandle: handle, name: given)
      default: throw UnreadableRow()
      }
    self.init(
      challenge: challenge, device: device, purpose: purpose,
      requiresVerification: try row.bool(), createdAt: try row.moment())
  }

  package func write(to row: inout RowWriter) {
    var (account, session): (ID<Account>?, ID<Session>?) = (nil, nil)
    var (handle, given): (String?, String?) = (nil, nil)
    let name: Name
    switch purpose {
    case .signIn: name = .signIn
    case .stepUp(let owner, let own): (name, account, session) = (.stepUp, owner, own)
    case .add(let owner, let own, let userHandle):
      (name, account, session, handle) = (.add, owner, own, userHandle)
    case .signUp(let userHandle, let typed): (name, handle, given) = (.signUp, userHandle, typed)
    }
    row.add(challenge)
    row.add(device)
    row.add(name)
    row.add(account)
    row.add(session)
    row.add(handle)
    row.add(free: given)
    row.add(requiresVerification)
    row.add(createdAt)
  }
}
