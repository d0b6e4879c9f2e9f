import IdentityDomain

extension StoreContract {
  static let factorCases = [
    StoreCase(description: "Authenticator apps and recovery codes of an account, oldest first") {
      store in
      let first = Sample.authenticator("1", account: "a")
      let second = {
        var row = Sample.authenticator("2", account: "a", after: .seconds(1))
        row.confirmedAt = Sample.now
        row.lastStep = -1
        row.lastUsedAt = Sample.now
        return row
      }()
      let pending = Sample.authenticator("2", account: "a", after: .seconds(1))
      let foreign = Sample.authenticator("3", account: "b")
      let codes = Sample.recoveryCodes("1", account: "a")
      try await store.transaction("put") { tables in
        for row in [pending, first, foreign, second] { try tables.put(row) }
        try tables.put(codes)
        try requireEqual(try tables.totpAuthenticator(first.id), first, "as it was put")
        try requireEqual(
          try tables.totpAuthenticators(of: ID("a")), [first, second], "the oldest first")
        try requireEqual(try tables.recoveryCodeSet(codes.id), codes, "the codes")
        try requireEqual(try tables.recoveryCodeSets(of: ID("a")), [codes], "of the account")
        try requireEqual(try tables.recoveryCodeSets(of: ID("b")), [], "of the other")
        try tables.put(Sample.step("s", account: "a"))
        try tables.put(FactorReset(account: ID("a"), startedAt: Sample.now, change: ID("c")))
        try tables.removeFactors(of: ID("a"))
        try requireEqual(try tables.totpAuthenticators(of: ID("a")), [], "what is left")
        try requireEqual(try tables.recoveryCodeSets(of: ID("a")), [], "the codes left")
        try require(try tables.secondStep(ID("s")) == nil, "a sign-in is left")
        try require(try tables.factorReset(of: ID("a")) == nil, "a waiting path is left")
        try requireEqual(
          try tables.totpAuthenticators(of: ID("b")), [foreign], "of the other account")
      }
    },
    StoreCase(description: "A second step and a waiting path are one row each, and go") { store in
      let step = Sample.step("s", account: "a")
      let tried = {
        var tried = step
        tried.wrongTries = 3
        return tried
      }()
      let reset = FactorReset(account: ID("a"), startedAt: Sample.now, change: ID("c"))
      try await store.transaction("put") { tables in
        try tables.put(step)
        try tables.put(tried)
        try tables.put(reset)
        try requireEqual(try tables.secondStep(step.id), tried, "put once more")
        try requireEqual(try tables.factorReset(of: ID("a")), reset, "the waiting path")
        try tables.removeSecondStep(step.id)
        try tables.removeFactorReset(of: ID("a"))
        try require(try tables.secondStep(step.id) == nil, "the step is still there")
        try require(try tables.factorReset(of: ID("a")) == nil, "the path is still there")
      }
    },
    StoreCase(description: "What is pending or removed goes in time, and what counts stays") {
      store in
      let pending = Sample.authenticator("p", account: "a")
      let kept = Sample.confirmed("k")
      let removed = {
        var row = Sample.confirmed("r")
        row.removedAt = Sample.now
        return row
      }()
      let codes = Sample.recoveryCodes("1", account: "a")
      let step = Sample.step("s", account: "a")
      try await store.transaction("put") { tables in
        for row in [pending, kept, removed] { try tables.put(row) }
        try tables.put(codes)
        try tables.put(step)
        let early = Sample.now + SecurityRules.enrolmentLifetime - .seconds(1)
        _ = try tables.removeExpired(before: early)
        try requireEqual(try tables.totpAuthenticators(of: ID("a")).count, 3, "gone too early")
        try require(try tables.secondStep(step.id) != nil, "the step went too early")
        _ = try tables.removeExpired(before: Sample.now + SecurityRules.recoveryCodesLifetime)
        try require(try tables.totpAuthenticator(pending.id) == nil, "a pending one is left")
        try require(try tables.secondStep(step.id) == nil, "a step is left")
        try requireEqual(try tables.recoveryCodeSets(of: ID("a")), [], "pending codes are left")
        try require(try tables.totpAuthenticator(removed.id) != nil, "it could be undone")
        _ = try tables.removeExpired(before: Sample.now + SecurityRules.undoLifetime)
        try requireEqual(try tables.totpAuthenticators(of: ID("a")), [kept], "what counts")
      }
    },
    StoreCase(description: "A change remembers the factors that there were") { store in
      for factors in [
        nil, FactorsBefore(twoStepsSince: nil, authenticators: [], recoveryCodes: []),
        FactorsBefore(
          twoStepsSince: Sample.now, authenticators: [ID("t1"), ID("t2")],
          recoveryCodes: [ID("r")]),
      ] {
        let change = IdentifierChange(
          id: ID("c"), account: ID("a"), session: ID("s"), at: Sample.now, bindings: [],
          password: nil, identities: [], factors: factors)
        try await store.transaction("change") { try $0.put(change) }
        let found = try await store.read("look") { try $0.identifierChange(ID("c")) }
        try requireEqual(found, change, "the change")
      }
    },
  ]
}

extension Sample {
  static func authenticator(
    _ id: String, account: String, after delay: Duration = .zero
  ) -> TOTPAuthenticator {
    TOTPAuthenticator(
      id: ID(id), account: ID(account), secret: [0, 255, 10], enroller: "session",
      createdAt: now + delay)
  }

  static func confirmed(_ id: String) -> TOTPAuthenticator {
    var row = authenticator(id, account: "a")
    row.confirmedAt = now
    return row
  }

  static func recoveryCodes(_ id: String, account: String) -> RecoveryCodeSet {
    RecoveryCodeSet(
      id: ID(id), account: ID(account), key: KeyID("k1"), seed: [7, 0], madeAt: now,
      codes: [
        RecoveryCodeSet.Code(digest: [0, 1, 255]),
        RecoveryCodeSet.Code(digest: [2], usedAt: now),
      ])
  }

  static func step(_ id: String, account: String) -> SecondStep {
    SecondStep(
      id: ID(id), account: ID(account), device: key,
      shown: [
        ShownProof(kind: "password", identifier: nil, at: now),
        ShownProof(kind: "email", identifier: "ann@example.com", at: now),
      ], scope: .full, market: MarketHandle("MX,CMX"), createdAt: now)
  }
}
