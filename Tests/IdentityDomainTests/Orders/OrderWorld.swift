import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport

/// A person, with one device.
struct Actor: Sendable {
  /// The key of the device; nil is a client that has none.
  let key: String?
  let password: String
  var grants: [TokenGrant] = []
  /// Copied from somebody else's device; their key is not.
  var stolen: [TokenGrant] = []
  var attempt: ID<PendingRegistration>?
  var registeredAt = Timestamp(milliseconds: 0)
  var tokens: [Half: Secret<VerificationToken>] = [:]

  /// What was begun, and is finished by what a message brings.
  enum Half: String, CaseIterable, Sendable {
    case code, phone
  }
}

/// Where an order of acts has led: everything that is stored, and what each of the two holds.
struct OrderWorld: Sendable {
  static let address = "victim@example.com"
  static let number = "+4915112345678"
  static let attackersAddress = "attacker@example.com"
  static let attackersNumber = "+4915199999999"

  var tables = MemoryTables()
  var now: Timestamp
  var victim: Actor
  var attacker: Actor
  /// When the attacker spent a budget that others may share.
  var spent: [OrderAct.Attacker: Timestamp] = [:]
  /// The acts that led here.
  var path: [OrderAct] = []

  /// The account that the victim has proved the address or the number for. Who types codes is the
  /// victim, so nobody else can have.
  var victimsAccounts: Set<ID<Account>> {
    Set(
      [Self.address, Self.number].compactMap { name in
        tables.bindings.values.first { $0.identifier.text == name }?.account
      })
  }

  /// States with the same likeness are alike: the rules ask nothing in which they differ. Names of
  /// rows are left out; of times stands how old they are, in steps at which a rule may ask.
  var likeness: String {
    let accounts = tables.accounts.values.sorted { $0.createdAt < $1.createdAt }
    var names: [ID<Account>: String] = [:]
    for (place, account) in accounts.enumerated() { names[account.id] = "account\(place)" }
    func name(_ account: ID<Account>?) -> String { account.map { names[$0] ?? "gone" } ?? "none" }
    var rows: [String] = []
    for binding in tables.bindings.values {
      rows.append(
        "binding \(binding.identifier.text) \(name(binding.account)) \(age(binding.verifiedAt))")
    }
    for identity in tables.federatedIdentities.values {
      rows.append(
        "provider \(identity.subject.text) \(name(identity.account)) \(age(identity.linkedAt))")
    }
    for password in tables.passwords.values {
      rows.append(
        "password \(name(password.account)) \(password.hash.encoded) \(age(password.changedAt))")
    }
    for registration in tables.registrations.values.joined() {
      rows.append(
        "registration \(registration.identifier.text) \(registration.device?.text ?? "-")"
          + " \(registration.password.encoded) \(registration.isTombstone)"
          + " \(age(registration.createdAt)) \(registration.code.isUsed)"
          + " \(isNewest(registration.code, to: registration.identifier))")
    }
    for challenge in tables.challenges.values where challenge.expiresAt > now {
      rows.append(
        "challenge \(challenge.purpose) \(challenge.identifier.text) \(name(challenge.account))"
          + " \(challenge.device?.text ?? "-") \(challenge.awaitsSecondProof)"
          + " \(age(challenge.code.sentAt)) \(isNewest(challenge.code, to: challenge.identifier))")
    }
    for session in tables.sessions.values where session.family.end == nil {
      rows.append(
        "session \(name(session.account)) \(session.family.kind) \(session.scope)"
          + " \(age(session.authenticatedAt)) \(session.methods) \(holders(of: session))")
    }
    for device in tables.devices.values {
      rows.append("device \(device.key.text) \(name(device.account)) \(age(device.lastSeenAt))")
    }
    for trust in tables.trusts.values {
      rows.append(
        "trust \(trust.key.text) \(trust.number.e164) \(name(trust.account)) \(age(trust.provedAt))"
      )
    }
    for value in tables.temporaryPasswords.values where value.expiresAt > now {
      rows.append("temporary \(name(value.account)) \(age(value.sentAt))")
    }
    for row in tables.detachments {
      rows.append("detached \(row.number.e164) \(name(row.account)) \(age(row.at))")
    }
    for change in tables.identifierChanges.values {
      rows.append("change \(name(change.account)) \(age(change.at)) \(holders(of: change.session))")
    }
    for (act, moment) in spent { rows.append("spent \(act) \(age(moment))") }
    for actor in [victim, attacker] {
      let held = Actor.Half.allCases.filter { actor.tokens[$0] != nil }.map(\.rawValue)
      rows.append(
        "holds \(actor.password) \(held) \(actor.attempt != nil) \(age(actor.registeredAt))")
    }
    return rows.sorted().joined(separator: "\n")
  }

  /// A code that is not the newest message's is never typed.
  private func isNewest(_ code: CodeState, to identifier: Identifier) -> Bool {
    let newest = tables.outbox.last {
      $0.message.recipient == MessageRecipient(identifier) && $0.message.sealedSecret != nil
    }
    return newest?.message.createdAt == code.sentAt
  }

  private func holders(of session: Session) -> String { holders(of: session.id) }

  private func holders(of session: ID<Session>) -> String {
    func holds(_ grants: [TokenGrant]) -> Bool { grants.contains { $0.session.id == session } }
    return (holds(victim.grants) ? "v" : "") + (holds(attacker.grants) ? "a" : "")
      + (holds(attacker.stolen) ? "s" : "")
  }

  /// The steps: a fresh proof, an hour, a day, the week of an undo, the 90 days of sleep.
  private func age(_ moment: Timestamp) -> Int {
    let steps: [Duration] = [.minutes(10), .hours(1), .days(1), .days(7), .days(90)]
    return steps.firstIndex { now < moment + $0 } ?? steps.count
  }
}
