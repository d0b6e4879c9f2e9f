/// What the decision needs to know about an account.
package struct AccountStanding: Hashable, Sendable {
  package let account: ID<Account>
  package let createdAt: Timestamp
  package let lastSeenAt: Timestamp
  package let isBlocked: Bool
  /// Whether someone else has proved one of its numbers since the owner last signed in (PHN-10).
  package let isDetached: Bool
  /// The identifiers that it has verified.
  package let identifiers: [Identifier]
  /// MFA-3: level 2 if two-step verification is on, or an operator requires it.
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

  package init(
    _ account: Account, _ bindings: [IdentifierBinding], requiredLevel: AssuranceLevel = .one
  ) {
    self.init(
      account: account.id,
      // Whatever an imported account came with counts as held from the start.
      createdAt: max(account.createdAt, account.imported?.at ?? account.createdAt),
      lastSeenAt: account.lastSeenAt,
      isBlocked: account.isBlocked, isDetached: account.detachedAt != nil,
      identifiers: bindings.map(\.identifier), requiredLevel: requiredLevel)
  }

  /// Whether the account has had something from the start, or for a week.
  func hasHeldLong(since moment: Timestamp, at now: Timestamp) -> Bool {
    moment <= createdAt || moment + SecurityRules.newIdentifierWait <= now
  }
}

/// What is requested of an account (SEC "One decision", the second table).
package enum Act: Hashable, Sendable {
  case openSession
  /// Replace the password, and nothing else.
  case recover
  /// Add, replace or remove an identifier or a factor.
  /// - Parameter subjectSince: since when the account has had what is removed; nil if nothing is.
  case changeIdentifiers(subjectSince: Timestamp?)
  /// Add the first address of an account that has only a number (PHN-8, DEC-3).
  case addFirstAddress
  /// - Parameter subjectSince: since when the account has had the current one.
  case changePassword(subjectSince: Timestamp?)
  case endOtherSessions
  case exportData
  case deleteAccount
}

/// What would be sufficient if the proofs are not (RFC 9470).
package struct ProofNeed: Hashable, Sendable {
  package let level: AssuranceLevel
  /// The maximum age of a proof; nil if its age does not matter.
  package let maxAgeSeconds: Int?

  package init(level: AssuranceLevel, maxAgeSeconds: Int? = nil) {
    self.level = level
    self.maxAgeSeconds = maxAgeSeconds
  }
}

package enum Verdict: Hashable, Sendable {
  /// The proofs are sufficient, at this assurance level.
  case sufficient(AssuranceLevel)
  case insufficient(ProofNeed)
  case blocked
}
