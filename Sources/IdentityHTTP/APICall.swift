package import IdentityAPI
package import IdentityDomain

/// One call, parsed and bounded: what an operation needs from a request.
package struct APICall: Sendable {
  package let operation: APIOperation
  /// The values of `{…}` in the operation's path, percent-decoded.
  package let path: [String: String]
  /// The query's pairs, percent-decoded; for a duplicate name the first.
  package let query: [String: String]
  /// The installation of the call, if a header names it.
  package let installation: String?
  /// At most `HTTPLimits.bodyBytes`; empty if the request has none.
  package let body: [UInt8]
  /// Its proof has been checked against this call.
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

  /// The credentials of a call.
  package struct Credentials: Sendable {
    /// The claims of its access token, whose signature was checked; nil if it has none. An invalid
    /// token never gets here.
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

/// The response of an operation.
package struct APIAnswer: Sendable {
  package var status: Int
  /// JSON.
  package var body: [UInt8]
  package var cookie: CookieChange
  /// The name under which a client saves it as a file (RFC 6266), in ASCII without quotes; nil if
  /// it is not a file.
  package var fileName: String?

  package init(
    status: Int, body: [UInt8], cookie: CookieChange = .none, fileName: String? = nil
  ) {
    self.status = status
    self.body = body
    self.cookie = cookie
    self.fileName = fileName
  }

  /// What to do with the browser's session cookie.
  package enum CookieChange: Sendable {
    case none
    /// - Parameter expiresAt: when the session ends at the latest.
    case set(Secret<RefreshToken>, expiresAt: Timestamp)
    case clear
  }
}
