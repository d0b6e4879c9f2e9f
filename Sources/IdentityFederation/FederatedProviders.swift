package import IdentityDomain

/// The configured providers, performed.
package struct FederatedProviders: IdentityProviders {
  private enum Provider {
    case openID(OpenIDProvider)
    case github(GitHubProvider)
  }

  package let policies: [ProviderPolicy]
  private let providers: [ProviderID: Provider]

  /// - Parameters:
  ///   - configurations: in the order of the chooser; of two with one id the first counts.
  ///   - transport: `CurlTransport`, but in tests.
  ///   - note: what goes wrong, for the log; called on any thread.
  package init(
    _ configurations: [ProviderConfiguration], transport: any ProviderTransport,
    clock: any WallClock, note: @escaping @Sendable (ProviderTrouble) -> Void = { _ in }
  ) {
    var policies: [ProviderPolicy] = []
    var providers: [ProviderID: Provider] = [:]
    for configuration in configurations where providers[configuration.policy.id] == nil {
      let id = configuration.policy.id
      let http = ProviderClient(provider: id, transport: transport, note: note)
      policies.append(configuration.policy)
      switch configuration.kind {
      case .openID(let client):
        providers[id] = .openID(OpenIDProvider(client, http, clock: clock))
      case .github(let client):
        providers[id] = .github(GitHubProvider(client: client, http: http))
      }
    }
    self.policies = policies
    self.providers = providers
  }

  package func authorizationURL(
    at provider: ProviderID, _ request: AuthorizationParameters
  ) async throws(ProviderFailure) -> String {
    switch providers[provider] {
    case .openID(let provider)?: try await provider.authorizationURL(request)
    case .github(let provider)?: provider.authorizationURL(request)
    case nil: throw .unavailable
    }
  }

  package func redeem(
    _ response: ProviderResponse, of request: AuthorizationParameters, at provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderAssertion {
    switch providers[provider] {
    case .openID(let provider)?: try await provider.redeem(response, of: request)
    case .github(let provider)?: try await provider.redeem(response, of: request)
    case nil: throw .unavailable
    }
  }

  package func check(
    _ token: Secret<ProviderIDToken>, nonce: String, code: Secret<ProviderCode>?, name: String?,
    at provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderAssertion {
    switch providers[provider] {
    case .openID(let provider)?:
      try await provider.check(token, nonce: nonce, code: code, name: name)
    case .github?: throw .failed
    case nil: throw .unavailable
    }
  }

  package func revoke(
    _ token: Secret<ProviderRefreshToken>, at provider: ProviderID
  ) async throws(ProviderFailure) {
    switch providers[provider] {
    case .openID(let provider)?: try await provider.revoke(token)
    case .github?: throw .failed
    case nil: throw .unavailable
    }
  }

  package func notice(
    _ body: [UInt8], from provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderNotice? {
    switch providers[provider] {
    case .openID(let provider)?: try await provider.notice(body)
    case .github?: throw .failed
    case nil: throw .unavailable
    }
  }
}
