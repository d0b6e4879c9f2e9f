/// A sign-in whose first step was right, and that needs a second factor (MFA-3).
///
/// Its id is no secret: only the device key that began it can continue it.
package struct SecondStep: Hashable, Sendable {
  package let id: ID<SecondStep>
  package let account: ID<Account>
  package let device: KeyThumbprint
  /// What the first step showed; looked up again when the sign-in is completed.
  package let shown: [ShownProof]
  package let scope: SessionScope
  package let market: MarketHandle?
  package let createdAt: Timestamp
  package var wrongTries = 0

  package init(
    id: ID<SecondStep>, account: ID<Account>, device: KeyThumbprint, shown: [ShownProof],
    scope: SessionScope, market: MarketHandle?, createdAt: Timestamp
  ) {
    self.id = id
    self.account = account
    self.device = device
    self.shown = shown
    self.scope = scope
    self.market = market
    self.createdAt = createdAt
  }

  package var expiresAt: Timestamp { createdAt + SecurityRules.secondStepLifetime }
  package var triesLeft: Int { max(0, SecurityRules.secondStepTries - wrongTries) }
}

/// What a sign-in can continue with.
package struct FactorChoices: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let totp = FactorChoices(rawValue: 1)
  package static let recoveryCode = FactorChoices(rawValue: 2)
  /// The restricted one (MFA-6): only beside another.
  package static let sms = FactorChoices(rawValue: 4)
  /// There is none yet: one is added now (MFA-4).
  package static let enrolment = FactorChoices(rawValue: 8)
  /// The waiting path (MFA-7).
  package static let reset = FactorChoices(rawValue: 16)
}

/// What a sign-in is told that needs a second factor.
package struct SecondFactorRequest: Hashable, Sendable {
  package let step: ID<SecondStep>
  package let factors: FactorChoices
  package let expiresAt: Timestamp

  package init(step: ID<SecondStep>, factors: FactorChoices, expiresAt: Timestamp) {
    self.step = step
    self.factors = factors
    self.expiresAt = expiresAt
  }
}
