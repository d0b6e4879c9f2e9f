import IdentityDomain

/// How the files that a declaration names are read: private ones, checked by whoever passes this in.
package struct ProviderSecretFiles: Sendable {
  /// - Throws: a text that says what is wrong, where, and what to do; nothing of what is in it.
  package let read: @Sendable (_ what: String, _ path: String) throws(ProviderRefusal) -> [UInt8]

  package init(
    read: @escaping @Sendable (_ what: String, _ path: String) throws(ProviderRefusal) -> [UInt8]
  ) {
    self.read = read
  }
}

extension ProviderConfiguration {
  /// - Parameters:
  ///   - publicURL: of this service, without a slash at its end. The redirect URI that has to be
  ///     registered at the provider is `PUBLIC_URL/v1/federation/callback/ID`.
  /// - Throws: `ProviderRefusal`, which names the key of the file.
  package init(
    _ declared: ProviderDeclaration, publicURL: String, files: ProviderSecretFiles,
    endpoints: EndpointRules = .production
  ) throws(ProviderRefusal) {
    let checking = ProviderChecking(
      declared: declared, publicURL: publicURL, files: files, endpoints: endpoints)
    (policy, kind) = try checking.checked()
  }
}

private struct ProviderChecking {
  let declared: ProviderDeclaration
  let publicURL: String
  let files: ProviderSecretFiles
  let endpoints: EndpointRules

  func checked() throws(ProviderRefusal) -> (ProviderPolicy, ProviderConfiguration.Kind) {
    guard let id = ProviderID(declared.id) else {
      throw ProviderRefusal(
        "id", "has 1 to 32 small letters, digits and hyphens, and begins with a letter")
    }
    let redirectURI = "\(publicURL)/v1/federation/callback/\(id.text)"
    switch declared.kind {
    case .oidc:
      let client = try openID(declared.issuer, redirectURI)
      return (try policy(id, .other, client.nativeClientIDs), .openID(client))
    case .google:
      var client = try openID(declared.issuer ?? Preset.google, redirectURI)
      if client.issuer == Preset.google { client.issuerAliases = [Preset.googleAlias] }
      client.tellsHostedDomain = true
      if let domain = declared.hosted_domain {
        client.hostedDomain = try Self.domain(domain, "hosted_domain")
      }
      return (
        try policy(id, .google, client.nativeClientIDs, Preset.googleDomains), .openID(client)
      )
    case .apple:
      let client = try apple(redirectURI)
      return (try policy(id, .apple, client.nativeClientIDs, Preset.appleDomains), .openID(client))
    case .github:
      guard let secret = try clientSecret() else {
        throw ProviderRefusal("client_secret_file", "is missing; GitHub's apps have a secret")
      }
      let client = try GitHubClient(
        address: declared.address ?? GitHubClient.standardAddress,
        apiAddress: declared.api_address ?? GitHubClient.standardAPIAddress,
        clientID: try clientID(), secret: secret, redirectURI: redirectURI, endpoints: endpoints)
      return (try policy(id, .github, []), .github(client))
    }
  }

  private enum Preset {
    static let google = "https://accounts.google.com"
    static let googleAlias = "accounts.google.com"
    static let googleDomains: Set<String> = ["gmail.com", "googlemail.com"]
    static let apple = "https://appleid.apple.com"
    static let appleDomains: Set<String> = [
      "privaterelay.appleid.com", "icloud.com", "me.com", "mac.com",
    ]
    static let names: [ProviderDeclaration.Kind: String] = [
      .google: "Google", .apple: "Apple", .github: "GitHub",
    ]
  }

  private func policy(
    _ id: ProviderID, _ brand: ProviderPolicy.Brand, _ native: Set<String>,
    _ ownDomains: Set<String> = []
  ) throws(ProviderRefusal) -> ProviderPolicy {
    guard let name = declared.name ?? Preset.names[declared.kind], !name.isEmpty,
      name.utf8.count <= SecurityRules.nameBytes, !name.utf8.contains(where: { $0 < 32 })
    else { throw ProviderRefusal("name", "is what the button shows; write it") }
    var domains = ownDomains
    for domain in declared.authoritative_domains ?? [] {
      domains.insert(try Self.domain(domain, "authoritative_domains"))
    }
    return ProviderPolicy(
      id: id, brand: brand, name: name, authoritativeDomains: domains,
      isTrustedForAddresses: declared.trusted_for_addresses ?? false,
      takesNativeTokens: !native.isEmpty,
      levelTwoContexts: Set(declared.level_two_contexts ?? []))
  }

