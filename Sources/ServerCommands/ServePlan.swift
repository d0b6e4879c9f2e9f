import Branding
import Foundation
import IdentityDelivery
import IdentityDomain
import IdentityFederation
import IdentityHTTP
import IdentityKeys
import IdentityPhoneNumbers
import IdentitySenders
import NetworkTransfer
import PorticoCommands

/// What it comes to, checked before anything is opened (SEC "Browser and HTTP", "Secrets at rest").
struct ServePlan: Sendable {
  let http: HTTPSettings
  let store: StoreAddress
  /// How long the start waits for it.
  let storeWait: Duration
  let masterKey: MasterKey
  let identity: IdentitySettings
  let associations: AssociationFiles
  let providers: ProviderPlan
  let signIn: SignInPlan
  let delivery: DeliverySettings
  let log: LogSettings
  let web: WebFolder
  /// Nil for the page as it was built.
  let brand: Brand?
  /// The document that is edited while the page shows it.
  let live: LiveDocument?

  /// - Throws: `ServeRefusal`, with the place where its setting was written; `ServeRefusals` of files
  ///   that are named.
  init(_ configuration: ServeConfiguration) throws {
    do {
      try self.init(try ServeRequest(configuration))
    } catch let refusal as ServeRefusal {
      throw configuration.located(refusal)
    }
  }

  /// - Throws: `ServeRefusal`, the first that is found.
  init(_ request: ServeRequest) throws {
    log = request.log
    web = WebFolder(request.web)
    brand = request.brand
    live = try Self.live(request)
    store = try Self.store(request)
    storeWait = request.storeWait
    http = try Self.http(request)
    masterKey = try Self.masterKey(request)
    let passkeys = try PasskeyPlan(request, http)
    var identity = try Self.identity(request, http)
    identity.passkeys = passkeys.settings
    self.identity = identity
    associations = passkeys.files
    providers = try Self.providers(request)
    signIn = try Self.signIn(request, http)
    delivery = try Self.delivery(request, http)
  }

  /// All that is wrong, where one thing can be looked at without another.
  static func problems(_ request: ServeRequest) -> [any Error] {
    var found: [any Error] = []
    _ = Self.look(&found) { try Self.live(request) }
    _ = Self.look(&found) { try Self.store(request) }
    _ = Self.look(&found) { try Self.masterKey(request) }
    _ = Self.look(&found) { try Self.providers(request) }
    guard let http = Self.look(&found, { try Self.http(request) }) else { return found }
    _ = Self.look(&found) { try PasskeyPlan(request, http) }
    _ = Self.look(&found) { try Self.identity(request, http) }
    _ = Self.look(&found) { try Self.signIn(request, http) }
    _ = Self.look(&found) { try Self.delivery(request, http) }
    return found
  }

  private static func look<Value>(
    _ found: inout [any Error], _ work: () throws -> Value
  ) -> Value? {
    do {
      return try work()
    } catch {
      found.append(error)
      return nil
    }
  }

  private static func store(_ request: ServeRequest) throws -> StoreAddress {
    try StoreAddress(
      request.store
        ?? (request.isDevelopment ? "sqlite:portico-dev.sqlite" : StoreAddress.standard))
  }

  private static func live(_ request: ServeRequest) throws -> LiveDocument? {
    guard let path = request.flow else { return nil }
    guard FileManager.default.fileExists(atPath: path) else {
      throw ServeRefusal("--flow: " + PathSpelling.complaint("no such file", path), about: .flow)
    }
    do throws(CannotRead) {
      try CannotRead.check(path)
    } catch {
      throw ServeRefusal("--flow: \(error)", about: .flow)
    }
    return LiveDocument(path: path)
  }

  /// How many transfers to providers may run at once.
  var transfers: Int {
    OutboxWorker.standardPlaces * providers.channels.count
      + (signIn.configurations.isEmpty ? 0 : SignInProviders.places)
  }

