import Foundation

/// What a provider says of itself (OpenID Connect Discovery 1.0 section 3).
struct DiscoveryDocument: Sendable {
  enum SecretMethod: Hashable, Sendable {
    case basic
    case post
  }

  let authorization: ProviderEndpoint
  let token: ProviderEndpoint
  let keys: ProviderEndpoint
  let userinfo: ProviderEndpoint?
  let revocation: ProviderEndpoint?
  /// How a client secret is shown; nil where none of our ways is taken.
  let secretMethod: SecretMethod?
  /// RFC 9207 section 3: whether each response names its issuer.
  let namesIssuer: Bool

  private struct Wire: Decodable {
    let issuer: String
    let authorization_endpoint: String
    let token_endpoint: String
    let jwks_uri: String
    let userinfo_endpoint: String?
    let revocation_endpoint: String?
    let token_endpoint_auth_methods_supported: [String]?
    let authorization_response_iss_parameter_supported: Bool?
  }

  /// - Returns: nil for what is no such document, for another issuer than the one that was asked (section
  ///   4.3), and for an address that is not allowed.
  static func read(_ json: [UInt8], of client: OpenIDClient) -> DiscoveryDocument? {
    guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(json)),
      wire.issuer == client.issuer
    else { return nil }
    let rules = client.endpoints
    do {
      return DiscoveryDocument(
        authorization: try rules.endpoint(wire.authorization_endpoint),
        token: try rules.endpoint(wire.token_endpoint),
        keys: try rules.endpoint(wire.jwks_uri),
        userinfo: try wire.userinfo_endpoint.map { try rules.endpoint($0) },
        revocation: try wire.revocation_endpoint.map { try rules.endpoint($0) },
        secretMethod: secretMethod(wire.token_endpoint_auth_methods_supported),
        namesIssuer: wire.authorization_response_iss_parameter_supported ?? false)
    } catch { return nil }
  }

  private static func secretMethod(_ methods: [String]?) -> SecretMethod? {
    guard let methods, !methods.contains("client_secret_basic") else { return .basic }
    return methods.contains("client_secret_post") ? .post : nil
  }
}