  private func openID(
    _ issuer: String?, _ redirectURI: String
  ) throws(ProviderRefusal) -> OpenIDClient {
    guard let issuer else {
      throw ProviderRefusal("issuer", "is missing; write it as the provider does")
    }
    let secret = try clientSecret()
    if secret == nil, declared.kind == .google {
      throw ProviderRefusal("client_secret_file", "is missing; Google's web clients have a secret")
    }
    var client = try OpenIDClient(
      issuer: issuer, clientID: try clientID(),
      authentication: secret.map { .secret($0) } ?? .none, redirectURI: redirectURI,
      endpoints: endpoints)
    if let scopes = declared.scopes {
      guard scopes.contains("openid"), scopes.allSatisfy(Self.isName) else {
        throw ProviderRefusal("scopes", "has to contain openid, and texts without spaces")
      }
      client.scopes = scopes
    }
    if let names = declared.algorithms {
      let algorithms = names.compactMap { SignatureAlgorithm(rawValue: $0) }
      guard !names.isEmpty, algorithms.count == names.count else {
        let known = SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
        throw ProviderRefusal("algorithms", "has another one than \(known)")
      }
      client.algorithms = Set(algorithms)
    }
    client.nativeClientIDs = try nativeClientIDs()
    return client
  }

  private func apple(_ redirectURI: String) throws(ProviderRefusal) -> OpenIDClient {
    let key = try AppleClientKey(
      team: try required("team_id", declared.team_id),
      keyID: try required("key_id", declared.key_id),
      pem: try file("key_file", required("key_file", declared.key_file)),
      audience: declared.issuer ?? Preset.apple)
    var client = try OpenIDClient(
      issuer: declared.issuer ?? Preset.apple, clientID: try clientID(),
      authentication: .apple(key), redirectURI: redirectURI, endpoints: endpoints)
    client.scopes = ["openid", "name", "email"]
    client.algorithms = SignatureAlgorithm.standard
    client.responseMode = .formPost
    client.keepsRefreshToken = true
    client.sendsNotices = true
    client.nativeClientIDs = try nativeClientIDs()
    return client
  }

  private func required(
    _ field: String, _ value: String?
  ) throws(ProviderRefusal) -> String {
    guard let value, !value.isEmpty else { throw ProviderRefusal(field, "is missing; write it") }
    return value
  }

  private func clientID() throws(ProviderRefusal) -> String {
    let text = try required("client_id", declared.client_id)
    guard Self.isName(text) else {
      throw ProviderRefusal("client_id", "has letters, digits and marks of ASCII, without spaces")
    }
    return text
  }

  private func nativeClientIDs() throws(ProviderRefusal) -> Set<String> {
    let names = declared.native_client_ids ?? []
    guard names.allSatisfy(Self.isName) else {
      throw ProviderRefusal("native_client_ids", "has a text with spaces, or an empty one")
    }
    return Set(names)
  }

  private func clientSecret() throws(ProviderRefusal) -> Secret<ProviderClientSecret>? {
    guard let path = declared.client_secret_file else { return nil }
    // The line end is the editor's.
    let text = try file("client_secret_file", path).split(whereSeparator: \.isNewline)
    guard text.count == 1, Self.isName(String(text[0])) else {
      throw ProviderRefusal("client_secret_file", "names a file that is not one line with a secret")
    }
    return Secret(String(text[0]))
  }

  private func file(_ field: String, _ path: String) throws(ProviderRefusal) -> String {
    let bytes = try files.read(field, path)
    guard bytes.count <= 65_536, let text = String(validating: bytes, as: UTF8.self) else {
      throw ProviderRefusal(field, "names a file that is too large, or no text")
    }
    return text
  }

  private static func isName(_ text: String) -> Bool {
    (1...1_024).contains(text.utf8.count) && text.utf8.allSatisfy { (33...126).contains($0) }
  }

  private static func domain(_ text: String, _ field: String) throws(ProviderRefusal) -> String {
    guard let address = EmailAddress("domain@\(text)"), !text.contains("@") else {
      throw ProviderRefusal(field, "has a text that is no domain; write example.com")
    }
    return String(address.text.dropFirst("domain@".count))
  }
}
