/// The assurance of a set of proofs (NIST SP 800-63B-4 section 2).
package enum AssuranceLevel: Int, Hashable, Comparable, Sendable {
  case one = 1
  case two = 2

  package static func < (left: AssuranceLevel, right: AssuranceLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The value of `acr` and `acr_values` on the wire (RFC 9470 section 3).
  package var acr: String { "aal\(rawValue)" }

  package init?(acr: String?) {
    switch acr {
    case Self.one.acr: self = .one
    case Self.two.acr: self = .two
    default: return nil
    }
  }
}

/// A kind of authenticator, as far as the decision needs to know it. Each way in declares its own
/// kinds in its folder; the decision knows none by name.
package struct AuthenticatorKind: Hashable, Sendable {
  /// NIST SP 800-63B-4 section 2: which of them count as different factors.
  package enum Factor: Hashable, Sendable {
    case knowledge
    case possession
    /// Two factors in one, such as a passkey with user verification.
    case both
    /// Unknown, for example what a provider asked for. It never counts as one of two factors.
    case unspecified
  }

  /// Stored with sessions; never change it.
  package let name: String
  package let factor: Factor
  /// The level that it assures alone.
  package let level: AssuranceLevel
  /// A mailbox never counts as one of two factors (NIST SP 800-63B-4 section 3.1.3.1).
  package let isMailbox: Bool
  /// Whether it requires an action of the user. What a device presents by itself is not a fresh
  /// proof (DEC-3).
  package let isInteractive: Bool
  /// Whether it can be reassigned to someone else while the account is dormant, as addresses and
  /// numbers can (PHN-10).
  package let isReassignable: Bool
  /// RFC 8176; nil if it adds nothing to the session's key.
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

/// A proof that was presented: which authenticator of which account, and when (SEC "One decision").
/// Its way in has verified it, checked that it was meant for this call, and consumed it.
package struct Proof: Hashable, Sendable {
  package let kind: AuthenticatorKind
  package let account: ID<Account>
  /// For a code: where it was sent.
  package let identifier: Identifier?
  /// For a sign-in at a provider: the subject.
  package let subject: FederatedSubject?
  /// For a passkey: the credential, in base64url.
  package let credential: String?
  package let shownAt: Timestamp
  /// Since when the account has this authenticator.
  package let heldSince: Timestamp
  /// For a password set by a recovery: the channel used. Together with that channel it is not a
  /// second factor.
  package let recoveredBy: Identifier?
  /// Which one, where an account can have several of a kind.
  package let reference: String?

  package init(
    _ kind: AuthenticatorKind, of account: ID<Account>, identifier: Identifier? = nil,
    subject: FederatedSubject? = nil, reference: String? = nil, credential: String? = nil,
    shownAt: Timestamp, heldSince: Timestamp, recoveredBy: Identifier? = nil
  ) {
    self.kind = kind
    self.account = account
    self.identifier = identifier
    self.subject = subject
    self.credential = credential
    self.shownAt = shownAt
    self.heldSince = heldSince
    self.recoveredBy = recoveredBy
    self.reference = reference
  }
}

/// The relationship of the calling device to an account (DEC-6).
package enum DeviceStanding: Hashable, Sendable, CaseIterable {
  /// It presents no key.
  case keyless
  /// Its key has never signed in to the account, or was removed.
  case unknown
  /// Its key has signed in; this outlives trust.
  case known
  /// It may skip a step: a code (PHN-5), a password (MKT-4), a second factor (MFA-3).
  case trusted

  package var isKnown: Bool { self == .known || self == .trusted }
}
