/// How a session was opened, which decides what its tokens are worth.
package enum SessionKind: Hashable, Sendable {
  /// Our SDK: every use of a token is proved with this device key (RFC 9449).
  case bound(KeyThumbprint)
  /// Our browser host: the refresh token is in a cookie, proved with the browser's key.
  case cookie(KeyThumbprint)
  /// Public clients of the account API: no proof, and a refresh token that is not rotated. A named
  /// gap against RFC 9700 section 4.14; can be switched off.
  case compat

  /// The key whose proof every use requires; nil if the kind has none.
  package var key: KeyThumbprint? {
    switch self {
    case .bound(let key), .cookie(let key): key
    case .compat: nil
    }
  }

  package var limits: SessionLimits {
    switch self {
    case .bound: SecurityRules.boundLimits
    case .cookie: SecurityRules.cookieLimits
    case .compat: SecurityRules.compatLimits
    }
  }

  package var accessTokenLifetime: Duration {
    self == .compat ? SecurityRules.compatAccessTokenLifetime : SecurityRules.accessTokenLifetime
  }

  /// Whether a state-changing call needs the CSRF token (`crumb`) in addition to the access token
  /// (BOOT-6).
  package var needsCrumb: Bool {
    if case .cookie = self { true } else { false }
  }
}

/// How long a session lives without use, and at most.
package struct SessionLimits: Hashable, Sendable {
  package let idle: Duration
  package let absolute: Duration

  package init(idle: Duration, absolute: Duration) {
    self.idle = idle
    self.absolute = absolute
  }
}

/// Why a session ended: one typed cause each (ENT-10). Network and storage errors are not causes.
package enum SignOutCause: String, Hashable, Sendable, CaseIterable {
  case logout
  case logoutEverywhere = "logout_everywhere"
  case idleTimeout = "idle_timeout"
  case absoluteTimeout = "absolute_timeout"
  case refreshTokenReuse = "refresh_token_reuse"
  case passwordChanged = "password_changed"
  case passwordReset = "password_reset"
  case revokedByUser = "revoked_by_user"
  case deviceRemoved = "device_removed"
  /// Another sign-in with the same device key, or one that allows a single session.
  case replaced
  case accountBlocked = "account_blocked"
  case accountDeleted = "account_deleted"
  /// Its owner asked for the deletion of the account, which is due later (CTR-10).
  case deletionScheduled = "deletion_scheduled"
  case phoneNumberDetached = "phone_number_detached"
  /// The operator switched the session kind off.
  case kindSwitchedOff = "kind_switched_off"
  /// An operator ended it.
  case revokedByAdministrator = "revoked_by_administrator"
  /// The owner undid a change of identifiers made before it was opened (DEC-4).
  case changeUndone = "change_undone"
  /// The store was restored from a backup, which cannot know what happened to the session since.
  case storeRestored = "store_restored"
  /// The provider that it was opened with said that the sign-in there is no longer good (FED-9).
  case providerRevoked = "provider_revoked"
}
