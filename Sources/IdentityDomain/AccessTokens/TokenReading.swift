/// Reads signed tokens. What a signature cannot prove (times, audience, the call that a proof is
/// for) is checked by `AccessTokenClaims.refusal` and `VerifiedProof.check`.
package protocol TokenReading: Sendable {
  /// An access token of this server: ES256, `typ: at+jwt`, signed by a key that is still published.
  /// - Returns: nil for anything else, whatever is wrong with it.
  func accessToken(_ text: Secret<AccessToken>) async -> AccessTokenClaims?

  /// A DPoP proof (RFC 9449 section 4.3, items 2 to 7): one JWS with `typ: dpop+jwt`, ES256, and a
  /// public `jwk` without a private part, which verifies its signature.
  /// - Returns: nil for anything else.
  func proof(_ text: String) async -> ProofClaims?

  /// `ath` (RFC 9449 section 4.2): base64url of the SHA-256 of the token's ASCII text.
  func digest(of token: Secret<AccessToken>) -> String

  /// The JWK set (RFC 7517 section 5), as JSON, of the keys that sign now, will sign next, or have
  /// signed tokens that may still be valid.
  func publicKeys() async -> [UInt8]
}
