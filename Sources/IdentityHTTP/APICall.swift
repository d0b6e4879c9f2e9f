package import IdentityAPI
package import IdentityDomain

/// One call, read and bounded: what an operation needs of a request.
package struct APICall: Sendable {
  package let operation: APIOperation
  /// The values of `{…}` in the operation's path, percent-decoded.
  package let path: [String: String]
  /// The query's pairs, percent-decoded; of a name that comes twice the first.
  package let query: [String: String]
  /// The installation that the call is for, where a header names it.
  package let installation: String?
  /// At most `HTTPLimits.bodyBytes`; empty when the request has none.
  package let body: [UInt8]
  /// With the proof already checked against this call.
  package let caller: Caller
  package let credentials: Credentials

  package init(
    operation: APIOperation, path: [String: String], query: [String: String],
    installation: String?, body: [UInt8], caller: Caller, credentials: Credentials
  ) {
    self.operation = operation
    self.path = path
    self.query = query
    self.installation = installation
    self.body = body
    self.caller = caller
    self.credentials = credentials
  }

  /// What a call shows of who is calling.
  package struct Credentials: Sendable {
    /// Of its access token, whose signature and claims were checked; nil when it brings none. A
    /// token that is no good never gets here.
    package let accessToken: AccessTokenClaims?
    /// The refresh token of the session cookie.
    package let cookie: Secret<RefreshToken>?
    package let crumb: Secret<CrumbValue>?

    package init(
      accessToken: AccessTokenClaims?, cookie: Secret<RefreshToken>?, crumb: Secret<CrumbValue>?
    ) {
      self.accessToken = accessToken
      self.cookie = cookie
      self.crumb = crumb
    }
  }
}

/// What an operation answers.
package struct APIAnswer: Sendable {
  package var status: Int
  /// JSON.
  package var body: [UInt8]
  package var cookie: CookieChange

  package init(status: Int, body: [UInt8], cookie: CookieChange = .none) {
    self.status = status
    self.body = body
    self.cookie = cookie
  }

  /// What becomes of the browser's session cookie.
  package enum CookieChange: Sendable {
    case none
    /// - Parameter expiresAt: when the session is over at the latest.
    case set(Secret<RefreshToken>, expiresAt: Timestamp)
    case clear
  }
}
