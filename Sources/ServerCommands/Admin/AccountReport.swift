import Foundation
import IdentityDomain

/// An account as `portico users show` prints it: what an operator may see, in the terms of the API.
struct AccountReport: Codable, Hashable, Sendable {
  struct Identifier: Codable, Hashable {
    let kind: String
    let value: String
    /// Whether it is the primary one of its kind.
    let isPrimary: Bool
    let verifiedAt: String
  }
  struct Session: Codable, Hashable {
    let id: String
    let kind: String
    let scope: String
    let market: String?
    let openedAt: String
    let lastUsedAt: String
    let expiresAt: String
    let client: String
    /// ISO 3166-1, of the network that it was used from last.
    let country: String?
    let methods: [String]
  }
  struct Device: Codable, Hashable {
    let key: String
    let firstSeenAt: String
    let lastSeenAt: String
    let client: String
  }
  /// Without the token, which is an address that anybody could send to.
  struct Push: Codable, Hashable {
    let platform: String
    let session: String
    let registeredAt: String
  }
  struct Experiment: Codable, Hashable {
    let name: String
    let variant: String
    let assignedAt: String
    let exposedAt: String?
    let goals: [String]
  }
  /// A sign-out with its cause, or security events of a day that differ in nothing but their time.
  struct Event: Codable, Hashable {
    let at: String
    let event: String
    let cause: String?
    let session: String?
    var count = 1
    var source: String?
  }

  let id: String
  let createdAt: String
  let lastSeenAt: String
  let isBlocked: Bool
  let isSuperAdmin: Bool
  /// From when on it is deleted, as its owner asked; nil where that is not due.
  let deletionDueAt: String?
  let name: String?
  let claimedEmail: String?
  let market: String?
  let importedFrom: String?
  let importedAt: String?
  let passwordChangedAt: String?
  let identifiers: [Identifier]
  let sessions: [Session]
  let devices: [Device]
  let pushEndpoints: [Push]
  let experiments: [Experiment]
  /// The newest first.
  let events: [Event]
  /// Those that wait, then those of the last two weeks that never arrived.
  let messages: [MessageLine]

  init(_ found: AccountOverview, at now: Timestamp) {
    let account = found.account
    id = account.id.text
    createdAt = account.createdAt.text
    lastSeenAt = account.lastSeenAt.text
    isBlocked = account.isBlocked
    isSuperAdmin = account.isSuperAdmin
    deletionDueAt = account.deletionDueAt?.text
    name = account.profile.name
    claimedEmail = account.profile.claimedEmail?.text
    market = account.profile.market.map { "\($0.mode.rawValue) \($0.fullName)" }
    importedFrom = account.imported.map { $0.source ?? "" }
    importedAt = account.imported?.at.text
    passwordChangedAt = found.passwordChangedAt?.text
    identifiers = found.bindings.map {
      Identifier($0, isPrimary: found.bindings.isPrimary($0))
    }
    sessions = found.sessions.map { Session($0) }
    devices = found.devices.map {
      Device(
        key: $0.key.text, firstSeenAt: $0.firstSeenAt.text, lastSeenAt: $0.lastSeenAt.text,
        client: $0.client.line)
    }
    pushEndpoints = found.pushEndpoints.map {
      Push(platform: $0.platform, session: $0.session.text, registeredAt: $0.registeredAt.text)
    }
    experiments = found.participations.map {
      Experiment(
        name: $0.experiment.text, variant: $0.variant, assignedAt: $0.assignedAt.text,
        exposedAt: $0.exposedAt?.text, goals: $0.goals.keys.sorted())
    }
    let ends = found.signOuts.map { line in
      (
        line.end.at,
        Event(
          at: line.end.at.text, event: "sign_out", cause: line.end.cause.rawValue,
          session: line.session.text)
      )
    }
    let others = found.events.map { row in
      (
        row.lastAt,
        Event(
          at: row.lastAt.text, event: row.kind.rawValue, cause: nil, session: row.session?.text,
          count: row.count, source: row.source)
      )
    }
    events = (ends + others).sorted { $0.0 > $1.0 }.map(\.1)
    messages =
      found.waitingMessages.map { MessageLine($0, at: now) }
      + found.deadLetters.map { MessageLine($0) }
  }

  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

extension AccountReport.Identifier {
  fileprivate init(_ binding: IdentifierBinding, isPrimary: Bool) {
    self.isPrimary = isPrimary
    switch binding.identifier {
    case .email(let address): (kind, value) = ("email", address.text)
    case .phone(let number): (kind, value) = ("phone", number.e164)
    }
    verifiedAt = binding.verifiedAt.text
  }
}

extension AccountReport.Session {
  fileprivate init(_ session: IdentityDomain.Session) {
    id = session.id.text
    kind =
      switch session.family.kind {
      case .bound: "bound"
      case .cookie: "cookie"
      case .compat: "compat"
      }
    scope = session.scope.rawValue
    market = session.market?.text
    openedAt = session.family.openedAt.text
    lastUsedAt = session.family.lastUsedAt.text
    expiresAt = session.family.expiresAt.text
    client = session.client.line
    country = session.country
    methods = session.methods.map(\.rawValue)
  }
}

extension ClientDescription {
  /// The client wrote it itself; control characters would write to the operator's terminal.
  fileprivate var line: String {
    [name, platform, appVersion].filter { !$0.isEmpty }.joined(separator: " ").withoutControls
  }
}

extension String {
  /// For a terminal, which control characters would steer.
  var withoutControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}
