package import IdentityDomain
package import Synchronization

/// Providers that say what a test lets them say: a code stands for an assertion or a failure.
package final class MadeUpProviders: IdentityProviders {
  package struct State: Sendable {
    package var answers: [String: Result<ProviderAssertion, ProviderFailure>] = [:]
    /// The codes and native tokens that were redeemed, in order.
    package var redeemed: [String] = []
    package var verifiers: Set<String> = []
    package var nonces: Set<String> = []
    package var isDown = false
    /// What happens elsewhere while a provider is asked, once.
    package var meanwhile: (@Sendable () async -> Void)?
  }
  package let state = Mutex(State())

  package init() {}

  /// `mail` gives out the addresses of example.com; `other` none; `sheet` is native.
  package let policies: [ProviderPolicy] = [
    policy("mail", domains: ["example.com"], contexts: ["strong"]),
    policy("other"),
    policy("sheet", domains: ["example.com"], isNative: true),
  ].compactMap { $0 }

  private static func policy(
    _ name: String, domains: Set<String> = [], contexts: Set<String> = [], isNative: Bool = false
  ) -> ProviderPolicy? {
    ProviderID(name).map {
      ProviderPolicy(
        id: $0, brand: .other, name: name, authoritativeDomains: domains,
        takesNativeTokens: isNative, levelTwoContexts: contexts)
    }
  }

  /// What the provider says when a code is redeemed.
  package func set(_ code: String, _ answer: Result<ProviderAssertion, ProviderFailure>) {
    state.withLock { $0.answers[code] = answer }
  }

  package func authorizationURL(
    at provider: ProviderID, _ request: AuthorizationParameters
  ) async throws(ProviderFailure) -> String {
    if state.withLock({ $0.isDown }) { throw .unavailable }
    return "https://\(provider.text).example/authorize?state=\(request.state)"
  }

  package func redeem(
    _ response: ProviderResponse, of request: AuthorizationParameters, at provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderAssertion {
    if response.error == "access_denied" { throw .refused }
    guard let code = response.code else { throw .failed }
    return try await answer(code.exposed, request)
  }

  package func check(
    _ token: Secret<ProviderIDToken>, nonce: String, code: Secret<ProviderCode>?, name: String?,
    at provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderAssertion {
    try await answer(
      token.exposed, AuthorizationParameters(state: "", nonce: nonce, verifier: Secret("")))
  }

  private func answer(
    _ code: String, _ request: AuthorizationParameters
  ) async throws(ProviderFailure) -> ProviderAssertion {
    let (answer, meanwhile) = state.withLock { state in
      defer { state.meanwhile = nil }
      state.redeemed.append(code)
      state.verifiers.insert(request.verifier.exposed)
      state.nonces.insert(request.nonce)
      return (state.answers[code], state.meanwhile)
    }
    await meanwhile?()
    switch answer {
    case nil: throw .failed
    case .failure(let failure): throw failure
    case .success(let assertion): return assertion
    }
  }

  package func revoke(
    _ token: Secret<ProviderRefreshToken>, at provider: ProviderID
  ) async throws(ProviderFailure) {}

  package func notice(
    _ body: [UInt8], from provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderNotice? {
    // A subject alone is a consent that was taken back; other bytes are no notice.
    let text = String(decoding: body, as: UTF8.self)
    guard
      let subject = FederatedSubject(issuer: "https://\(provider.text).example", subject: text)
    else { throw .invalidAssertion }
    return .consentRevoked(subject)
  }
}

/// What goes wrong in a test itself.
package struct NoReturn: Error {
  package let answer: FederationReturn
}

extension ServiceRig {
  package static var returnURL: String { "com.example.app:/return" }

  /// Somebody at a provider.
  package func assertion(
    _ subject: String, _ email: String? = nil, at provider: String = "mail",
    isVerified: Bool = true,
    name: String? = nil, context: String? = nil, refreshToken: String? = nil
  ) throws -> ProviderAssertion {
    guard
      let subject = FederatedSubject(issuer: "https://\(provider).example", subject: subject)
    else { throw NoCode(recipient: subject) }
    return ProviderAssertion(
      subject: subject, email: email.flatMap { EmailAddress($0) },
      saysEmailIsVerified: email != nil && isVerified, name: name, context: context,
      refreshToken: refreshToken.map { Secret($0) })
  }

  /// What a redirect leads on with.
  package func returned(_ answer: FederationReturn) throws -> ReturnedAnswer {
    guard case .redirect(let url) = answer, let query = url.split(separator: "?").last else {
      throw NoReturn(answer: answer)
    }
    var fields: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
      fields[sides[0]] = sides.count > 1 ? sides[1] : ""
    }
    guard let state = fields["state"], let code = fields["code"] else {
      throw NoReturn(answer: answer)
    }
    return ReturnedAnswer(state: Secret(state), code: Secret(code))
  }

  /// Leaves for a provider with a device and comes back: what is left is to complete it.
  package func trip(
    _ assertion: ProviderAssertion, at provider: String = "mail", key: String
  ) async throws -> (token: Secret<FederationToken>, returned: ReturnedAnswer) {
    let begun = try await service.federation.begin(
      at: provider, returnURL: Self.returnURL, caller: caller(key))
    let code = "code-of-\(begun.state.exposed.prefix(22))"
    providers.set(code, .success(assertion))
    let answer = try await service.federation.receive(
      ProviderResponse(code: Secret(code)), state: begun.state.exposed, at: provider,
      caller: caller(nil, network: "browser"))
    return (begun.token, try returned(answer))
  }

  /// Signs in through a provider.
  package func federated(
    _ assertion: ProviderAssertion, at provider: String = "mail", key: String
  ) async throws -> FederationAnswer {
    let trip = try await trip(assertion, at: provider, key: key)
    return try await service.federation.complete(
      token: trip.token, trip.returned, caller: caller(key))
  }
}
