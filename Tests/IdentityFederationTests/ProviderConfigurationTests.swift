import Crypto
import IdentityDomain
import IdentityFederation
import Testing

/// FED-1, FED-7.
@Suite("Configured providers")
struct ProviderConfigurationTests {
  /// A declaration with one mistake.
  struct Wrong: Sendable {
    let kind: ProviderDeclaration.Kind
    let field: String
    let change: @Sendable (inout ProviderDeclaration) -> Void

    init(
      _ kind: ProviderDeclaration.Kind, _ field: String,
      _ change: @escaping @Sendable (inout ProviderDeclaration) -> Void
    ) {
      (self.kind, self.field, self.change) = (kind, field, change)
    }
  }

  private static let pem = P256.Signing.PrivateKey().pemRepresentation

  private func configuration(
    _ kind: ProviderDeclaration.Kind, endpoints: EndpointRules = .production,
    _ change: @Sendable (inout ProviderDeclaration) -> Void = { _ in }
  ) throws(ProviderRefusal) -> ProviderConfiguration {
    var declaration = ProviderDeclaration(kind, id: "id-1")
    declaration.client_id = "client-1"
    switch kind {
    case .oidc: (declaration.name, declaration.issuer) = ("Work", "https://id.example.com")
    case .google, .github: declaration.client_secret_file = "secret"
    case .apple:
      (declaration.team_id, declaration.key_id) = ("TEAM000001", "KEY0000001")
      declaration.key_file = "key"
    }
    change(&declaration)
    return try ProviderConfiguration(
      declaration, publicURL: "https://portico.example",
      files: ProviderSecretFiles { what, path throws(ProviderRefusal) in
        switch path {
        case "secret": Array("s3cret".utf8)
        case "key": Array(Self.pem.utf8)
        case "lines": Array("a\nb\n".utf8)
        case "binary": [0xFF, 0xFE]
        default: throw ProviderRefusal(what, "cannot be read")
        }
      }, endpoints: endpoints)
  }

  @Test("Each kind has the brand, the name and the domains of its provider")
  func kinds() throws {
    let google = try configuration(.google) {
      $0.native_client_ids = ["ios"]
      $0.authoritative_domains = ["Example.COM"]
    }.policy
    #expect(google.brand == .google && google.name == "Google" && google.takesNativeTokens)
    #expect(google.authoritativeDomains == ["gmail.com", "googlemail.com", "example.com"])
    let apple = try configuration(.apple).policy
    #expect(apple.brand == .apple && apple.name == "Apple" && !apple.takesNativeTokens)
    #expect(
      apple.authoritativeDomains == [
        "privaterelay.appleid.com", "icloud.com", "me.com", "mac.com",
      ])
    let github = try configuration(.github).policy
    #expect(github.brand == .github && github.authoritativeDomains.isEmpty)
    #expect(!github.isTrustedForAddresses)
    let work = try configuration(.oidc) {
      $0.trusted_for_addresses = true
      $0.level_two_contexts = ["urn:2"]
    }.policy
    #expect(work.brand == .other && work.name == "Work" && work.isTrustedForAddresses)
    #expect(work.levelTwoContexts == ["urn:2"])
  }

  @Test(
    "A mistake is reported by its key",
    arguments: [
      Wrong(.oidc, "id") { $0 = ProviderDeclaration(.oidc, id: "Upper") },
      Wrong(.oidc, "name") { $0.name = nil }, Wrong(.oidc, "name") { $0.name = "a\u{7}" },
      Wrong(.oidc, "issuer") { $0.issuer = nil },
      Wrong(.oidc, "issuer") { $0.issuer = "http://id.example.com" },
      Wrong(.oidc, "issuer") { $0.issuer = "http://127.0.0.1" },
      Wrong(.oidc, "issuer") { $0.issuer = "id.example.com" },
      Wrong(.oidc, "issuer") { $0.issuer = "https://id.example.com?a" },
      Wrong(.oidc, "issuer") { $0.issuer = "https://user@id.example.com" },
      Wrong(.oidc, "client_id") { $0.client_id = nil },
      Wrong(.oidc, "client_id") { $0.client_id = "a b" },
      Wrong(.oidc, "client_secret_file") { $0.client_secret_file = "absent" },
      Wrong(.oidc, "client_secret_file") { $0.client_secret_file = "lines" },
      Wrong(.oidc, "client_secret_file") { $0.client_secret_file = "binary" },
      Wrong(.oidc, "scopes") { $0.scopes = ["email"] },
      Wrong(.oidc, "scopes") { $0.scopes = ["openid", "a b"] },
      Wrong(.oidc, "algorithms") { $0.algorithms = [] },
      Wrong(.oidc, "algorithms") { $0.algorithms = ["HS256"] },
      Wrong(.oidc, "authoritative_domains") { $0.authoritative_domains = ["a@b.example"] },
      Wrong(.oidc, "authoritative_domains") { $0.authoritative_domains = ["*.example.com"] },
      Wrong(.oidc, "native_client_ids") { $0.native_client_ids = [""] },
      Wrong(.google, "client_secret_file") { $0.client_secret_file = nil },
      Wrong(.google, "hosted_domain") { $0.hosted_domain = "*" },
      Wrong(.apple, "team_id") { $0.team_id = "short" },
      Wrong(.apple, "key_id") { $0.key_id = nil },
      Wrong(.apple, "key_file") { $0.key_file = nil },
      Wrong(.apple, "key_file") { $0.key_file = "secret" },
      Wrong(.github, "client_secret_file") { $0.client_secret_file = nil },
      Wrong(.github, "address") { $0.address = "http://ghe.example" },
      Wrong(.github, "api_address") { $0.api_address = "ftp://ghe.example" },
    ])
  func wrong(_ wrong: Wrong) {
    do throws(ProviderRefusal) {
      _ = try configuration(wrong.kind, wrong.change)
      Issue.record("\(wrong.field) was taken")
    } catch {
      #expect(error.field == wrong.field)
      #expect(!error.description.contains("s3cret") && !error.description.contains("PRIVATE"))
    }
  }

  @Test("Plain HTTP is for loopback, and only where it is allowed")
  func loopback() throws {
    for address in ["http://127.0.0.1:8080/dev", "http://localhost:1", "http://[::1]:1"] {
      _ = try configuration(.oidc, endpoints: .development) { $0.issuer = address }
      #expect(throws: ProviderRefusal.self) { try configuration(.oidc) { $0.issuer = address } }
    }
    #expect(throws: ProviderRefusal.self) {
      try configuration(.oidc, endpoints: .development) { $0.issuer = "http://192.168.0.1" }
    }
  }

  @Test("No description of a configuration shows its secret")
  func descriptions() throws {
    for kind in ProviderDeclaration.Kind.allCases {
      let made = try configuration(kind) {
        if kind == .oidc { $0.client_secret_file = "secret" }
      }
      var shown = "\(made) \(String(reflecting: made))"
      dump(made, to: &shown)
      dump(made.kind, to: &shown)
      #expect(!shown.contains("s3cret") && !shown.contains("rawRepresentation"))
    }
  }
}
