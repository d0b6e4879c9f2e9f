/// What an app stores of its session, as one value in secure storage. It is written as a whole, so
/// a token is never stored together with the cause of its own end.
package struct StoredSession: Hashable, Sendable {
  package var session: SessionRecord?
  /// The note of the last session that ended.
  package var signOut: SignOutNote?
  /// Sessions that ended here and that the server does not know about yet, oldest first.
  package var pending: [PendingSignOut]

  package init(
    session: SessionRecord? = nil, signOut: SignOutNote? = nil, pending: [PendingSignOut] = []
  ) {
    self.session = session
    self.signOut = signOut
    self.pending = pending
  }
}

/// A session and its tokens.
package struct SessionRecord: Hashable, Sendable {
  /// The server's name of the session: all refresh tokens of one sign-in form a family of that
  /// name.
  package var family: Bytes
  package var refreshToken: Bytes
  package var accessToken: Bytes
  package var idToken: Bytes
  /// Thumbprint of the device key to which the tokens are bound (RFC 7638).
  package var keyThumbprint: Bytes
  /// The lifetime of the access token in milliseconds, from when it was received.
  package var lifetime: Int64
  /// When it was received.
  package var receivedAt: Moment
  package var crumb: Bytes
  package var guid: Bytes

  package init(
    family: Bytes, refreshToken: Bytes, accessToken: Bytes, idToken: Bytes = [],
    keyThumbprint: Bytes, lifetime: Int64, receivedAt: Moment, crumb: Bytes = [], guid: Bytes = []
  ) {
    self.family = family
    self.refreshToken = refreshToken
    self.accessToken = accessToken
    self.idToken = idToken
    self.keyThumbprint = keyThumbprint
    self.lifetime = lifetime
    self.receivedAt = receivedAt
    self.crumb = crumb
    self.guid = guid
  }

  /// The session after an extension.
  func extended(by tokens: ExtensionTokens, at now: Moment) -> SessionRecord {
    var next = self
    next.accessToken = tokens.accessToken
    // An extension may leave the refresh token unchanged, and omits what did not change.
    if !tokens.refreshToken.isEmpty { next.refreshToken = tokens.refreshToken }
    if !tokens.idToken.isEmpty { next.idToken = tokens.idToken }
    if !tokens.crumb.isEmpty { next.crumb = tokens.crumb }
    if !tokens.guid.isEmpty { next.guid = tokens.guid }
    next.lifetime = tokens.lifetime
    next.receivedAt = now
    return next
  }
}

/// The tokens in the response to an extension; a missing member is empty.
package struct ExtensionTokens: Hashable, Sendable {
  package var accessToken: Bytes
  package var refreshToken: Bytes
  package var idToken: Bytes
  package var crumb: Bytes
  package var guid: Bytes
  package var lifetime: Int64

  package init(
    accessToken: Bytes, refreshToken: Bytes, idToken: Bytes = [], crumb: Bytes = [],
    guid: Bytes = [], lifetime: Int64
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.idToken = idToken
    self.crumb = crumb
    self.guid = guid
    self.lifetime = lifetime
  }
}

/// Why a session ended, by the stable name of the cause (ENT-10). Open, because the server may name
/// causes that this app does not know.
package struct SignOutCause: Hashable, Sendable {
  package let name: Bytes

  package init(name: Bytes) { self.name = name }

  private init(_ name: StaticString) {
    self.name = name.withUTF8Buffer { buffer in
      var bytes: Bytes = []
      for byte in buffer { bytes.append(byte) }
      return bytes
    }
  }

  /// The user signed out.
  package static let logout = SignOutCause("logout")
  package static let logoutEverywhere = SignOutCause("logout_everywhere")
  /// The server refused the refresh token and gave no cause.
  package static let refused = SignOutCause("refused")
  /// Another sign-in replaced this one.
  package static let replaced = SignOutCause("replaced")
  /// The key that the session is bound to no longer exists on this device.
  package static let deviceKeyLost = SignOutCause("device_key_lost")
  /// The app was reinstalled, and what the old installation left was wiped (PHN-1).
  package static let reinstalled = SignOutCause("reinstalled")
}

package struct SignOutNote: Hashable, Sendable {
  package var family: Bytes
  package var cause: SignOutCause
  /// Whether the server ended the session, not the user on this device.
  package var isRefusal: Bool

  package init(family: Bytes, cause: SignOutCause, isRefusal: Bool) {
    self.family = family
    self.cause = cause
    self.isRefusal = isRefusal
  }
}

/// A session that has ended here but not yet on the server.
package struct PendingSignOut: Hashable, Sendable {
  package var family: Bytes
  /// Any token of the family ends it.
  package var refreshToken: Bytes
  package var isEverywhere: Bool

  package init(family: Bytes, refreshToken: Bytes, isEverywhere: Bool) {
    self.family = family
    self.refreshToken = refreshToken
    self.isEverywhere = isEverywhere
  }
}
