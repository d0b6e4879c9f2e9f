import IdentityDomain

extension StoreContract {
  private struct Stop: Error {}

  static let transactionCases = [
    StoreCase(description: "What a transaction wrote is there for the next one") { store in
      let account = Account(id: ID("a"), createdAt: Sample.now)
      try await store.transaction("write") { try $0.put(account) }
      let found = try await store.transaction("read") { try $0.account(ID("a")) }
      try requireEqual(found, account, "the account")
    },
    StoreCase(description: "A read sees what was committed, and fails if it writes") { store in
      let account = Account(id: ID("a"), createdAt: Sample.now)
      try await store.transaction("write") { try $0.put(account) }
      var found: Account? = try await store.read("read") { try $0.account(ID("a")) }
      try requireEqual(found, account, "the account")
      do {
        try await store.read("write") { try $0.removeAccount(ID("a")) }
        throw ContractViolation(description: "a read may write")
      } catch let violation as ContractViolation {
        throw violation
      } catch {}
      found = try await store.read("read") { try $0.account(ID("a")) }
      try requireEqual(found, account, "the account after a failed read")
    },
    StoreCase(description: "A transaction sees what it wrote itself") { store in
      let account = Account(id: ID("a"), createdAt: Sample.now)
      let found = try await store.transaction("both") { tables in
        try tables.put(account)
        return try tables.account(ID("a"))
      }
      try requireEqual(found, account, "the account")
    },
    StoreCase(description: "A body that throws leaves nothing behind in any table") { store in
      let address = try Sample.email("ann")
      let session = Sample.session("s", account: "a")
      do {
        try await store.transaction("stop") { tables in
          try tables.put(Account(id: ID("a"), createdAt: Sample.now))
          try tables.put(session)
          try tables.append(Sample.message("m", to: address))
          _ = try tables.rememberProof("p", by: Sample.key, until: Sample.now)
          throw Stop()
        }
        throw ContractViolation(description: "the error of the body was lost")
      } catch is Stop {}
      let left = try await store.transaction("read") { tables in
        [
          try tables.account(ID("a")) != nil, try tables.session(ID("s")) != nil,
          try !tables.outboxMessages(most: 9).isEmpty,
          try !tables.rememberProof("p", by: Sample.key, until: Sample.now),
        ]
      }
      try requireEqual(left, [false, false, false, false], "account, session, message, proof")
    },
    StoreCase(description: "A refusal is an outcome: what was written beside it stays") { store in
      let key = LimitKey("guess", "ann", Sample.SampleDigests())
      do {
        _ = try await store.decide("refuse") { tables -> Result<Bool, IdentityFailure> in
          try tables.put(IdentifierGuesses(), at: key)
          return .failure(.wrongCode(triesLeft: 3))
        }
        throw ContractViolation(description: "the refusal was lost")
      } catch IdentityFailure.wrongCode(let triesLeft) {
        try requireEqual(triesLeft, 3, "tries left")
      }
      let kept = try await store.transaction("read") { try $0.guesses(at: key) }
      try requireEqual(kept, IdentifierGuesses(), "the guesses")
    },
  ]
}
