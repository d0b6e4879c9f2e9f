/// A sign-in at a provider that a device has begun, from leaving the app until it is complete (FED-3).
///
/// It belongs to the key of that device. State, nonce, verifier and the tokens that continue it are derived
/// from its name under a server key, so none of them is stored.
package struct AuthorizationRequest: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case signIn
    /// A signed-in person adds the provider (FED-8).
    case link(ID<Account>, ID<Session>)
  }

  /// What the provider said.
  package enum Outcome: Hashable, Sendable {
    case failed(ProviderFailure)
    case asserted(AssertedPerson)
  }

  package let id: ID<AuthorizationRequest>
  package let provider: ProviderID
  package let device: KeyThumbprint
  package let purpose: Purpose
  /// Where the provider's answer leads back to; nil for a native sheet, which answers in the app.
  package let returnURL: String?
  /// What its secrets are derived under.
  package let key: KeyID
  package let createdAt: Timestamp
  /// When an exchange with the provider began whose end is not stored yet.
  package var exchangeStartedAt: Timestamp?
  package var outcome: Outcome?

  package init(
    id: ID<AuthorizationRequest>, provider: ProviderID, device: KeyThumbprint, purpose: Purpose,
    returnURL: String?, key: KeyID, createdAt: Timestamp
  ) {
    self.id = id
    self.provider = provider
    self.device = device
    self.purpose = purpose
    self.returnURL = returnURL
    self.key = key
    self.createdAt = createdAt
  }

  package var expiresAt: Timestamp { createdAt + SecurityRules.authorizationRequestLifetime }

  /// The person, while the sign-in can be completed.
  package func person(at now: Timestamp) -> AssertedPerson? {
    guard now < expiresAt, case .asserted(let person) = outcome else { return nil }
    return person
  }
}

/// Who signed in at the provider, as it is kept until the sign-in is complete.
package struct AssertedPerson: Hashable, Sendable {
  package let subject: FederatedSubject
  package let email: EmailAddress?
  /// Whether the address counts as verified by the provider's word (FED-7).
  package let ownsEmail: Bool
  package let name: String?
  package let pictureURL: String?
  package let level: AssuranceLevel
  package let assertedAt: Timestamp
  /// Sealed.
  package let refreshToken: [UInt8]?

  package init(
    subject: FederatedSubject, email: EmailAddress? = nil, ownsEmail: Bool = false,
    name: String? = nil, pictureURL: String? = nil, level: AssuranceLevel = .one,
    assertedAt: Timestamp, refreshToken: [UInt8]? = nil
  ) {
    self.subject = subject
    self.email = email
    self.ownsEmail = ownsEmail
    self.name = name
    self.pictureURL = pictureURL
    self.level = level
    self.assertedAt = assertedAt
    self.refreshToken = refreshToken
  }
}

/// Goes through the provider and comes back (RFC 6749 section 4.1.1).
package enum AuthorizationState {}
/// Held by the run of the flow that began the sign-in, and by nobody else.
package enum FederationToken {}
/// Comes back to the app by the redirect, once the provider's answer is known.
package enum FederationCode {}

extension AuthorizationRequest {
  package func state(_ digests: some KeyedDigest) -> Secret<AuthorizationState>? {
    text(.authorizationState, digests)
  }

  package func token(_ digests: some KeyedDigest) -> Secret<FederationToken>? {
    text(.federationToken, digests)
  }

  package func code(_ digests: some KeyedDigest) -> Secret<FederationCode>? {
    text(.federationCode, digests)
  }

  /// Nonce and verifier of 32 bytes each (RFC 7636 section 4.1).
  /// - Returns: nil when the key is gone.
  package func providerRequest(_ digests: some KeyedDigest) -> AuthorizationParameters? {
    guard let state = state(digests),
      let nonce = digests.digest([id.text], for: .providerNonce, under: key),
      let verifier = digests.digest([id.text], for: .codeVerifier, under: key)
    else { return nil }
    return AuthorizationParameters(
      state: state.exposed, nonce: Base64URL.text(nonce),
      verifier: Secret(Base64URL.text(verifier)))
  }

  private func text<Kind>(
    _ purpose: DigestPurpose, _ digests: some KeyedDigest
  ) -> Secret<Kind>? {
    DerivedToken(subject: id.text, generation: 0, key: key).text(purpose, digests)
      .map { Secret($0) }
  }
}

package protocol AuthorizationRequestTable {
  func authorizationRequest(_ id: ID<AuthorizationRequest>) throws -> AuthorizationRequest?
  /// Inserts or replaces.
  func put(_ request: AuthorizationRequest) throws
  func removeAuthorizationRequest(_ id: ID<AuthorizationRequest>) throws
}
