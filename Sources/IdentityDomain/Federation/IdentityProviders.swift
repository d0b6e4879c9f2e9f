/// The name of a provider in the configuration, such as `google`. It is part of addresses and of stored
/// rows, so it never changes.
package struct ProviderID: Hashable, Sendable {
  package let text: String

  /// - Parameter text: 1 to 32 small letters, digits and hyphens; the first one is a letter.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...SecurityRules.providerNameBytes).contains(bytes.count),
      let first = bytes.first, (97...122).contains(first),
      bytes.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
    else { return nil }
    self.text = text
  }
}

/// What operators decide about one provider.
package struct ProviderPolicy: Hashable, Sendable {
  /// Whose buttons and rules the chooser follows.
  package enum Brand: String, Hashable, Sendable, CaseIterable {
    case apple
    case github
    case google
    case other
  }

  package let id: ProviderID
  package let brand: Brand
  /// What the chooser shows, in any language: a proper name.
  package let name: String
  /// Domains of e-mail addresses that the provider itself gives out, in lower case: for these an address that it
  /// says is verified belongs to whoever signs in there (FED-7).
  package let authoritativeDomains: Set<String>
  /// Whether every address that it says is verified counts as verified.
  package let isTrustedForAddresses: Bool
  /// Whether it takes the id token of a native sheet, beside the browser (FED-6).
  package let takesNativeTokens: Bool
  /// Values of `acr` that stand for level 2 (SEC "One decision": only as configured).
  package let levelTwoContexts: Set<String>

  package init(
    id: ProviderID, brand: Brand, name: String, authoritativeDomains: Set<String> = [],
    isTrustedForAddresses: Bool = false, takesNativeTokens: Bool = false,
    levelTwoContexts: Set<String> = []
  ) {
    self.id = id
    self.brand = brand
    self.name = name
    self.authoritativeDomains = authoritativeDomains
    self.isTrustedForAddresses = isTrustedForAddresses
    self.takesNativeTokens = takesNativeTokens
    self.levelTwoContexts = levelTwoContexts
  }
}

/// Somebody as a provider knows them: the subject never changes and is never given to another one (OpenID
/// Connect Core 1.0 section 5.7).
package struct FederatedSubject: Hashable, Sendable {
  package let issuer: String
  package let subject: String

  /// - Returns: nil for an empty or oversized one (OpenID Connect Core 1.0 section 2: at most 255 ASCII
  ///   characters), and for an issuer with a vertical bar, which no address has.
  package init?(issuer: String, subject: String) {
    guard (1...SecurityRules.issuerBytes).contains(issuer.utf8.count),
      (1...SecurityRules.subjectBytes).contains(subject.utf8.count),
      (issuer + subject).utf8.allSatisfy({ (33...126).contains($0) }), !issuer.contains("|")
    else { return nil }
    self.issuer = issuer
    self.subject = subject
  }
}

/// What a provider says of somebody who has just signed in there; signature and claims are checked.
package struct ProviderAssertion: Hashable, Sendable {
  package let subject: FederatedSubject
  /// As the provider told it, verified or not; nil where it told none, or none that is an address.
  package let email: EmailAddress?
  /// Whether the provider says that it verified the address.
  package let saysEmailIsVerified: Bool
  /// Google's `hd`: the organization whose addresses Google manages; nil elsewhere.
  package let hostedDomain: String?
  package let name: String?
  package let pictureURL: String?
  /// `acr`, as far as told.
  package let context: String?
  /// A refresh token that is needed to revoke the grant later (Apple); never sent to a device.
  package let refreshToken: Secret<ProviderRefreshToken>?

  package init(
    subject: FederatedSubject, email: EmailAddress? = nil, saysEmailIsVerified: Bool = false,
    hostedDomain: String? = nil, name: String? = nil, pictureURL: String? = nil,
    context: String? = nil, refreshToken: Secret<ProviderRefreshToken>? = nil
  ) {
    self.subject = subject
    self.email = email
    self.saysEmailIsVerified = saysEmailIsVerified
    self.hostedDomain = hostedDomain
    self.name = name
    self.pictureURL = pictureURL
    self.context = context
    self.refreshToken = refreshToken
  }
}

package enum ProviderRefreshToken {}
/// RFC 7636: what only the server knows of an authorization request.
package enum CodeVerifier {}
/// The code that a provider sends back (RFC 6749 section 4.1.2).
package enum ProviderCode {}
/// An id token as a provider made it (OpenID Connect Core 1.0 section 2).
package enum ProviderIDToken {}