  /// In development: the server's address, where verifiers look for its keys. A port that was merely free lasts no longer
  /// than the process, so it is left out.
  private static func developmentIssuer(_ http: HTTPSettings) -> String {
    let name = http.host.contains(":") ? "[\(http.host)]" : http.host
    return "http://\(name)" + (http.port == 0 ? "" : ":\(http.port)")
  }

  /// Browsers fill a code in on pages of the host under which this server is reached.
  private static func delivery(
    _ request: ServeRequest, _ http: HTTPSettings
  ) throws -> DeliverySettings {
    do {
      return try DeliverySettings(
        service: request.service, codeHost: request.isDevelopment ? nil : http.publicURL?.host,
        brand: request.brand ?? .standard)
    } catch {
      throw ServeRefusal("--service: \(error.description)", about: .service)
    }
  }

  private static func providers(_ request: ServeRequest) throws -> ProviderPlan {
    var wanted = request.providers
    wanted.isDevelopment = request.isDevelopment
    do throws(Peer.Refusal) {
      return try ProviderPlan(wanted, files: .live)
    } catch {
      // It begins with the flag that is wrong.
      let row = Setting.all.first { row in
        row.flag.map { error.description.hasPrefix("--\($0):") } ?? false
      }
      throw ServeRefusal(error.description, about: row?.key)
    }
  }

  private static func signIn(
    _ request: ServeRequest, _ http: HTTPSettings
  ) throws -> SignInPlan {
    guard let file = request.signIn else { return SignInPlan() }
    if request.isDevelopment {
      // On a machine of its own a provider may be reached without TLS, and the port may not be known yet.
      return try SignInPlan(publicURL: http.publicURL?.text ?? "http://127.0.0.1") {
        try ProvidersFile.read(file, publicURL: $0, files: .live, endpoints: .development)
      }
    }
    guard let publicURL = http.publicURL?.text else {
      throw ServeRefusal(
        "--providers: a provider sends users back to --public-url; set it", about: .providers)
    }
    return try SignInPlan(publicURL: publicURL) {
      try ProvidersFile.read(file, publicURL: $0, files: .live)
    }
  }

  /// Where a sign-in at a third party may lead back to: what is configured, and the page.
  private static func returns(
    _ request: ServeRequest, _ http: HTTPSettings
  ) throws -> ReturnAddresses {
    for address in request.returnURLs where !ReturnAddresses.isUsable(address) {
      throw ServeRefusal(
        "return_urls: '\(address)' is not an address that an app can be opened by; write "
          + "https://HOST/PATH, or SCHEME:/PATH with the app's own scheme", about: .returnURLs)
    }
    let page = http.publicURL.map { [$0.text + "/"] } ?? []
    return ReturnAddresses(
      Set(request.returnURLs + page), takesLoopback: request.isDevelopment)
  }

  private static func identity(
    _ request: ServeRequest, _ http: HTTPSettings
  ) throws -> IdentitySettings {
    let known = Set(StandardPhoneNumbers.regions)
    for region in request.regions where !known.contains(region) {
      throw ServeRefusal(
        "--region: '\(region)' is not a country; write two capital letters (ISO 3166-1), such as DE",
        about: .regions)
    }
    let isOpen = request.isDevelopment && request.regions.isEmpty
    let issuer = http.publicURL?.text ?? developmentIssuer(http)
    var settings = IdentitySettings(
      tokens: TokenSettings(issuer: issuer, audience: issuer, client: "portico"),
      servedRegions: isOpen ? known : Set(request.regions))
    settings.languages = Set(MessageTexts.standard.tags)
    settings.returns = try returns(request, http)
    settings.accountPasswords = request.passwords
    let words: Set<String> = ["portico", request.service.lowercased(), http.publicURL?.host ?? ""]
    settings.accountPasswords.blocked.formUnion(words.filter { !$0.isEmpty })
    settings.newPasswords = PasswordPolicy(
      least: request.newPasswordLeast, blocked: settings.accountPasswords.blocked)
    settings.isRegistrationOpen = request.isRegistrationOpen
    settings.disclosesTaken = request.disclosesTaken
    settings.isCompatOn = request.isCompatOn
    settings.isDeviceTrustOn = request.isSameDeviceSkipOn
    settings.secondFactor = try request.secondFactorPolicy()
    settings.service = request.service
    settings.recycledAfter = request.recycledAfter
    settings.deletionWait = request.deletionWait
    settings.versions = try request.versionPolicy()
    // All of development is one address.
    settings.networkShare = request.networkShare ?? (request.isDevelopment ? 1_000 : 1)
    if let markets = request.markets {
      settings.markets = markets
    } else if request.isDevelopment {
      settings.markets = try .development()
    }
    if let experiments = request.experiments { settings.experiments = experiments }
    return settings
  }

