package import IdentityDomain
import NetworkTransfer

/// A provider that was checked and can be called. Secrets are in it.
package struct ProviderConfiguration: Sendable, CustomReflectable {
  package enum Kind: Sendable {
    case openID(OpenIDClient)
    case github(GitHubClient)
  }

  package let policy: ProviderPolicy
  package let kind: Kind

  package var customMirror: Mirror { Mirror(self, children: [("policy", policy)]) }
}

package enum ProviderClientSecret {}

/// How this service shows a provider who it is (RFC 6749 section 2.3).
package enum ClientAuthentication: Sendable {
  /// A public client: PKCE binds the code to it.
  case none
  /// By `client_secret_basic` or `client_secret_post`, as the discovery document says.
  case secret(Secret<ProviderClientSecret>)
  /// A secret that is signed for each request.
  case apple(AppleClientKey)
}

/// This service as a client of an OpenID provider.
package struct OpenIDClient: Sendable {
  package enum ResponseMode: String, Hashable, Sendable {
    case query
    /// OAuth 2.0 Form Post Response Mode: Apple's, where a name or an address is asked for.
    case formPost = "form_post"
  }

  /// As it stands in the discovery document, to the letter, and in the stored subjects.
  package let issuer: String
  /// Other spellings that id tokens have.
  package var issuerAliases: Set<String> = []
  package let discovery: ProviderEndpoint
  package let clientID: String
  /// Names of this service's apps there; their native sheets make id tokens.
  package var nativeClientIDs: Set<String> = []
  package let authentication: ClientAuthentication
  package var scopes = ["openid", "email", "profile"]
  package var algorithms = SignatureAlgorithm.standard
  package var responseMode = ResponseMode.query
  /// Google's `hd`: nil where accounts of any organization may come.
  package var hostedDomain: String?
  /// Whether `hd` means what Google says that it means.
  package var tellsHostedDomain = false
  /// Whether the grant is revoked when the account is deleted, for which a refresh token is kept.
  package var keepsRefreshToken = false
  /// Whether it sends Apple's notices.
  package var sendsNotices = false
  package let redirectURI: String
  package let endpoints: EndpointRules

  /// OpenID Connect Discovery 1.0 section 4.
  package init(
    issuer: String, clientID: String, authentication: ClientAuthentication, redirectURI: String,
    endpoints: EndpointRules
  ) throws(ProviderRefusal) {
    func refusal(_ what: String) -> ProviderRefusal {
      ProviderRefusal(
        "issuer", "\(what); write it as the provider does, such as https://id.example.com")
    }
    guard (1...SecurityRules.issuerBytes).contains(issuer.utf8.count), !issuer.contains("?") else {
      throw refusal("is empty, too long or has a query")
    }
    var base = issuer
    while base.hasSuffix("/") { base.removeLast() }
    do {
      discovery = try endpoints.endpoint("\(base)/.well-known/openid-configuration")
    } catch { throw refusal(error.description) }
    self.issuer = issuer
    self.clientID = clientID
    self.authentication = authentication
    self.redirectURI = redirectURI
    self.endpoints = endpoints
  }

  var issuers: Set<String> { issuerAliases.union([issuer]) }
}

/// This service as an OAuth app of GitHub, or of GitHub Enterprise Server.
package struct GitHubClient: Sendable {
  package static let standardAddress = "https://github.com"
  package static let standardAPIAddress = "https://api.github.com"

  /// The issuer of the subjects: the address of the site.
  package let issuer: String
  package let authorization: ProviderEndpoint
  package let token: ProviderEndpoint
  package let user: ProviderEndpoint
  package let emails: ProviderEndpoint
  package let clientID: String
  package let secret: Secret<ProviderClientSecret>
  package let redirectURI: String

  package init(
    address: String = GitHubClient.standardAddress,
    apiAddress: String = GitHubClient.standardAPIAddress, clientID: String,
    secret: Secret<ProviderClientSecret>, redirectURI: String, endpoints: EndpointRules
  ) throws(ProviderRefusal) {
    func endpoint(
      _ field: String, _ base: String, _ path: String
    ) throws(ProviderRefusal) -> ProviderEndpoint {
      do { return try endpoints.endpoint(base + path) } catch {
        throw ProviderRefusal(field, error.description)
      }
    }
    var site = address
    while site.hasSuffix("/") { site.removeLast() }
    var api = apiAddress
    while api.hasSuffix("/") { api.removeLast() }
    issuer = site
    authorization = try endpoint("address", site, "/login/oauth/authorize")
    token = try endpoint("address", site, "/login/oauth/access_token")
    user = try endpoint("api_address", api, "/user")
    emails = try endpoint("api_address", api, "/user/emails")
    self.clientID = clientID
    self.secret = secret
    self.redirectURI = redirectURI
  }
}
