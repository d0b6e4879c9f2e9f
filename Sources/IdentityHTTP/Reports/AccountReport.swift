import Foundation
package import IdentityDomain

/// What is stored about an account: for its owner (CTR-9), and for an operator (`portico users show` and `export`). It has no
/// password, hash, token or code, and no digest of a network.
package struct AccountReport: Codable, Hashable, Sendable {
  package struct Identifier: Codable, Hashable {
    package let kind: String
    package let value: String
    /// Whether it is the primary one of its kind.
    package let isPrimary: Bool
    package let verifiedAt: String
  }
  /// An account at a sign-in provider.
  package struct Provider: Codable, Hashable {
    package let name: String
    package let email: String?
    package let linkedAt: String
  }
  package struct PasskeyLine: Codable, Hashable {
    package let name: String?
    package let createdAt: String
    package let lastUsedAt: String?
  }
  package struct Authenticator: Codable, Hashable {
    package let addedAt: String
    package let lastUsedAt: String?
  }
  /// What was chosen in the app, under the app's own key.
  package struct Choice: Codable, Hashable {
    package let key: String
    package let value: String
    package let at: String
  }
  package struct Session: Codable, Hashable {
    package let id: String
    package let kind: String
    package let scope: String
    package let market: String?
    package let openedAt: String
    package let lastUsedAt: String
    package let expiresAt: String
    package let client: String
    /// ISO 3166-1, of the network that it was used from last.
    package let country: String?
    package let methods: [String]
  }
  package struct Device: Codable, Hashable {
    package let key: String
    package let firstSeenAt: String
    package let lastSeenAt: String
    package let client: String
  }
  /// Without the token, which is an address that anybody could send to.
  package struct Push: Codable, Hashable {
    package let platform: String
    package let session: String
    package let registeredAt: String
  }
  package struct Experiment: Codable, Hashable {
    package let name: String
    package let variant: String
    package let assignedAt: String
    package let exposedAt: String?
    package let goals: [String]
  }
  /// A sign-out with its cause, or security events of a day that differ in nothing but their time.
  package struct Event: Codable, Hashable {
    package let at: String
    package let event: String
    package let cause: String?
    package let session: String?
    package var count = 1
    package var source: String?
  }

  package let id: String
  package let createdAt: String
  package let lastSeenAt: String
  package let isBlocked: Bool
  package let isSuperAdmin: Bool
  /// From when on it is deleted, as its owner asked; nil where that is not due.
  package let deletionDueAt: String?
  /// Until when counted passwords or codes keep the owner out; for operators, who can lift that.
  package var lockedOutUntil: String?
  package let name: String?
  package let claimedEmail: String?
  package let market: String?
  package let importedFrom: String?
  package let importedAt: String?
  package let passwordChangedAt: String?
  package let pictureUrl: String?
  /// BCP 47, of messages.
  package let language: String?
  package let twoStepsSince: String?
  package let identifiers: [Identifier]
  package let providers: [Provider]
  package let passkeys: [PasskeyLine]
  package let authenticatorApps: [Authenticator]
  package let selections: [Choice]
  package let sessions: [Session]
  package let devices: [Device]
  package let pushEndpoints: [Push]
  package let experiments: [Experiment]
  /// The newest first.
  package let events: [Event]
  /// Those that wait, then those of the last two weeks that never arrived.
  package let messages: [MessageLine]

  package init(_ found: AccountOverview, at now: Timestamp) {
    let account = found.account
    id = account.id.text
    createdAt = account.createdAt.seconds
    lastSeenAt = account.lastSeenAt.seconds
    isBlocked = account.isBlocked
    isSuperAdmin = account.isSuperAdmin
    deletionDueAt = account.deletionDueAt?.seconds
    name = account.profile.name
    claimedEmail = account.profile.claimedEmail?.text
    market = account.profile.market.map { "\($0.mode.rawValue) \($0.fullName)" }
    importedFrom = account.imported.map { $0.source ?? "" }
    importedAt = account.imported?.at.seconds
    passwordChangedAt = found.passwordChangedAt?.seconds
    pictureUrl = account.profile.pictureURL
    language = account.language
    twoStepsSince = account.twoStepsSince?.seconds
    identifiers = found.bindings.map {
      Identifier($0, isPrimary: found.bindings.isPrimary($0))
    }
    providers = found.identities.map {
      Provider(name: $0.provider.text, email: $0.email?.text, linkedAt: $0.linkedAt.seconds)
    }
    passkeys = found.passkeys.map {
      PasskeyLine(
        name: $0.name, createdAt: $0.createdAt.seconds, lastUsedAt: $0.lastUsedAt?.seconds)
    }
    authenticatorApps = found.authenticators.map {
      Authenticator(
        addedAt: ($0.confirmedAt ?? $0.createdAt).seconds, lastUsedAt: $0.lastUsedAt?.seconds)
    }
    selections = found.selections.map {
      Choice(key: $0.key, value: $0.value, at: $0.at.seconds)
    }
    sessions = found.sessions.map { Session($0) }
    devices = found.devices.map {
      Device(
        key: $0.key.text, firstSeenAt: $0.firstSeenAt.seconds, lastSeenAt: $0.lastSeenAt.seconds,
        client: $0.client.line)
    }
    pushEndpoints = found.pushEndpoints.map {
      Push(platform: $0.platform, session: $0.session.text, registeredAt: $0.registeredAt.seconds)
    }
    experiments = found.participations.map {
      Experiment(
        name: $0.experiment.text, variant: $0.variant, assignedAt: $0.assignedAt.seconds,
        exposedAt: $0.exposedAt?.seconds, goals: $0.goals.keys.sorted())
    }
    let ends = found.signOuts.map { line in
      (
        line.end.at,
        Event(
          at: line.end.at.seconds, event: "sign_out", cause: line.end.cause.rawValue,
          session: line.session.text)
      )
    }
    let others = found.events.map { row in
      (
        row.lastAt,
        Event(
          at: row.lastAt.seconds, event: row.kind.rawValue, cause: nil, session: row.session?.text,
          count: row.count, source: row.source.flatMap { $0.hasPrefix("network:") ? nil : $0 })
      )
    }
    events = (ends + others).sorted { $0.0 > $1.0 }.map(\.1)
    messages =
      found.waitingMessages.map { MessageLine($0, at: now) }
      + found.deadLetters.map { MessageLine($0) }
  }

  /// With names in snake case.
  package func json() throws -> String {
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
    verifiedAt = binding.verifiedAt.seconds
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
    openedAt = session.family.openedAt.seconds
    lastUsedAt = session.family.lastUsedAt.seconds
    expiresAt = session.family.expiresAt.seconds
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
  package var withoutControls: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}

extension Timestamp {
  /// RFC 3339, in UTC, without fractions of a second.
  var seconds: String {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
  }
}