/// Why a provider's sign-in failed (FED-5, FED-10). Each is told apart on the wire and can be recovered from.
package enum ProviderFailure: String, Error, Hashable, Sendable, CaseIterable {
  /// The person closed the provider's page.
  case cancelled
  /// The person or the provider said no (`access_denied`).
  case refused
  /// The provider ended it with another error (RFC 6749 section 4.1.2.1).
  case failed
  /// Down, too slow, or what it answers cannot be read.
  case unavailable
  /// The answer comes from another provider than the one that was asked (RFC 9207).
  case wrongIssuer
  /// The id token was made for another sign-in.
  case wrongNonce
  /// The id token is not one that this service may take: signature, audience, times, form.
  case invalidAssertion
}

/// What the provider's page is asked for.
package struct AuthorizationParameters: Sendable {
  package let state: String
  package let nonce: String
  package let verifier: Secret<CodeVerifier>

  package init(state: String, nonce: String, verifier: Secret<CodeVerifier>) {
    self.state = state
    self.nonce = nonce
    self.verifier = verifier
  }
}

/// What came back by the redirect, or by Apple's form post, as it was sent.
package struct ProviderResponse: Sendable {
  package let code: Secret<ProviderCode>?
  /// RFC 9207.
  package let issuer: String?
  /// RFC 6749 section 4.1.2.1.
  package let error: String?
  /// Apple's `user`: JSON that comes at the first sign-in only.
  package let user: String?

  package init(
    code: Secret<ProviderCode>? = nil, issuer: String? = nil, error: String? = nil,
    user: String? = nil
  ) {
    self.code = code
    self.issuer = issuer
    self.error = error
    self.user = user
  }
}

/// What a provider tells without being asked (Apple's server-to-server notifications).
package enum ProviderNotice: Hashable, Sendable {
  /// The person no longer lets this service use the provider's account.
  case consentRevoked(FederatedSubject)
  /// The provider's account is gone.
  case accountDeleted(FederatedSubject)
  /// Mail to the relay address is not forwarded any more, or again.
  case relayChanged(FederatedSubject, isForwarding: Bool)
}

/// The configured providers. Whoever implements it performs the calls and checks what comes back; it decides
/// nothing about accounts.
package protocol IdentityProviders: Sendable {
  /// In the order in which the chooser shows them.
  var policies: [ProviderPolicy] { get }

  /// Where the person goes (RFC 6749 section 4.1.1, PKCE S256).
  /// - Throws: `ProviderFailure.unavailable` where discovery fails.
  func authorizationURL(
    at provider: ProviderID, _ request: AuthorizationParameters
  ) async throws(ProviderFailure) -> String

  /// Redeems what came back and checks who it is.
  func redeem(
    _ response: ProviderResponse, of request: AuthorizationParameters, at provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderAssertion

  /// Checks the id token of a native sheet (FED-6).
  /// - Parameters:
  ///   - code: Apple's authorization code, which comes beside it; redeemed for the refresh token.
  ///   - name: Apple's, told once.
  func check(
    _ token: Secret<ProviderIDToken>, nonce: String, code: Secret<ProviderCode>?, name: String?,
    at provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderAssertion

  /// Ends the provider's grant (RFC 7009; Apple at deletion).
  func revoke(
    _ token: Secret<ProviderRefreshToken>, at provider: ProviderID
  ) async throws(ProviderFailure)

  /// - Returns: nil for a notice of a kind that asks for nothing.
  func notice(
    _ body: [UInt8], from provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderNotice?
}

extension IdentityProviders {
  package func policy(_ id: ProviderID) -> ProviderPolicy? { policies.first { $0.id == id } }
}

/// None is configured.
package struct NoProviders: IdentityProviders {
  package init() {}
  package var policies: [ProviderPolicy] { [] }
  package func authorizationURL(
    at provider: ProviderID, _ request: AuthorizationParameters
  ) async throws(ProviderFailure) -> String { throw .unavailable }
  package func redeem(
    _ response: ProviderResponse, of request: AuthorizationParameters, at provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderAssertion { throw .unavailable }
  package func check(
    _ token: Secret<ProviderIDToken>, nonce: String, code: Secret<ProviderCode>?, name: String?,
    at provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderAssertion { throw .unavailable }
  package func revoke(
    _ token: Secret<ProviderRefreshToken>, at provider: ProviderID
  ) async throws(ProviderFailure) { throw .unavailable }
  package func notice(
    _ body: [UInt8], from provider: ProviderID
  ) async throws(ProviderFailure) -> ProviderNotice? { throw .unavailable }
}
