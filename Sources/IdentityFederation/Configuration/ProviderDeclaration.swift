/// A provider as an operator wrote it down, before it is checked. The names are those of the file.
package struct ProviderDeclaration: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Any OpenID provider that has a discovery document.
    case oidc
    case google
    case apple
    case github
  }

  package let kind: Kind
  package let id: String
  package var name: String?
  /// `oidc`; for the others in place of their own, for development.
  package var issuer: String?
  package var client_id: String?
  /// A path. Without it the client is public and PKCE alone binds the code (`oidc`).
  package var client_secret_file: String?
  package var scopes: [String]?
  package var authoritative_domains: [String]?
  package var trusted_for_addresses: Bool?
  /// Values of `acr` that stand for level 2.
  package var level_two_contexts: [String]?
  package var algorithms: [String]?
  /// Client ids of apps whose native sheets make id tokens (`oidc`, `google`); bundle ids (`apple`).
  package var native_client_ids: [String]?
  /// `google`: only accounts of this organization.
  package var hosted_domain: String?
  /// `apple`: ten capital letters and digits each, and the path of the key's `.p8` file.
  package var team_id: String?
  package var key_id: String?
  package var key_file: String?
  /// `github`: of GitHub Enterprise Server.
  package var address: String?
  package var api_address: String?

  package init(_ kind: Kind, id: String) {
    self.kind = kind
    self.id = id
  }

  /// The keys that a provider of a kind may have in the file.
  package static func keys(of kind: Kind) -> [String] {
    let common = [
      "id", "kind", "name", "authoritative_domains", "trusted_for_addresses", "client_id", "issuer",
    ]
    let openID = ["scopes", "level_two_contexts", "algorithms", "native_client_ids"]
    return switch kind {
    case .oidc: common + openID + ["client_secret_file"]
    case .google: common + openID + ["client_secret_file", "hosted_domain"]
    case .apple: common + ["native_client_ids", "team_id", "key_id", "key_file"]
    case .github:
      common.filter { $0 != "issuer" } + ["client_secret_file", "address", "api_address"]
    }
  }
}

/// Why a provider is not configured: the key of the file that is wrong, and what to write.
package struct ProviderRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  package let field: String
  package let advice: String

  package init(_ field: String, _ advice: String) {
    self.field = field
    self.advice = advice
  }

  package var description: String { "\(field): \(advice)" }
}
