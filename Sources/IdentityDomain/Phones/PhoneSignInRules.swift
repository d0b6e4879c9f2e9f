/// How a sign-in by phone continues. Pure.
package enum PhoneSignInRules {
  package enum FirstStep: Hashable, Sendable {
    /// PHN-5: this device proved this number for this account; no code.
    case open(ID<Account>)
    /// PHN-9. The account is nil for a number without one.
    case challenge(ID<Account>?)
  }

  package static func begin(
    number: PhoneNumber, owner: Account?, trust: DeviceTrust?, key: KeyThumbprint?,
    isTrustOn: Bool, at now: Timestamp
  ) -> FirstStep {
    guard let owner else { return .challenge(nil) }
    if isTrustOn, !owner.isBlocked, let trust,
      trust.skipsCode(account: owner.id, number: number, key: key, at: now)
    {
      return .open(owner.id)
    }
    return .challenge(owner.id)
  }

  package enum Continuation: Hashable, Sendable {
    case create
    case open(ID<Account>)
    /// PHN-10: a code by mail opens it, or the user starts over.
    case secondProof(ID<Account>)
    /// PHN-10: nothing else proves the old owner, so a new account gets the number.
    case startAnew(detachedFrom: ID<Account>)

    package var makesAccount: Bool {
      switch self {
      case .create, .startAnew: true
      case .open, .secondProof: false
      }
    }
  }

  /// After a right code to a known number; the decision says whether it opens the account.
  package static func verified(
    owner: ID<Account>, _ verdict: Verdict, hasVerifiedEmail: Bool
  ) -> Continuation {
    switch verdict {
    // Opening it reports that it is blocked.
    case .sufficient, .blocked: .open(owner)
    case .insufficient:
      hasVerifiedEmail ? .secondProof(owner) : .startAnew(detachedFrom: owner)
    }
  }
}
