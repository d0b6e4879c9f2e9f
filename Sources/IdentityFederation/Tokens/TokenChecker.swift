import Foundation
import IdentityDomain

/// Checks the signature of what a provider signed, with the keys that it publishes.
struct TokenChecker: Sendable {
  let keys: ProviderDocument<ProviderKeys>
  let algorithms: Set<SignatureAlgorithm>

  /// - Parameter endpoint: of the key set.
  /// - Throws: `.invalidAssertion`, or `.unavailable` where the keys cannot be had.
  func signedToken(
    _ text: String, keysAt endpoint: ProviderEndpoint
  ) async throws(ProviderFailure) -> CompactToken {
    guard let token = CompactToken(text, algorithms: algorithms) else { throw .invalidAssertion }
    var set = try await keys.value(at: endpoint)
    // A token that names no key may be one of a key that came since.
    if !set.knows(token) || token.keyID == nil && !set.signed(token) {
      set = try await keys.renewed(at: endpoint)
    }
    guard set.signed(token) else { throw .invalidAssertion }
    return token
  }

  /// An id token that may be taken, and what it says of the person.
  /// - Parameter expected: of the token's algorithm.
  func idToken(
    _ text: String, keysAt endpoint: ProviderEndpoint, now: Timestamp,
    _ expected: (SignatureAlgorithm) -> IDTokenRules.Expected
  ) async throws(ProviderFailure) -> (claims: IDTokenClaims, person: PersonClaims) {
    let token = try await signedToken(text, keysAt: endpoint)
    let payload = Data(token.payload)
    guard let claims = try? JSONDecoder().decode(IDTokenClaims.self, from: payload),
      let person = try? JSONDecoder().decode(PersonClaims.self, from: payload)
    else { throw .invalidAssertion }
    if let refusal = IDTokenRules.refusal(claims, expected(token.algorithm), now: now) {
      throw refusal
    }
    return (claims, person)
  }
}
