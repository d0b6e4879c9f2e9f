/// What the decision has to know of an account.
package struct AccountStanding: Hashable, Sendable {
  package let account: ID<Account>
  package let createdAt: Timestamp
  package let lastSeenAt: Timestamp
  package let isBlocked: Bool
  /// Whether somebody else proved a number of it since the owner was here (PHN-10).
  package let isDetached: Bool
  /// What it verified.
  package let identifiers: [Identifier]
  /// MFA-3: level 2 where two steps are switched on, or an operator requires them.
  package let requiredLevel: AssuranceLevel

  package init(
    account: ID<Account>, createdAt: Timestamp, lastSeenAt: Timestamp, isBlocked: Bool = false,
    isDetached: Bool = false, identifiers: [Identifier], requiredLevel: AssuranceLevel = .one
  ) {
    self.account = account
    self.createdAt = createdAt
    self.lastSeenAt = lastSeenAt
    self.isBlocked = isBlocked
    self.isDetached = isDetached
    self.identifiers = identifiers
    self.requiredLevel = requiredLevel
  }

  package init(_ account: Account, _ bindings: [IdentifierBinding]) {
    self.init(
      account: account.id,
      // What an account came with, it began with here.
      createdAt: max(account.createdAt, account.imported?.at ?? account.createdAt),
      lastSeenAt: account.lastSeenAt,
      isBlocked: account.isBlocked, isDetached: account.detachedAt != nil,
      identifiers: bindings.map(\.identifier))
  }
}

/// What somebody wants of an account (SEC "One decision", the second table).
package enum Act: Hashable, Sendable {
  case openSession
  /// Replaces the password, and nothing else.
  case recover
  /// Adds, replaces or removes an identifier or a factor.
  /// - Parameter subjectSince: since when the account has what goes; nil where nothing does.
  case changeIdentifiers(subjectSince: Timestamp?)
  /// The first address of an account that has a number only (PHN-8, DEC-3).
  case addFirstAddress
  /// - Parameter subjectSince: since when it has the present one.
  case changePassword(subjectSince: Timestamp?)
  case endOtherSessions
  case exportData
  case deleteAccount
}

/// What would suffice where the proofs do not (RFC 9470).
package struct ProofNeed: Hashable, Sendable {
  package let level: AssuranceLevel
  /// How old a proof may be at most; nil where its age does not matter.
  package let maxAgeSeconds: Int?

  package init(level: AssuranceLevel, maxAgeSeconds: Int? = nil) {
    self.level = level
    self.maxAgeSeconds = maxAgeSeconds
  }
}

package enum Verdict: Hashable, Sendable {
  /// With the level that the proofs assure.
  case sufficient(AssuranceLevel)
  case insufficient(ProofNeed)
  case blocked
}
