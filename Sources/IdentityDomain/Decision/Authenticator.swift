/// How much a set of proofs assures (NIST SP 800-63B-4 section 2).
package enum AssuranceLevel: Int, Hashable, Comparable, Sendable {
  case one = 1
  case two = 2

  package static func < (left: AssuranceLevel, right: AssuranceLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The value of `acr` and `acr_values` on the wire (RFC 9470 section 3).
  package var acr: String { "aal\(rawValue)" }
}

/// A kind of authenticator, by what the decision has to know of it. Each way in declares its own
/// in its folder; the decision knows none of them by name.
package struct AuthenticatorKind: Hashable, Sendable {
  /// NIST SP 800-63B-4 section 2: what makes two of them two factors.
  package enum Factor: Hashable, Sendable {
    case knowledge
    case possession
    /// Two factors in one, as a passkey with user verification.
    case both
    /// It cannot be known, as of what a provider asked for. It never counts as one of two factors.
    case unspecified
  }

  /// Stored with sessions, never changed.
  package let name: String
  package let factor: Factor
  /// What it assures alone.
  package let level: AssuranceLevel
  /// A mailbox never counts as one of two factors (NIST SP 800-63B-4 section 3.1.3.1).
  package let isMailbox: Bool
  /// Whether a person has to do something for it. What a device shows by itself is no fresh proof
  /// (DEC-3).
  package let isInteractive: Bool
  /// Whether it may become somebody else's while the account sleeps, as addresses and numbers do (PHN-10).
  package let isReassignable: Bool
  /// RFC 8176; nil for what adds nothing to the key of the session.
  package let method: AuthenticationMethod?

  package init(
    name: String, factor: Factor, level: AssuranceLevel = .one, isMailbox: Bool = false,
    isInteractive: Bool = true, isReassignable: Bool = true, method: AuthenticationMethod?
  ) {
    self.name = name
    self.factor = factor
    self.level = level
    self.isMailbox = isMailbox
    self.isInteractive = isInteractive
    self.isReassignable = isReassignable
    self.method = method
  }
}

/// Something that somebody has shown: which authenticator of which account, and when (SEC "One
/// decision"). That it was right, was meant for this call and is spent, its way in has checked.
package struct Proof: Hashable, Sendable {
  package let kind: AuthenticatorKind
  package let account: ID<Account>
  /// Of a code: where it was sent.
  package let identifier: Identifier?
  /// Of a sign-in at a provider: as whom.
  package let subject: FederatedSubject?
  package let shownAt: Timestamp
  /// Since when the account has this authenticator.
  package let heldSince: Timestamp
  /// Of a password that a recovery set: over which channel. Beside that it is no second factor.
  package let recoveredBy: Identifier?

  package init(
    _ kind: AuthenticatorKind, of account: ID<Account>, identifier: Identifier? = nil,
    subject: FederatedSubject? = nil, shownAt: Timestamp, heldSince: Timestamp,
    recoveredBy: Identifier? = nil
  ) {
    self.kind = kind
    self.account = account
    self.identifier = identifier
    self.subject = subject
    self.shownAt = shownAt
    self.heldSince = heldSince
    self.recoveredBy = recoveredBy
  }
}

/// How the device of a call stands to an account (DEC-6).
package enum DeviceStanding: Hashable, Sendable, CaseIterable {
  /// It shows no key.
  case keyless
  /// Its key never signed in to the account, or was removed.
  case unknown
  /// Its key signed in; that outlives trust.
  case known
  /// It may skip a step: a code (PHN-5), a password (MKT-4), a second factor (MFA-3).
  case trusted

  package var isKnown: Bool { self == .known || self == .trusted }
}
