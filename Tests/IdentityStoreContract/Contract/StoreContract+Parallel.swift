import IdentityDomain

extension StoreContract {
  /// Calls at once.
  static let width = 16

  /// Does the same `width` times at once, and returns what came of each.
  static func atOnce<Value: Sendable>(
    _ count: Int = width, _ work: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
      for place in 0..<count { group.addTask { try await work(place) } }
      var values: [Value] = []
      for try await value in group { values.append(value) }
      return values
    }
  }

  static func parallelCases(rounds: Int) -> [StoreCase] {
    [
      StoreCase(description: "16 parallel uses of one refresh token rotate it once") { store in
        for round in 0..<rounds {
          let id = ID<Session>("s\(round)")
          try await store.transaction("open") {
            try $0.put(Sample.session(id.text, account: "a"))
          }
          let decisions = try await atOnce { place in
            try await store.transaction("refresh") { tables -> RefreshDecision? in
              guard var session = try tables.session(id) else { return nil }
              let isFirst = try tables.rememberProof(
                "jti-\(round)-\(place)", by: Sample.key, until: Sample.now)
              let decision = session.family.refresh(
                RefreshAttempt(
                  generation: 0, proof: isFirst ? .fresh(Sample.key) : .duplicate(Sample.key),
                  now: Sample.now, newKey: KeyID("k")))
              try tables.put(session)
              return decision
            }
          }
          try requireEqual(decisions.filter { $0 == .rotated }.count, 1, "rotations")
          try requireEqual(decisions.filter { $0 == .repeated }.count, width - 1, "repetitions")
          let family = try await store.transaction("read") { try $0.session(id)?.family }
          try requireEqual(family?.generation, 1, "the generation")
          try require(family?.end == nil, "the family ended")
        }
      },
      StoreCase(description: "16 parallel uses of one proof are one use") { store in
        for round in 0..<rounds {
          let news = try await atOnce { _ in
            try await store.transaction("proof") {
              try $0.rememberProof("jti-\(round)", by: Sample.key, until: Sample.now)
            }
          }
          try requireEqual(news.filter { $0 }.count, 1, "first uses")
        }
      },
      StoreCase(description: "16 parallel uses of one code are accepted once") { store in
        let address = try Sample.email("ann")
        for round in 0..<rounds {
          let challenge = Sample.challenge("c\(round)", .login, address)
          try await store.transaction("send") { try $0.put(challenge) }
          let verdicts = try await atOnce { _ in
            try await guess(0, at: challenge.id, of: address, in: store)
          }
          try requireEqual(verdicts.filter { $0 == .accepted }.count, 1, "accepted")
        }
      },
      StoreCase(description: "1,000 parallel guesses at one code count five wrong tries") { store in
        let address = try Sample.email("ann")
        let challenge = Sample.challenge("c", .login, address)
        try await store.transaction("send") { try $0.put(challenge) }
        let verdicts = try await atOnce(1_000) { _ in
          try await guess(nil, at: challenge.id, of: address, in: store)
        }
        let code = try await store.transaction("read") { try $0.challenge(challenge.id)?.code }
        try requireEqual(code?.wrongTries, SecurityRules.codeTries, "counted tries")
        for left in 1..<SecurityRules.codeTries {
          let told = verdicts.filter { $0 == .wrong(triesLeft: left) }.count
          try requireEqual(told, 1, "answers with \(left) tries left")
        }
        let late = try await guess(0, at: challenge.id, of: address, in: store)
        try requireEqual(late, .wrong(triesLeft: 0), "the right code, too late")
      },
      StoreCase(description: "16 parallel calls with one idempotency key begin it once") { store in
        for round in 0..<rounds {
          let key = IntentKey(operation: "op", scope: .device(Sample.key), key: "i\(round)")
          let begun = try await atOnce { _ in
            try await store.transaction("begin") { tables in
              let stored = try tables.idempotencyRecord(key)
              let intent = Intent(key: key, body: Secret("body"))
              let digests = Sample.SampleDigests()
              let verdict = IdempotencyRecord.judge(
                intent, against: stored, at: Sample.now, digests)
              guard verdict == .begin,
                let record = IdempotencyRecord(intent, at: Sample.now, digests)
              else { return false }
              try tables.put(record)
              return true
            }
          }
          try requireEqual(begun.filter { $0 }.count, 1, "beginnings")
        }
      },
      StoreCase(description: "16 parallel confirmations of one address make one account") { store in
        for round in 0..<rounds {
          let address = try Sample.email("ann\(round)")
          let pending = try Sample.registration("r\(round)", address)
          try await store.transaction("register") { try $0.put([pending], for: address) }
          let made = try await atOnce { place in
            try await store.transaction("confirm") { tables in
              guard try !tables.registrations(for: address).isEmpty else { return false }
              let account = Account(id: ID("a\(round)-\(place)"), createdAt: Sample.now)
              try tables.put(account)
              try tables.put(
                IdentifierBinding(
                  identifier: address, account: account.id, verifiedAt: Sample.now))
              try tables.put([PendingRegistration](), for: address)
              return true
            }
          }
          try requireEqual(made.filter { $0 }.count, 1, "accounts")
          let accounts = try await store.transaction("count") { tables in
            try (0..<width).filter { try tables.account(ID("a\(round)-\($0)")) != nil }.count
          }
          try requireEqual(accounts, 1, "stored accounts")
        }
      },
      StoreCase(description: "A budget that 64 parallel calls count against is never exceeded") {
        store in
        let keys = LimitKeys("contract", "x", Sample.SampleDigests())
        let budget = Budget(most: 10, within: .hours(1))
        let refusals = try await atOnce(64) { _ in
          try await store.transaction("count") {
            try $0.count(against: [KeyedBudget(keys, budget)], at: Sample.now)
          }
        }
        try requireEqual(refusals.filter { $0 == nil }.count, budget.most, "counted")
      },
    ]
  }

  private static func guess(
    _ match: Int?, at id: ID<Challenge>, of identifier: Identifier, in store: any IdentityStore
  ) async throws -> CodeVerdict {
    try await store.transaction("guess") { tables in
      let key = LimitKey("guess", identifier.text, Sample.SampleDigests())
      guard var challenge = try tables.challenge(id) else { return .wrong(triesLeft: 0) }
      var guesses = try tables.guesses(at: key) ?? IdentifierGuesses()
      var codes = [challenge.code]
      let verdict = guesses.judge(&codes, match: match, at: Sample.now)
      challenge.code = codes[0]
      try tables.put(challenge)
      try tables.put(guesses, at: key)
      return verdict
    }
  }
}
