import IdentityDomain

extension StoreContract {
  private static func temporary(
    _ id: String, _ identifier: Identifier, account: String? = nil, after wait: Duration = .zero
  ) throws -> TemporaryPassword {
    let pending = try Sample.registration(id, identifier)
    return TemporaryPassword(
      id: ID(id), identifier: identifier, account: account.map { ID($0) }, passwordVersion: nil,
      hash: pending.password, check: pending.check, sentAt: Sample.now + wait)
  }

  static let marketCases = [
    StoreCase(description: "An address has one temporary password, also if it is nobody's") {
      store in
      let ann = try Sample.email("ann")
      let bob = try Sample.email("bob")
      try await store.transaction("temporary") { tables in
        try requireEqual(try tables.temporaryPassword(for: ann), nil, "at first")
        try tables.put(try temporary("1", ann))
        try tables.put(try temporary("2", bob, account: "b"))
        let newer = try temporary("3", ann, account: "a", after: .minutes(1))
        try tables.put(newer)
        try requireEqual(try tables.temporaryPassword(for: ann), newer, "the newer one")
        try tables.removeTemporaryPassword(for: ann)
        try tables.removeTemporaryPassword(for: ann)
        try requireEqual(try tables.temporaryPassword(for: ann), nil, "after removal")
        try requireEqual(
          try tables.temporaryPassword(for: bob)?.id, ID("2"), "that of the other address")
      }
    },
    StoreCase(description: "Housekeeping removes a temporary password when its time is over") {
      store in
      let ann = try Sample.email("ann")
      try await store.transaction("fill") { try $0.put(try temporary("1", ann)) }
      let life = SecurityRules.temporaryPasswordLifetime
      for (wait, removed) in [(life - .milliseconds(1), 0), (life, 1), (life, 0)] {
        let rows = try await store.transaction("clean") {
          try $0.removeExpired(before: Sample.now + wait)
        }
        try requireEqual(rows, removed, "rows removed after \(wait)")
      }
    },
    StoreCase(description: "What a market adds to account, registration and session is kept") {
      store in
      let ann = try Sample.email("ann")
      guard let market = MarketHandle("MX,CMX") else {
        throw ContractViolation(description: "no handle")
      }
      let person = MarketPerson(
        firstName: "Zoë", lastName: "O'Neil \u{1F600}", mobile: try Sample.phone("+4915112345678"),
        mode: .worker)
      let account = Account(
        id: ID("a"), createdAt: Sample.now, profile: Account.Profile(market: person))
      let plain = try Sample.registration("r", ann)
      let pending = PendingRegistration(
        id: plain.id, identifier: ann, device: nil, createdAt: Sample.now, name: nil,
        market: person, password: plain.password, check: plain.check, code: plain.code)
      let session = Session(
        id: ID("s"), holder: .account(ID("a")), scope: .passwordChange,
        authenticatedAt: Sample.now, methods: [.oneTimePassword], client: Sample.client,
        market: market,
        family: TokenFamily(
          kind: .compat, limits: SecurityRules.marketLimits, openedAt: Sample.now,
          derivationKey: KeyID("k")))
      try await store.transaction("market") { tables in
        try tables.put(account)
        try tables.put([pending], for: ann)
        try tables.put(session)
      }
      try await store.read("market") { tables in
        try requireEqual(try tables.account(ID("a")), account, "the account")
        try requireEqual(try tables.registrations(for: ann), [pending], "the registration")
        try requireEqual(try tables.session(ID("s")), session, "the session")
      }
    },
  ]
}
