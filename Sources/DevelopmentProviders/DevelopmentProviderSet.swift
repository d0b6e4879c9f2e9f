import Crypto
package import IdentityDomain
package import IdentityFederation

/// The development providers of one server, below `PUBLIC_URL/dev/providers/NAME`.
package actor DevelopmentProviderSet: ProviderTransport {
  /// For `FederatedProviders`: fresh secrets each time.
  package nonisolated let configurations: [ProviderConfiguration]
  /// Where they lie.
  package nonisolated let base: String
  private let clock: any WallClock
  private var providers: [String: DevelopmentProvider]

  /// The app whose native sheets the providers know.
  package static let nativeClientID = "dev.portico.app"
  private static let clientID = "dev.portico.web"
  private static let team = "PORTICODEV"
  private static let appleKeyID = "DEVKEY0001"

  /// - Parameters:
  ///   - publicURL: of the server, on loopback, without a slash at its end.
  ///   - random: for codes, tokens and secrets. The keys are swift-crypto's own.
  /// - Throws: `ProviderRefusal` where the address cannot be used.
  package init(
    publicURL: String, clock: any WallClock, random: any RandomBytes
  ) throws(ProviderRefusal) {
    base = "\(publicURL)/dev/providers"
    self.clock = clock
    let appleKey = P256.Signing.PrivateKey()
    var providers: [String: DevelopmentProvider] = [:]
    var configurations: [ProviderConfiguration] = []
    for kind in DevelopmentProvider.Kind.allCases {
      let secret = Base64URL.text(random.bytes(24))
      let address = "\(base)/\(kind.rawValue)"
      let client = DevelopmentProvider.Client(
        id: Self.clientID, secret: secret,
        redirectURI: "\(publicURL)/v1/federation/callback/\(kind.rawValue)",
        nativeIDs: [Self.nativeClientID], team: Self.team, keyID: Self.appleKeyID,
        key: appleKey.publicKey)
      providers[kind.rawValue] = DevelopmentProvider(
        kind, base: address, client: client, random: random)
      let file = kind == .apple ? appleKey.pemRepresentation : secret
      configurations.append(
        try ProviderConfiguration(
          Self.declaration(kind, address), publicURL: publicURL,
          files: ProviderSecretFiles { _, _ throws(ProviderRefusal) in Array(file.utf8) },
          endpoints: .development))
    }
    self.providers = providers
    self.configurations = configurations
  }

  private static func declaration(
    _ kind: DevelopmentProvider.Kind, _ address: String
  ) -> ProviderDeclaration {
    let (declared, name): (ProviderDeclaration.Kind, String) =
      switch kind {
      case .openID: (.oidc, "Example ID")
      case .google: (.google, "Google")
      case .apple: (.apple, "Apple")
      case .github: (.github, "GitHub")
      }
    var declaration = ProviderDeclaration(declared, id: kind.rawValue)
    declaration.name = name
    declaration.client_id = clientID
    if kind == .github {
      declaration.address = address
      declaration.api_address = "\(address)/api"
    } else {
      declaration.issuer = address
      declaration.native_client_ids = [nativeClientID]
    }
    if kind == .apple {
      declaration.team_id = team
      declaration.key_id = appleKeyID
      declaration.key_file = "in memory"
    } else {
      declaration.client_secret_file = "in memory"
    }
    return declaration
  }

  /// - Parameter name: of the provider: `openid`, `google`, `apple` or `github`.
  /// - Returns: nil if the name is unknown.
  package func answer(
    _ request: DevelopmentRequest, at name: String
  ) -> DevelopmentResponse? {
    providers[name]?.answer(request, at: clock.now())
  }

  /// What the native sheet of a provider hands to the app.
  package func nativeSheet(
    _ person: DevelopmentPerson, at name: String, nonce: String, hidesEmail: Bool = false
  ) -> (idToken: String, code: String?)? {
    providers[name]?.nativeSheet(
      person, audience: Self.nativeClientID, nonce: nonce, hidesEmail: hidesEmail, at: clock.now())
  }

  /// The body of a notice of Apple's.
  package func notice(_ type: String, of person: DevelopmentPerson, id: String) -> [UInt8]? {
    providers[DevelopmentProvider.Kind.apple.rawValue]?
      .notice(type, of: person, id: id, at: clock.now())
  }

  package func refreshTokenCount(at name: String) -> Int? { providers[name]?.refreshTokenCount }

  /// The server's own calls, without a socket.
  package func answer(to call: ProviderCall) async -> ProviderAnswer? {
    let text = call.endpoint.text
    guard text.hasPrefix(base + "/") else { return nil }
    let rest = text.dropFirst(base.utf8.count + 1)
    let name = rest.prefix { $0 != "/" }
    let target = rest.dropFirst(name.count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let request = DevelopmentRequest(
      call.form == nil ? "GET" : "POST", target.first.map(String.init) ?? "",
      query: target.count > 1 ? String(target[1]) : "",
      authorization: call.authorization?.exposed, body: Array((call.form?.exposed ?? "").utf8))
    guard let answer = answer(request, at: String(name)) else { return nil }
    var fields: [String: String] = [:]
    for (name, value) in answer.headers { fields[name.lowercased()] = value }
    return ProviderAnswer(status: answer.status, fields: fields, body: answer.body)
  }
}
