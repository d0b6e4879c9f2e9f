/// What an app keeps of its session, as one value in secure storage: written whole, so a token never
/// lies beside the cause of its own end.
package struct StoredSession: Hashable, Sendable {
  package var session: SessionRecord?
  /// Of the last session that ended.
  package var signOut: SignOutNote?
  /// Sessions that ended here and that the server does not know about yet, the oldest first.
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
  /// The server's name of the session: all refresh tokens of one sign-in are a family of that name.
  package var family: Bytes
  package var refreshToken: Bytes
  package var accessToken: Bytes
  package var idToken: Bytes
  /// Of the device key that the tokens are bound to (RFC 7638).
  package var keyThumbprint: Bytes
  /// How long the access token lives, in milliseconds, from when it came.
  package var lifetime: Int64
  /// When it came.
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

  /// What the session is after an extension.
  func extended(by tokens: ExtensionTokens, at now: Moment) -> SessionRecord {
    var next = self
    next.accessToken = tokens.accessToken
    // An extension may leave the refresh token as it is, and says nothing about what did not change.
    if !tokens.refreshToken.isEmpty { next.refreshToken = tokens.refreshToken }
    if !tokens.idToken.isEmpty { next.idToken = tokens.idToken }
    if !tokens.crumb.isEmpty { next.crumb = tokens.crumb }
    if !tokens.guid.isEmpty { next.guid = tokens.guid }
    next.lifetime = tokens.lifetime
    next.receivedAt = now
    return next
  }
}

/// What an answer to an extension holds; a member that it does not have is empty.
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

/// Why a session ended, by the stable name of the cause (ENT-10). Open: the server names causes that
/// this app does not know.
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

  /// The person signed out.
  package static let logout = SignOutCause("logout")
  package static let logoutEverywhere = SignOutCause("logout_everywhere")
  /// The server refused the refresh token and named no cause.
  package static let refused = SignOutCause("refused")
  /// Another sign-in took the place of this one.
  package static let replaced = SignOutCause("replaced")
  /// The key that the session is bound to is gone from this device.
  package static let deviceKeyLost = SignOutCause("device_key_lost")
  /// The app was reinstalled, and what the old one left was wiped (PHN-1).
  package static let reinstalled = SignOutCause("reinstalled")
}

package struct SignOutNote: Hashable, Sendable {
  package var family: Bytes
  package var cause: SignOutCause
  /// Whether the server ended the session, and not the person on this device.
  package var isRefusal: Bool

  package init(family: Bytes, cause: SignOutCause, isRefusal: Bool) {
    self.family = family
    self.cause = cause
    self.isRefusal = isRefusal
  }
}

/// A session that has ended here and has to end on the server.
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
