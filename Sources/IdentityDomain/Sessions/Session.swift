/// One sign-in on one device, or an anonymous one of an installation.
package struct Session: Hashable, Sendable {
  package let id: ID<Session>
  package let holder: Holder
  package let scope: SessionScope
  /// RFC 9068 `auth_time`: when the user last authenticated.
  package private(set) var authenticatedAt: Timestamp
  /// RFC 8176 `amr`: by which methods.
  package private(set) var methods: [AuthenticationMethod]
  /// The proofs that its user presented last (DEC-3). Absent if that was long ago, and in records
  /// from before they were kept.
  package private(set) var shown: [ShownProof]?
  package let client: ClientDescription
  /// The server key at the sign-in; values for the whole session are derived under it.
  package let openingKey: KeyID
  /// The market that it was opened in, by a market client; the account then has no other such
  /// session. Absent in all others.
  package let market: MarketHandle?
  /// The highest level that its user has shown; absent in records from before there were two.
  package private(set) var level: AssuranceLevel?
  /// CTR-7: ISO 3166-1 alpha-2, of the network that it was used from last; nil where that is not known.
  package var country: String?
  package var family: TokenFamily

  /// - Parameter openingKey: as stored; for a new session it is the family's.
  package init(
    id: ID<Session>, holder: Holder, scope: SessionScope, authenticatedAt: Timestamp,
    methods: [AuthenticationMethod], shown: [ShownProof]? = nil, client: ClientDescription,
    openingKey: KeyID? = nil, market: MarketHandle? = nil, level: AssuranceLevel? = nil,
    country: String? = nil, family: TokenFamily
  ) {
    self.id = id
    self.holder = holder
    self.scope = scope
    self.authenticatedAt = authenticatedAt
    self.methods = methods
    self.shown = shown
    self.client = client
    self.market = market
    self.level = level
    self.country = country
    self.family = family
    self.openingKey = openingKey ?? family.derivationKey
  }

  package var account: ID<Account>? {
    if case .account(let account) = holder { account } else { nil }
  }

  /// The user authenticated again (step-up, RFC 9470).
  package mutating func show(_ proofs: [Proof], at now: Timestamp) {
    let interactive = proofs.filter(\.kind.isInteractive)
    guard !interactive.isEmpty else { return }
    authenticatedAt = max(authenticatedAt, now)
    shown = interactive.map(ShownProof.init)
    for method in interactive.compactMap(\.kind.method) where !methods.contains(method) {
      methods.append(method)
    }
    raise(to: Decision.level(of: interactive, at: now))
  }

  /// Its user replaced an authenticator by having shown it: what was shown of the old one counts for the new one, from
  /// when it was shown.
  mutating func replace(_ old: Proof, by new: Proof) {
    shown = shown?.map { shown in
      let isOld = shown.kind == old.kind.name && shown.identifier == ShownProof(old).identifier
      return isOld
        ? ShownProof(kind: shown.kind, identifier: ShownProof(new).identifier, at: shown.at) : shown
    }
  }

  /// MFA-9: what tokens say. RFC 8176 has a value for several factors.
  private mutating func raise(to shown: AssuranceLevel?) {
    guard let shown, shown > level ?? .one else { return }
    level = shown
    if !methods.contains(.multiFactor) { methods.append(.multiFactor) }
  }

  /// The holder of a session: a user's account, or an installation without a signed-in user.
  package enum Holder: Hashable, Sendable {
    case account(ID<Account>)
    case installation(ID<Installation>)
  }
}

/// One proof as remembered by a session: enough to look up the authenticator again.
package struct ShownProof: Hashable, Sendable {
  /// The name of its kind.
  package let kind: String
  /// For a code: where it was sent, by `Identifier.text`; for a sign-in at a provider: the subject,
  /// by `FederatedSubject.text`; for a passkey: the credential; for a second factor: its id; for a password: its
  /// version.
  package let identifier: String?
  package let at: Timestamp

  package init(kind: String, identifier: String?, at: Timestamp) {
    self.kind = kind
    self.identifier = identifier
    self.at = at
  }

  package init(_ proof: Proof) {
    self.init(
      kind: proof.kind.name,
      identifier: proof.identifier?.text ?? proof.subject?.text ?? proof.credential
        ?? proof.reference,
      at: proof.shownAt)
  }
}

/// What a session may be used for (RFC 6749 section 3.3).
package enum SessionScope: String, Hashable, Sendable, Codable {
  case full
  /// `rLogin`: experiments and selections of an installation, no account.
  case anonymous
  /// A login with a temporary password may set a new password and nothing else (MKT-9).
  case passwordChange = "password_change"
}

/// RFC 8176 values.
package enum AuthenticationMethod: String, Hashable, Sendable, Codable {
  case password = "pwd"
  /// A one-time code by mail.
  case oneTimePassword = "otp"
  case sms
  /// Proof of possession of the device key.
  case key = "pop"
  /// Two different factors, or a passkey that verified its user.
  case multiFactor = "mfa"
  /// A passkey whose user was present.
  case userPresence = "user"
}

/// What the client says about itself, for the list of sessions. Affects no decision.
package struct ClientDescription: Hashable, Sendable {
  package let name: String
  package let platform: String
  package let appVersion: String

  package init(name: String, platform: String, appVersion: String) {
    self.name = name
    self.platform = platform
    self.appVersion = appVersion
  }
}
