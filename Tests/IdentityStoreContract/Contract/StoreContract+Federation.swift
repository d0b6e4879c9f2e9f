import IdentityDomain

extension StoreContract {
  static let federationCases = [
    StoreCase(description: "A person at a provider is one row by issuer and subject") { store in
      let first = try Sample.federatedIdentity("1", account: "a")
      let elsewhere = try Sample.federatedIdentity(
        "1", issuer: "https://other.example", account: "b")
      let second = try Sample.federatedIdentity("2", account: "a", after: .seconds(1))
      try await store.transaction("link") { tables in
        for identity in [second, first, elsewhere] { try tables.put(identity) }
        try requireEqual(try tables.federatedIdentity(first.subject), first, "the first")
        try requireEqual(try tables.federatedIdentity(elsewhere.subject), elsewhere, "elsewhere")
        try requireEqual(
          try tables.federatedIdentities(of: ID("a")), [first, second], "the oldest first")
        var revoked = first
        revoked.revokedAt = Sample.now
        revoked.refreshToken = [0, 255, 10]
        try tables.put(revoked)
        try requireEqual(try tables.federatedIdentity(first.subject), revoked, "put once more")
        try tables.removeFederatedIdentity(first.subject)
        try requireEqual(try tables.federatedIdentities(of: ID("a")), [second], "what is left")
        try requireEqual(
          try tables.federatedIdentities(of: ID("b")), [elsewhere], "of the other account")
      }
    },
    StoreCase(description: "An authorization request keeps what became of it, and goes in time") {
      store in
      let begun = try Sample.authorizationRequest("r")
      let link = try Sample.authorizationRequest("l", .link(ID("a"), ID("s")))
      try await store.transaction("begin") { tables in
        var request = begun
        for one in [request, link] {
          try tables.put(one)
          try requireEqual(try tables.authorizationRequest(one.id), one, "as it began")
        }
        request.exchangeStartedAt = Sample.now
        for outcome in [
          AuthorizationRequest.Outcome.failed(.wrongNonce), .asserted(try Sample.person()),
        ] {
          request.outcome = outcome
          try tables.put(request)
          try requireEqual(try tables.authorizationRequest(request.id), request, "with its outcome")
        }
        let lifetime = SecurityRules.authorizationRequestLifetime
        _ = try tables.removeExpired(before: Sample.now + lifetime - .seconds(1))
        try require(try tables.authorizationRequest(request.id) != nil, "gone too early")
        try tables.removeAuthorizationRequest(request.id)
        try require(try tables.authorizationRequest(request.id) == nil, "still there")
        _ = try tables.removeExpired(before: Sample.now + lifetime)
        try require(try tables.authorizationRequest(link.id) == nil, "still there after its time")
      }
    },
    StoreCase(description: "A change remembers the providers that there were") { store in
      let linked = try Sample.federatedIdentity("1", account: "a")
      var revoked = try Sample.federatedIdentity("2", account: "a", after: .seconds(1))
      revoked.revokedAt = Sample.now
      revoked.refreshToken = [7, 0, 1]
      for identities in [[], [linked], [linked, revoked]] {
        let change = IdentifierChange(
          id: ID("c"), account: ID("a"), session: ID("s"), at: Sample.now, bindings: [],
          password: nil, identities: identities)
        try await store.transaction("change") { try $0.put(change) }
        let found = try await store.read("look") { try $0.identifierChange(ID("c")) }
        try requireEqual(found, change, "the change")
      }
    },
  ]
}

extension Sample {
  static func federatedIdentity(
    _ subject: String, issuer: String = "https://provider.example", account: String,
    after delay: Duration = .zero
  ) throws -> FederatedIdentity {
    FederatedIdentity(
      subject: try made(FederatedSubject(issuer: issuer, subject: subject)), account: ID(account),
      provider: try made(ProviderID("example")), linkedAt: now + delay,
      email: try made(EmailAddress("ann@example.com")))
  }

  static func authorizationRequest(
    _ id: String, _ purpose: AuthorizationRequest.Purpose = .signIn
  ) throws -> AuthorizationRequest {
    AuthorizationRequest(
      id: ID(id), provider: try made(ProviderID("example")), device: key, purpose: purpose,
      returnURL: purpose == .signIn ? "com.example.app:/return" : nil, key: KeyID("k1"),
      createdAt: now)
  }

  static func person() throws -> AssertedPerson {
    AssertedPerson(
      subject: try made(FederatedSubject(issuer: "https://provider.example", subject: "s|1")),
      email: try made(EmailAddress("ann@example.com")), ownsEmail: true, name: "Zo\u{eb} \u{0}",
      pictureURL: "https://example.com/p.png", level: .two, assertedAt: now,
      refreshToken: [1, 2, 0])
  }

  private static func made<Value>(_ value: Value?) throws -> Value {
    guard let value else {
      throw ContractViolation(description: "a sample of the contract is not valid")
    }
    return value
  }
}
