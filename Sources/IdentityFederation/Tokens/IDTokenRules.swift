package import IdentityDomain

package enum ProviderAccessToken {}

/// What an id token has to say: OpenID Connect Core 1.0 section 3.1.3.7. Its signature is checked before.
package enum IDTokenRules {
  /// What we asked for.
  package struct Expected: Sendable {
    /// All spellings of the one issuer (Google has two).
    package let issuers: Set<String>
    /// Our names there: one of them is the audience, and the authorized party where one is named.
    package let clients: Set<String>
    package let nonce: String
    package let algorithm: SignatureAlgorithm
    /// What came beside it; nil where nothing did.
    package let accessToken: Secret<ProviderAccessToken>?
    package let code: Secret<ProviderCode>?

    package init(
      issuers: Set<String>, clients: Set<String>, nonce: String, algorithm: SignatureAlgorithm,
      accessToken: Secret<ProviderAccessToken>? = nil, code: Secret<ProviderCode>? = nil
    ) {
      self.issuers = issuers
      self.clients = clients
      self.nonce = nonce
      self.algorithm = algorithm
      self.accessToken = accessToken
      self.code = code
    }
  }

  /// - Returns: nil where the token may be taken.
  package static func refusal(
    _ claims: IDTokenClaims, _ expected: Expected, now: Timestamp
  ) -> ProviderFailure? {
    guard expected.issuers.contains(claims.issuer) else { return .wrongIssuer }
    guard FederatedSubject(issuer: claims.issuer, subject: claims.subject) != nil,
      isForUs(claims, expected.clients), isTimely(claims, now)
    else { return .invalidAssertion }
    guard !expected.nonce.isEmpty, let nonce = claims.nonce,
      ConstantTime.equal(Array(nonce.utf8), Array(expected.nonce.utf8))
    else { return .wrongNonce }
    let hashes = [
      (claims.accessTokenHash, expected.accessToken?.exposed),
      (claims.codeHash, expected.code?.exposed),
    ]
    // A hash of something that did not come cannot be checked, and protects nothing that we use.
    for case (let hash?, let text?) in hashes {
      guard let bytes = Base64URL.bytes(hash),
        ConstantTime.equal(bytes, expected.algorithm.leftHalf(of: text))
      else { return .invalidAssertion }
    }
    return nil
  }

  /// Items 3 to 5.
  static func isForUs(_ claims: IDTokenClaims, _ clients: Set<String>) -> Bool {
    guard claims.audiences.contains(where: { clients.contains($0) }) else { return false }
    if let party = claims.authorizedParty { return clients.contains(party) }
    return claims.audiences.allSatisfy { clients.contains($0) }
  }

  /// Items 9 and 10, and RFC 7519 section 4.1.5.
  private static func isTimely(_ claims: IDTokenClaims, _ now: Timestamp) -> Bool {
    let now = Double(now.milliseconds) / 1000
    let skew = seconds(SecurityRules.providerClockSkew)
    return now < claims.expiresAt + skew && claims.issuedAt <= now + skew
      && now - claims.issuedAt <= seconds(FederationRules.tokenAge) + skew
      && (claims.notBefore.map { $0 <= now + skew } ?? true)
  }

  static func seconds(_ duration: Duration) -> Double {
    Double(duration.wholeMilliseconds) / 1000
  }
}
