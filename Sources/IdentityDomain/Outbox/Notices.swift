/// Notices to account owners (DEC-10).
struct Notices: ServiceMember {
  let parts: ServiceParts

  /// Notifies the owner of an account, in the owner's language, at every address and number that
  /// the account has verified, and by a push to each device that is signed in (DEC-10;
  /// docs/decisions/0015-delivery.md).
  func notify(
    _ account: ID<Account>, _ template: MessageTemplate, id: ID<OutboxMessage>, at now: Timestamp,
    _ tables: Tables
  ) throws {
    let budget = KeyedBudget(limits.keys("notice", account.text), SecurityRules.notices)
    guard try tables.count(against: [budget], at: now) == nil else { return }
    let language = language(of: try tables.ownAccount(account))
    for (place, binding) in try tables.bindings(of: account).enumerated() {
      guard let name = place == 0 ? id : id.numbered(128 + place) else { continue }
      try notify(binding.identifier, template, id: name, language: language, at: now, tables)
    }
    try push(account, template, id: id, language: language, at: now, tables)
  }

  /// Notifies the owner of a change, with an undo token: at each address that the account had, or
  /// if it had none, at its number (DEC-4).
  func notify(
    of change: IdentifierChange, _ notice: PreparedNotice, as kind: ChangeNotice = .identifiers,
    at now: Timestamp, _ tables: Tables
  ) throws {
    guard let token = undoToken(change.id) else { return }
    let language = language(of: try tables.ownAccount(change.account))
    for (place, binding) in change.bindings.enumerated() {
      guard let name = place == 0 ? notice.message : notice.message.numbered(128 + place) else {
        continue
      }
      let showsToken = binding.identifier.isEmail || !change.goesToMailbox
      try tables.append(
        OutboxMessage(
          id: name, recipient: MessageRecipient(binding.identifier),
          template: showsToken ? kind.template : kind.templateElsewhere,
          language: language,
          sealedSecret: showsToken
            ? try ports.sealing.seal(
              Array(token.exposed.utf8), nonce: notice.nonce(place), context: name.text) : nil,
          expiresAt: now + SecurityRules.noticeLifetime, createdAt: now))
    }
    try push(
      change.account, kind.templateElsewhere, id: notice.message, language: language, at: now,
      tables)
  }

  /// Notifies the owner of an account that is to be deleted at every address and number, with the moment from which
  /// on it is (CTR-10). No device gets it, since none is signed in any more.
  func notify(
    of due: Timestamp, _ account: Account, _ notice: PreparedNotice, at now: Timestamp,
    _ tables: Tables
  ) throws {
    for (place, binding) in try tables.bindings(of: account.id).enumerated() {
      guard let name = place == 0 ? notice.message : notice.message.numbered(128 + place) else {
        continue
      }
      try tables.append(
        OutboxMessage(
          id: name, recipient: MessageRecipient(binding.identifier), template: .deletionScheduled,
          language: language(of: account),
          sealedSecret: try ports.sealing.seal(
            Array(String(due.milliseconds).utf8), nonce: notice.nonce(place), context: name.text),
          expiresAt: now + SecurityRules.noticeLifetime, createdAt: now))
    }
  }

  /// One row for each device, so that each is tried separately. A device whose session has ended
  /// gets none: someone else may hold it (CMP-13).
  private func push(
    _ account: ID<Account>, _ template: MessageTemplate, id: ID<OutboxMessage>, language: String,
    at now: Timestamp, _ tables: Tables
  ) throws {
    for (place, endpoint) in try tables.pushEndpoints(of: account).enumerated() {
      guard let platform = PushPlatform(endpoint.platform),
        settings.pushPlatforms.contains(platform),
        let name = id.numbered(place + 1),
        try tables.session(endpoint.session)?.family.standing(at: now) == .live
      else { continue }
      try tables.append(
        OutboxMessage(
          id: name, recipient: .push(PushAddress(endpoint)), template: template,
          language: language, sealedSecret: nil,
          expiresAt: now + SecurityRules.noticeLifetime, createdAt: now))
    }
  }

  func notify(
    _ recipient: Identifier, _ template: MessageTemplate, id: ID<OutboxMessage>,
    language: String, at now: Timestamp, _ tables: Tables
  ) throws {
    try tables.append(
      OutboxMessage(
        id: id, recipient: MessageRecipient(recipient),
        template: template, language: language, sealedSecret: nil,
        expiresAt: now + SecurityRules.noticeLifetime, createdAt: now))
  }

  /// The token that undoes a change; it is sent in the notice of that change and nowhere else.
  package func undoToken(_ id: ID<IdentifierChange>) -> Secret<UndoToken>? {
    DerivedToken(subject: id.text, generation: 0, key: ports.digests.currentKey)
      .text(.undoToken, ports.digests).map { Secret($0) }
  }
}

/// What a change that can be undone is called in its notice.
enum ChangeNotice: Sendable {
  case identifiers
  case factors
  case factorReset

  var template: MessageTemplate {
    switch self {
    case .identifiers: .identifierChanged
    case .factors: .factorChanged
    case .factorReset: .factorReset
    }
  }

  /// Where the undo token is not sent.
  var templateElsewhere: MessageTemplate {
    self == .identifiers ? .identifierChangedElsewhere : .factorChangedElsewhere
  }
}

/// The random parts of a notice with a secret, drawn before the transaction.
struct PreparedNotice: Sendable {
  let message: ID<OutboxMessage>
  private let bytes: [UInt8]

  init(_ random: any RandomBytes) {
    message = random.id()
    bytes = random.bytes(12 * Self.most)
  }

  /// No two recipients may share a nonce.
  private static let most = 2 * SecurityRules.identifiersOfAKind

  /// A nonce for each recipient.
  func nonce(_ place: Int) -> [UInt8] {
    let start = 12 * (place % Self.most)
    return Array(bytes[start..<start + 12])
  }
}
