import IdentityDomain

extension MemoryTransaction {
  func totpAuthenticator(_ id: ID<TOTPAuthenticator>) -> TOTPAuthenticator? {
    note("totpAuthenticator")
    return tables.totpAuthenticators[id]
  }
  func totpAuthenticators(of account: ID<Account>) -> [TOTPAuthenticator] {
    note("totpAuthenticators")
    return tables.totpAuthenticators.values.filter { $0.account == account }
      .sorted { ($0.createdAt, $0.id.text) < ($1.createdAt, $1.id.text) }
  }
  func put(_ authenticator: TOTPAuthenticator) {
    note("put TOTPAuthenticator")
    tables.totpAuthenticators[authenticator.id] = authenticator
  }

  func recoveryCodeSet(_ id: ID<RecoveryCodeSet>) -> RecoveryCodeSet? {
    note("recoveryCodeSet")
    return tables.recoveryCodeSets[id]
  }
  func recoveryCodeSets(of account: ID<Account>) -> [RecoveryCodeSet] {
    note("recoveryCodeSets")
    return tables.recoveryCodeSets.values.filter { $0.account == account }
      .sorted { ($0.madeAt, $0.id.text) < ($1.madeAt, $1.id.text) }
  }
  func put(_ set: RecoveryCodeSet) {
    note("put RecoveryCodeSet")
    tables.recoveryCodeSets[set.id] = set
  }

  func removeFactors(of account: ID<Account>) {
    note("removeFactors")
    tables.totpAuthenticators = tables.totpAuthenticators.filter { $0.value.account != account }
    tables.recoveryCodeSets = tables.recoveryCodeSets.filter { $0.value.account != account }
    tables.secondSteps = tables.secondSteps.filter { $0.value.account != account }
    tables.factorResets[account] = nil
  }

  func secondStep(_ id: ID<SecondStep>) -> SecondStep? {
    note("secondStep")
    return tables.secondSteps[id]
  }
  func put(_ step: SecondStep) {
    note("put SecondStep")
    tables.secondSteps[step.id] = step
  }
  func removeSecondStep(_ id: ID<SecondStep>) {
    note("removeSecondStep")
    tables.secondSteps[id] = nil
  }

  func factorReset(of account: ID<Account>) -> FactorReset? {
    note("factorReset")
    return tables.factorResets[account]
  }
  func put(_ reset: FactorReset) {
    note("put FactorReset")
    tables.factorResets[reset.account] = reset
  }
  func removeFactorReset(of account: ID<Account>) {
    note("removeFactorReset")
    tables.factorResets[account] = nil
  }

  func removeExpiredFactors(before now: Timestamp) {
    func isKept(_ removedAt: Timestamp?) -> Bool {
      removedAt.map { $0 + SecurityRules.undoLifetime > now } ?? true
    }
    tables.totpAuthenticators = tables.totpAuthenticators.filter {
      isKept($0.value.removedAt)
        && ($0.value.confirmedAt != nil
          || $0.value.createdAt + SecurityRules.enrolmentLifetime > now)
    }
    tables.recoveryCodeSets = tables.recoveryCodeSets.filter {
      isKept($0.value.removedAt)
        && ($0.value.keptAt != nil || $0.value.madeAt + SecurityRules.recoveryCodesLifetime > now)
    }
    tables.secondSteps = tables.secondSteps.filter { $0.value.expiresAt > now }
    tables.factorResets = tables.factorResets.filter {
      $0.value.startedAt + SecurityRules.factorResetRetention > now
    }
  }
}
