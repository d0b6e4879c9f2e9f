import DevelopmentProviders
import IdentityDomain
import IdentityFederation
import Logging
import NetworkTransfer
import Synchronization
import WorkThreads

/// The configured providers. Their redirect URIs need the address of this server, which with `--dev` is known
/// only once it listens.
struct SignInPlan: Sendable {
  /// Checked, with the address that is known so far.
  let configurations: [ProviderConfiguration]
  fileprivate let configure: @Sendable (_ address: String) throws -> [ProviderConfiguration]

  /// None is configured.
  init() { (configurations, configure) = ([], { _ in [] }) }

  /// - Parameter configure: makes the configurations for an address without a slash at its end.
  init(
    publicURL: String, _ configure: @escaping @Sendable (String) throws -> [ProviderConfiguration]
  ) throws {
    configurations = try configure(publicURL)
    self.configure = configure
  }
}

/// The providers that users sign in with: the configured ones, or with `--dev` and without such the development
/// providers. With `--dev` they start once the server knows its own address.
final class SignInProviders: IdentityProviders {
  let policies: [ProviderPolicy]
  private let plan: SignInPlan
  private let authorities: String?
  private let clock: any WallClock
  private let random: any RandomBytes
  private let threads: WorkThreads?
  private let log: Logger
  private let state = Mutex(State())

  private struct State: Sendable {
    var providers: (any IdentityProviders)?
    var development: DevelopmentProviderSet?
  }

  /// Threads for calls to providers, so that a slow one does not hold up the others.
  static let places = 32

  /// - Parameters:
  ///   - plan: of `providers`.
  ///   - isDevelopment: if true, `begin` starts the providers.
  ///   - authorities: a file of certificates that are trusted in place of the system's.
  init(
    _ plan: SignInPlan, isDevelopment: Bool, authorities: String? = nil, clock: any WallClock,
    random: any RandomBytes,
    log: Logger
  ) throws {
    self.plan = plan
    self.authorities = authorities
    self.clock = clock
    self.random = random
    self.log = log
    if isDevelopment, plan.configurations.isEmpty {
      // The policies do not depend on the address.
      policies = try DevelopmentProviderSet(
        publicURL: "http://127.0.0.1", clock: clock, random: random
      ).configurations.map(\.policy)
      threads = nil
      return
    }
    policies = plan.configurations.map(\.policy)
    threads = plan.configurations.isEmpty ? nil : WorkThreads.forTransfers(threads: Self.places)
    guard !isDevelopment else { return }
    let providers = calling(plan.configurations)
    state.withLock { $0.providers = providers }
  }

  private func calling(_ configurations: [ProviderConfiguration]) -> FederatedProviders? {
    threads.map { [log, authorities] threads in
      FederatedProviders(
        configurations, transport: CurlTransport(threads: threads, authorities: authorities),
        clock: clock
      ) { trouble in
        log.warning("sign-in provider", metadata: ["trouble": "\(trouble)"])
      }
    }
  }

  /// Starts the providers of development.
  /// - Parameter address: of this server, without a slash at its end.
  func begin(at address: String) throws {
    guard plan.configurations.isEmpty else {
      let providers = calling(try plan.configure(address))
      return state.withLock { $0.providers = providers }
    }
    let set = try DevelopmentProviderSet(publicURL: address, clock: clock, random: random)
    let providers = FederatedProviders(set.configurations, transport: set, clock: clock)
    state.withLock { $0 = State(providers: providers, development: set) }
  }

  func shutdown() async { await threads?.shutdown() }

  /// The development providers; nil without `--dev`.
  var development: DevelopmentProviderSet? { state.withLock { $0.development } }

  private func current() throws(ProviderFailure) -> any IdentityProviders {
    guard let providers = state.withLock({ $0.providers }) else { throw .unavailable }
    return providers
  }

  func authorizationURL(
    at provider: ProviderID, _ request: AuthorizationParameters
  ) async throws(ProviderFailure) -> String {
    try await current().authorizationURL(at: provider, request)
  }

  func redeem(
    _ response: ProviderResponse, of request: AuthorizationParameters, at provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderAssertion {
    try await current().redeem(response, of: request, at: provider)
  }

  func check(
    _ token: Secret<ProviderIDToken>, nonce: String, code: Secret<ProviderCode>?, name: String?,
    at provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderAssertion {
    try await current().check(token, nonce: nonce, code: code, name: name, at: provider)
  }

  func revoke(
    _ token: Secret<ProviderRefreshToken>, at provider: ProviderID
  ) async throws(ProviderFailure) {
    try await current().revoke(token, at: provider)
  }

  func notice(
    _ body: [UInt8], from provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderNotice? {
    try await current().notice(body, from: provider)
  }
}
