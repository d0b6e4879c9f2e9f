/// New recovery codes.
package struct RecoveryCodes: Sendable {
  package let id: ID<RecoveryCodeSet>
  package let codes: [Secret<RecoveryCode>]
}

extension SecondFactors {
  /// MFA-2: makes ten codes, after a fresh proof. They replace the earlier ones once their owner
  /// says that they are kept, and are shown until then: a response may be lost.
  package func makeRecoveryCodes(
    showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws -> RecoveryCodes {
    try checked(call.caller)
    let checked = try await stepUp.checked(shown, call)
    let (plain, named): (ID<RecoveryCodeSet>, ID<RecoveryCodeSet>) = (
      ports.random.id(), SheetCode.name(ports.random)
    )
    let seed = ports.random.bytes(32)
    let intent = intents.intent("factors.codes.make", call.caller)
    return try await sessions.authorized("factors.codes.make", call, .write) {
      tables, session, account, now -> Result<RecoveryCodes, IdentityFailure> in
      let answer = try intents.once(intent, at: now, tables) {
        let refusal = try stepUp.refusal(
          of: .changeIdentifiers(subjectSince: nil), checked, in: session, of: account, call,
          at: now, tables)
        if let refusal { return .refused(refusal) }
        // PAS-5: those that open an account by themselves say whose they are.
        let isWayIn = try PasskeySignIn.waysHeld(of: account.id, tables).areOpenedByRecoveryCode
        let id = isWayIn ? named : plain
        guard try tables.recoveryCodeSet(id) == nil,
          let set = RecoveryCodeSet(
            id: id, account: account.id, seed: seed, at: now, ports.factors)
        else { return .refused(.busy(until: now + .seconds(1))) }
        for var earlier in try tables.recoveryCodeSets(of: account.id)
        where earlier.isPending(at: now) {
          earlier.removedAt = now
          try tables.put(earlier)
        }
        try tables.put(set)
        return .recoveryCodes(id)
      }
      guard case .recoveryCodes(let id) = answer else {
        if case .refused(let failure) = answer { return .failure(failure) }
        return .failure(.idempotencySettled)
      }
      guard let set = try tables.recoveryCodeSet(id), set.isPending(at: now),
        let texts = set.texts(ports.factors)
      else { return .failure(.enrolmentExpired) }
      return .success(RecoveryCodes(id: id, codes: texts))
    }
  }

  /// Their owner has kept them: from now on they count, and nothing can show them again.
  ///
  /// - Throws: `enrolmentExpired`
  package func keepRecoveryCodes(_ id: String, _ call: SessionCall) async throws {
    try checked(call.caller)
    let names = FactorNames(ports.random)
    let intent = intents.intent("factors.codes.keep", call.caller)
    try await settled("factors.codes.keep", call) { tables, session, account, now in
      try intents.once(intent, at: now, tables) {
        guard var set = try tables.recoveryCodeSet(ID(id)), set.account == account.id,
          set.isPending(at: now)
        else { return .refused(.enrolmentExpired) }
        try changing(
          account, names, session: session.id, .factorAdded, caller: call.caller, at: now, tables)
        for var earlier in try tables.recoveryCodeSets(of: account.id)
        where earlier.removedAt == nil && earlier.id != set.id {
          earlier.removedAt = now
          try tables.put(earlier)
        }
        set.keep(at: now)
        try tables.put(set)
        return .done
      }
    }
  }
}
