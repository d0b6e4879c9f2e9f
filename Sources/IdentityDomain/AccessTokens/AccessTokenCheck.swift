/// How an access token was presented (RFC 9449 section 7.1, RFC 6750 section 2.1; ACC-3 for the
/// bare one).
package enum AuthorizationScheme: Hashable, Sendable {
  case bare
  case bearer
  case proofOfPossession
}

package enum AccessTokenRefusal: String, Hashable, Sendable {
  case foreignIssuer
  case foreignAudience
  case expired
  case fromTheFuture
  /// A key-bound token presented bare or as `Bearer`, or the other way round.
  case wrongScheme
  case foreignKey
}

extension AccessTokenClaims {
  /// The checks of RFC 9068 section 4 and RFC 9449 section 7 that follow those of the signature and
  /// `typ`. In addition, every call reads the session itself.
  ///
  /// - Parameter proofKey: the key of the call's proof, which was checked for this token.
  /// - Returns: nil if the token may be used.
  package func refusal(
    scheme: AuthorizationScheme, proofKey: KeyThumbprint?, settings: TokenSettings,
    at now: Timestamp
  ) -> AccessTokenRefusal? {
    guard issuer == settings.issuer else { return .foreignIssuer }
    guard audience == settings.audience else { return .foreignAudience }
    guard now < expiresAt + SecurityRules.clockLeeway else { return .expired }
    guard issuedAt <= now + SecurityRules.clockLeeway else { return .fromTheFuture }
    guard let boundKey else { return scheme == .proofOfPossession ? .wrongScheme : nil }
    guard scheme == .proofOfPossession else { return .wrongScheme }
    return proofKey == boundKey ? nil : .foreignKey
  }
}
