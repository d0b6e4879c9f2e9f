import IdentityDomain

extension MemoryTransaction {
  func idempotencyRecord(_ key: IntentKey) -> IdempotencyRecord? {
    note("idempotencyRecord")
    return tables.intents[key]
  }
  func put(_ record: IdempotencyRecord) {
    note("put IdempotencyRecord")
    tables.intents[record.key] = record
  }

  func counter(_ key: LimitKey) -> RateLimitCounter? {
    note("spending")
    return tables.counters[key]
  }
  func put(_ counter: RateLimitCounter, for key: LimitKey) {
    note("put counter")
    tables.counters[key] = counter
  }

  func selections(of holder: Session.Holder) -> [Selection] {
    note("selections")
    return tables.selections.values.filter { $0.holder == holder }.sorted { $0.key < $1.key }
  }
  func put(_ selection: Selection) {
    note("put Selection")
    let row = MemoryTables.SelectionRow(holder: selection.holder, key: selection.key)
    tables.selections[row] = selection
  }
  func removeSelections(of holder: Session.Holder) {
    note("removeSelections")
    tables.selections = tables.selections.filter { $0.key.holder != holder }
  }

  func removeExpired(before now: Timestamp) throws -> Int {
    note("removeExpired")
    let letters = tables.deadLetters.filter {
      $0.diedAt + SecurityRules.deadLetterRetention <= now
    }
    tables.deadLetters.removeAll { letters.contains($0) }
    let buried = try buryExpired(at: now)
    let before = rows
    tables.proofs = tables.proofs.filter { $0.value > now }
    tables.counters = tables.counters.filter { $0.value.endsAt > now }
    tables.intents = tables.intents.filter { $0.value.expiresAt > now }
    tables.temporaryPasswords = tables.temporaryPasswords.filter { $0.value.expiresAt > now }
    tables.challenges = tables.challenges.filter { $0.value.expiresAt > now }
    tables.guesses = tables.guesses.filter { $0.value.forgettableAt.map { $0 > now } ?? true }
    tables.sessions = tables.sessions.filter {
      let end = $0.value.family.end?.at ?? $0.value.family.expiresAt
      return end + SecurityRules.endedSessionRetention > now
    }
    tables.registrations = tables.registrations.filter {
      $0.value.contains { $0.isRemembered(at: now) }
    }
    tables.participations = tables.participations.filter {
      $0.value.assignedAt + SecurityRules.participationRetention > now
    }
    tables.authorizationRequests = tables.authorizationRequests.filter { $0.value.expiresAt > now }
    removeExpiredFactors(before: now)
    tables.passkeyCeremonies = tables.passkeyCeremonies.filter { $0.value.expiresAt > now }
    tables.identifierChanges = tables.identifierChanges.filter { $0.value.canBeUndone(at: now) }
    tables.securityEvents = tables.securityEvents.filter {
      $0.value.lastAt + SecurityRules.securityEventRetention > now
    }
    tables.signOuts = tables.signOuts.filter {
      $0.record.end.at + SecurityRules.securityEventRetention > now
    }
    return before - rows + buried + letters.count
  }

  func removeUnsettled() {
    note("removeUnsettled")
    tables.outbox = []
    tables.challenges = [:]
    tables.registrations = [:]
    tables.temporaryPasswords = [:]
    tables.trusts = [:]
    tables.authorizationRequests = [:]
    tables.secondSteps = [:]
    tables.factorResets = [:]
    tables.passkeyCeremonies = [:]
    for row in tables.devices.keys {
      tables.devices[row]?.marketGrant = nil
      tables.devices[row]?.factorTrustedAt = nil
    }
  }

  private var rows: Int {
    tables.proofs.count + tables.counters.count + tables.intents.count
      + tables.challenges.count + tables.sessions.count
      + tables.registrations.values.reduce(0) { $0 + $1.count } + tables.temporaryPasswords.count
      + tables.guesses.count
      + tables.participations.count + tables.securityEvents.count + tables.signOuts.count
      + tables.identifierChanges.count + tables.authorizationRequests.count
      + tables.totpAuthenticators.count + tables.recoveryCodeSets.count + tables.secondSteps.count
      + tables.factorResets.count
      + tables.passkeyCeremonies.count
  }
}
