extension TOTPAuthenticator: StoredRow {
  package static let table = StoreTable(
    "totp_authenticator", key: ["id"], since: .factors,
    [
      .text("id"), .text("account"), .bytes("secret"), .text("enroller"), .integer("created_at"),
      .integer("confirmed_at").optional, .integer("last_step").optional,
      .integer("last_used_at").optional, .integer("removed_at").optional,
    ],
    indexes: [
      StoreIndex("account", "created_at", "id"),
      StoreIndex("created_at", where: [.isEmpty("confirmed_at")]),
      StoreIndex("removed_at", where: [.isFilled("removed_at")]),
    ])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(
      id: try row.id(), account: try row.id(), secret: try row.bytes(), enroller: try row.text(),
      createdAt: try row.moment())
    confirmedAt = try row.momentIfAny()
    lastStep = try row.numberIfAny()
    lastUsedAt = try row.momentIfAny()
    removedAt = try row.momentIfAny()
  }

  package func write(to row: inout RowWriter) {
    row.add(id)
    row.add(account)
    row.add(bytes: secret)
    row.add(enroller)
    row.add(createdAt)
    row.add(confirmedAt)
    row.add(lastStep)
    row.add(lastUsedAt)
    row.add(removedAt)
  }
}

extension RecoveryCodeSet: StoredRow {
  package static let table = StoreTable(
    "recovery_codes", key: ["id"], since: .factors,
    [
      .text("id"), .text("account"), .text("key"), .bytes("seed").optional, .integer("made_at"),
      .integer("kept_at").optional, .integer("removed_at").optional, .text("codes"),
    ],
    indexes: [
      StoreIndex("account", "made_at", "id"),
      StoreIndex("made_at", where: [.isEmpty("kept_at")]),
      StoreIndex("removed_at", where: [.isFilled("removed_at")]),
    ])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(
      id: try row.id(), account: try row.id(), key: try row.keyID(), seed: try row.bytesIfAny(),
      madeAt: try row.moment(), keptAt: try row.momentIfAny(), removedAt: try row.momentIfAny(),
      codes: try Self.codes(try row.text()))
  }

  package func write(to row: inout RowWriter) {
    row.add(id)
    row.add(account)
    row.add(key)
    row.add(bytes: seed)
    row.add(madeAt)
    row.add(keptAt)
    row.add(removedAt)
    row.add(codeLines)
  }

  /// A line for each code: its digest, and when it was used. They come and go together.
  private var codeLines: String {
    codes.map { code in
      ([Base64URL.text(code.digest)] + (code.usedAt.map { [String($0.milliseconds)] } ?? []))
        .joined(separator: " ")
    }.joined(separator: "\n")
  }

  private static func codes(_ lines: String) throws(UnreadableRow) -> [Code] {
    var codes: [Code] = []
    for line in lines.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard (1...2).contains(fields.count), let digest = Base64URL.bytes(fields[0]) else {
        throw UnreadableRow()
      }
      var code = Code(digest: digest)
      if fields.count == 2 {
        guard let moment = Int64(fields[1]) else { throw UnreadableRow() }
        code.usedAt = Timestamp(milliseconds: moment)
      }
      codes.append(code)
    }
    return codes
  }
}

extension SecondStep: StoredRow {
  package static let table = StoreTable(
    "second_step", key: ["id"], since: .factors,
    [
      .text("id"), .text("account"), .text("device"), .text("shown"), .text("scope"),
      .text("market").optional, .integer("created_at"), .integer("wrong_tries"),
    ],
    indexes: [StoreIndex("account"), StoreIndex("created_at")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let id: ID<SecondStep> = try row.id()
    let account: ID<Account> = try row.id()
    let device = try row.thumbprint()
    let shown = try Session.proofs(try row.text()) ?? []
    self.init(
      id: id, account: account, device: device, shown: shown, scope: try row.name(),
      market: try row.marketIfAny(), createdAt: try row.moment())
    wrongTries = try row.count()
  }

  package func write(to row: inout RowWriter) {
    row.add(id)
    row.add(account)
    row.add(device)
    row.add(shown.map(\.line).joined(separator: "\n"))
    row.add(scope)
    row.add(market?.text)
    row.add(createdAt)
    row.add(wrongTries)
  }
}

extension FactorReset: StoredRow {
  package static let table = StoreTable(
    "factor_reset", key: ["account"], since: .factors,
    [.text("account"), .integer("started_at"), .text("change")],
    indexes: [StoreIndex("started_at")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(account: try row.id(), startedAt: try row.moment(), change: try row.id())
  }

  package func write(to row: inout RowWriter) {
    row.add(account)
    row.add(startedAt)
    row.add(change)
  }
}

extension FactorsBefore {
  /// What comes along with the row of a change: when two steps were switched on or `-`, then a line
  /// with the ids of each kind.
  var lines: String {
    [
      twoStepsSince.map { String($0.milliseconds) } ?? "-",
      authenticators.map(\.text).joined(separator: " "),
      recoveryCodes.map(\.text).joined(separator: " "),
    ].joined(separator: "\n")
  }

  init(lines: String) throws(UnreadableRow) {
    let lines = lines.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, lines[0] == "-" || Int64(lines[0]) != nil else { throw UnreadableRow() }
    self.init(
      twoStepsSince: Int64(lines[0]).map { Timestamp(milliseconds: $0) },
      authenticators: lines[1].split(separator: " ").map { ID(String($0)) },
      recoveryCodes: lines[2].split(separator: " ").map { ID(String($0)) })
  }
}
