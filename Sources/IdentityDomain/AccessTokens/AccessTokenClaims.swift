/// The payload of an access token (RFC 9068 section 2.2; `cnf` after RFC 9449 section 6.1).
package struct AccessTokenClaims: Hashable, Sendable {
  package var issuer: String
  package var audience: String
  package var subject: String
  package var clientID: String
  package var tokenID: String
  package var session: ID<Session>
  package var issuedAt: Timestamp
  package var expiresAt: Timestamp
  package var authenticatedAt: Timestamp
  package var methods: [AuthenticationMethod]
  /// RFC 9068 `acr` (MFA-9); nil for an anonymous session, and in tokens from before it was told.
  package var level: AssuranceLevel?
  package var scope: SessionScope
  /// `cnf.jkt`; nil for a compat session.
  package var boundKey: KeyThumbprint?

  package init(
    issuer: String, audience: String, subject: String, clientID: String, tokenID: String,
    session: ID<Session>, issuedAt: Timestamp, expiresAt: Timestamp, authenticatedAt: Timestamp,
    methods: [AuthenticationMethod], level: AssuranceLevel? = nil, scope: SessionScope,
    boundKey: KeyThumbprint?
  ) {
    self.issuer = issuer
    self.audience = audience
    self.subject = subject
    self.clientID = clientID
    self.tokenID = tokenID
    self.session = session
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.authenticatedAt = authenticatedAt
    self.methods = methods
    self.level = level
    self.scope = scope
    self.boundKey = boundKey
  }

  /// The claims of a session's next access token, which never outlives the session.
  package static func issue(
    for session: Session, settings: TokenSettings, tokenID: String, at now: Timestamp
  ) -> AccessTokenClaims {
    let kind = session.family.kind
    let end = session.family.openedAt + session.family.limits.absolute
    let subject =
      switch session.holder {
      case .account(let id): id.text
      case .installation(let id): id.text
      }
    return AccessTokenClaims(
      issuer: settings.issuer, audience: settings.audience, subject: subject,
      clientID: settings.clientID(kind), tokenID: tokenID, session: session.id, issuedAt: now,
      expiresAt: min(now + kind.accessTokenLifetime, end),
      authenticatedAt: session.authenticatedAt, methods: session.methods,
      level: session.account == nil ? nil : session.level ?? .one, scope: session.scope,
      boundKey: kind.key)
  }
}

/// What this server's tokens say about it.
package struct TokenSettings: Hashable, Sendable {
  package var issuer: String
  package var audience: String
  package var client: String

  package init(issuer: String, audience: String, client: String) {
    self.issuer = issuer
    self.audience = audience
    self.client = client
  }

  /// RFC 9068 `client_id`: the client and the kind of its session.
  package func clientID(_ kind: SessionKind) -> String {
    switch kind {
    case .bound: client
    case .cookie: client + "-web"
    case .compat: client + "-compat"
    }
  }
}

/// The payload of an id token (OpenID Connect Core section 2). Its JOSE `typ` and its audience
/// differ from an access token's, so neither passes for the other.
package struct IDTokenClaims: Hashable, Sendable {
  package let issuer: String
  package let audience: String
  package let subject: String
  package let issuedAt: Timestamp
  package let expiresAt: Timestamp
  package let email: String?
  package let phoneNumber: String?

  package init(
    issuer: String, audience: String, subject: String, issuedAt: Timestamp, expiresAt: Timestamp,
    email: String?, phoneNumber: String?
  ) {
    self.issuer = issuer
    self.audience = audience
    self.subject = subject
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.email = email
    self.phoneNumber = phoneNumber
  }
}

/// Signs tokens (ES256) and publishes their keys. The adapter sets `typ`: `at+jwt` for access
/// tokens, `JWT` for id tokens.
package protocol TokenSigner: Sendable {
  func sign(_ claims: AccessTokenClaims) async throws -> Secret<AccessToken>
  func sign(_ claims: IDTokenClaims) async throws -> Secret<IDToken>
}
