import IdentityDomain
import IdentityFederation
import Testing

/// FED-7.
@Suite("Sign in with Google")
struct GoogleTests {
  private static let id = ProviderID("google")!

  private func assertion(
    _ claims: [String: String], _ change: (inout ProviderDeclaration) -> Void = { _ in }
  ) async throws -> ProviderAssertion {
    let provider = try TestProvider()
    let issuer = ["issuer": #""https://accounts.google.com""#]
    provider.set(
      "/.well-known/openid-configuration", TestProvider.json(TestProvider.discovery(issuer)))
    var token = provider.token()
    token.claims["iss"] = #""https://accounts.google.com""#
    token.claims.merge(claims) { $1 }
    try provider.give(token)
    var declaration = ProviderDeclaration(.google, id: "google")
    declaration.client_id = "client-1"
    declaration.client_secret_file = "secret"
    change(&declaration)
    let configuration = try ProviderConfiguration(
      declaration, publicURL: "https://portico.example",
      files: ProviderSecretFiles { _, _ throws(ProviderRefusal) in Array("s".utf8) })
    return try await FederatedProviders(
      [configuration], transport: provider, clock: provider.clock
    ).redeem(
      ProviderResponse(code: Secret(TestProvider.code)), of: TestProvider.request, at: Self.id)
  }

  @Test("A user is the same under both spellings of Google's issuer")
  func issuers() async throws {
    let long = try await assertion([:])
    let short = try await assertion(["iss": #""accounts.google.com""#])
    #expect(long.subject == short.subject && long.subject.issuer == "https://accounts.google.com")
    for issuer in ["http://accounts.google.com", "accounts.google.com/", "google.com"] {
      await #expect(throws: ProviderFailure.wrongIssuer) {
        try await assertion(["iss": "\"\(issuer)\""])
      }
    }
  }

  @Test("The hosted domain is returned in lower case, if it is a domain")
  func hostedDomain() async throws {
    for (hd, expected) in [
      (#""Example.com""#, "example.com"), (#""a@b.example""#, nil), (#""""#, nil), ("7", nil),
    ] {
      #expect(try await assertion(["hd": hd]).hostedDomain == expected)
    }
  }

  @Test("If one organization is required, accounts of others are refused")
  func organization() async throws {
    func asked(_ hd: String?) async throws -> ProviderAssertion {
      try await assertion(hd.map { ["hd": "\"\($0)\""] } ?? [:]) {
        $0.hosted_domain = "example.com"
      }
    }
    #expect(try await asked("example.com").hostedDomain == "example.com")
    for hd in [nil, "other.example"] {
      await #expect(throws: ProviderFailure.refused) { try await asked(hd) }
    }
  }
}
