import IdentityDelivery
import IdentityDomain
import IdentityHTTP
import IdentityKeys
import IdentityPhoneNumbers
import IdentitySenders

/// What `serve` was asked for, as it was typed.
struct ServeRequest: Sendable {
  var host = "127.0.0.1"
  var port = 8080
  var store: String?
  var isDevelopment = false
  var publicURL: String?
  var trustedProxies: [String] = []
  var origins: [String] = []
  var masterKeyFile: String?
  /// The value of `PORTICO_MASTER_KEY`.
  var masterKeyText: String?
  var regions: [String] = []
  var service = "Portico"
  /// The value of `PORTICO_OPERATOR_TOKEN`.
  var operatorToken: String?
  var providers = ProviderRequest()
}

/// What it comes to, checked before anything is opened (SEC "Browser and HTTP", "Secrets at rest").
struct ServePlan: Sendable {
  let http: HTTPSettings
  let store: StoreAddress
  let masterKey: MasterKey
  let identity: IdentitySettings
  let providers: ProviderPlan
  let delivery: DeliverySettings

  /// - Throws: `ServeRefusal`, the first that is found.
  init(_ request: ServeRequest) throws {
    store = try StoreAddress(
      request.store
        ?? (request.isDevelopment ? "sqlite:portico-dev.sqlite" : "sqlite:portico.sqlite"))
    http = try Self.http(request)
    masterKey = try Self.masterKey(request)
    identity = try Self.identity(request, http)
    providers = try Self.providers(request)
    delivery = try Self.delivery(request, http)
  }

  /// Browsers fill a code in on pages of the host under which this server is reached.
  private static func delivery(
    _ request: ServeRequest, _ http: HTTPSettings
  ) throws -> DeliverySettings {
    do {
      return try DeliverySettings(
        service: request.service, codeHost: request.isDevelopment ? nil : http.publicURL?.host)
    } catch {
      throw ServeRefusal("--service: \(error.description)")
    }
  }

  private static func providers(_ request: ServeRequest) throws -> ProviderPlan {
    var wanted = request.providers
    wanted.isDevelopment = request.isDevelopment
    do {
      return try ProviderPlan(wanted)
    } catch {
      throw ServeRefusal(error.description)
    }
  }

  private static func identity(
    _ request: ServeRequest, _ http: HTTPSettings
  ) throws -> IdentitySettings {
    let known = Set(LibPhoneNumber.regions)
    for region in request.regions where !known.contains(region) {
      throw ServeRefusal(
        "--region: '\(region)' is no country; write two capital letters (ISO 3166-1), such as DE")
    }
    let isOpen = request.isDevelopment && request.regions.isEmpty
    // The issuer lasts longer than a port that was free once.
    let issuer = http.publicURL?.text ?? "http://127.0.0.1"
    var settings = IdentitySettings(
      tokens: TokenSettings(issuer: issuer, audience: issuer, client: "portico"),
      servedRegions: isOpen ? known : Set(request.regions))
    settings.accountPasswords.blocked = ["portico", request.service.lowercased()]
    // All of development is one address.
    if request.isDevelopment { settings.networkShare = 1_000 }
    // Settings of an operator's own come with the configuration file.
    if request.isDevelopment { settings.markets = try .development() }
    return settings
  }

  private static func http(_ request: ServeRequest) throws -> HTTPSettings {
    func origin(_ text: String, _ name: String) throws -> WebOrigin {
      guard let origin = WebOrigin(text) else {
        throw ServeRefusal(
          "\(name): '\(text)' is not a scheme, a host and a port alone; write https://HOST or "
            + "https://HOST:PORT")
      }
      return origin
    }
    var settings = HTTPSettings(
      host: request.host, port: request.port, isDevelopment: request.isDevelopment,
      operatorToken: request.operatorToken.map { Secret($0) })
    settings.publicURL = try request.publicURL.map { try origin($0, "--public-url") }
    settings.origins = Set(try request.origins.map { try origin($0, "--origin") })
    settings.trustedProxies = try request.trustedProxies.map { text in
      guard let range = AddressRange(text) else {
        throw ServeRefusal(
          "--trusted-proxy: '\(text)' is no address; write 192.0.2.1 or 192.0.2.0/24")
      }
      return range
    }
    do {
      try settings.check()
    } catch {
      throw ServeRefusal(error.description)
    }
    return settings
  }

  /// Development needs none; a key that is given is used all the same.
  private static func masterKey(_ request: ServeRequest) throws -> MasterKey {
    do {
      return try MasterKey.find(
        file: request.masterKeyFile, environment: request.masterKeyText)
    } catch .missing where request.isDevelopment {
      return .development
    } catch {
      throw ServeRefusal(error.description)
    }
  }
}