  private static func http(_ request: ServeRequest) throws -> HTTPSettings {
    func origin(_ text: String, _ key: SettingKey) throws -> WebOrigin {
      guard let origin = WebOrigin(text) else {
        throw ServeRefusal(
          "--\(Setting.row(key).flag ?? key.rawValue): '\(text)' is not just a scheme, a host and "
            + "a port; write https://HOST or https://HOST:PORT", about: key)
      }
      return origin
    }
    var settings = HTTPSettings(
      host: request.host, port: request.port, isDevelopment: request.isDevelopment,
      operatorToken: request.operatorToken.map { Secret($0) })
    settings.proxyHeader = request.proxyHeader
    settings.limits = request.limits
    settings.countries = request.countries
    settings.publicURL = try request.publicURL.map { try origin($0, .publicURL) }
    settings.origins = Set(try request.origins.map { try origin($0, .origins) })
    settings.trustedProxies = try request.trustedProxies.map { text in
      guard let range = AddressRange(text) else {
        throw ServeRefusal(
          "--trusted-proxy: '\(text)' is not an address; write 192.0.2.1 or 192.0.2.0/24",
          about: .trustedProxies)
      }
      return range
    }
    do {
      try settings.check()
    } catch {
      throw ServeRefusal(error.description, about: error.setting)
    }
    return settings
  }

  /// Whether a store lies in that file; a database is not asked before everything else is right.
  private static func isStoreThere(_ request: ServeRequest) -> Bool {
    guard let store = try? store(request), case .sqlite(let path) = store else { return false }
    return FileManager.default.fileExists(atPath: path)
  }

  /// Development needs none; a key that is given is used all the same.
  private static func masterKey(_ request: ServeRequest) throws -> MasterKey {
    do {
      if let text = request.masterKeyText, !text.isEmpty, request.masterKeyFile == nil {
        return try MasterKey(environment: text, variable: request.masterKeyPlace)
      }
      return try MasterKey.find(
        file: request.masterKeyFile, environment: request.masterKeyText)
    } catch .missing where request.isDevelopment {
      return .development
    } catch .twice(let path, _) {
      throw ServeRefusal(
        MasterKeyFailure.twice(path: path, variable: request.masterKeyPlace).description)
    } catch .missing(let variable) {
      let failure: MasterKeyFailure =
        isStoreThere(request) ? .missingOfStore(variable: variable) : .missing(variable: variable)
      throw ServeRefusal(failure.description)
    } catch {
      throw ServeRefusal(error.description)
    }
  }
}

extension HTTPSettingsProblem {
  /// What it is about.
  fileprivate var setting: SettingKey? {
    switch self {
    case .publicURLMissing: nil
    case .publicURLInsecure: .publicURL
    case .proxiesMissing, .developmentOffLoopback, .hostUnknown, .cannotListen: .host
    case .proxiesTooBroad: .trustedProxies
    case .originInsecure: .origins
    case .operatorTokenShort: .operatorToken
    case .limit: nil
    case .port: .port
    }
  }
}
