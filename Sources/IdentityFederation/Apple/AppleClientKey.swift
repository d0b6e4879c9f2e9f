import IdentityDomain
import JWTKit

/// The key with which Apple knows this service: a client secret is a token that it signs ("Creating a
/// client secret").
package struct AppleClientKey: Sendable, CustomReflectable {
  private let team: String
  private let keyID: String
  private let audience: String
  private let key: ES256PrivateKey

  /// - Parameters:
  ///   - pem: the `.p8` file of the key.
  ///   - audience: Apple's issuer.
  package init(
    team: String, keyID: String, pem: String, audience: String
  ) throws(ProviderRefusal) {
    for (field, text) in [("team_id", team), ("key_id", keyID)] {
      guard text.utf8.count == 10,
        text.utf8.allSatisfy({ (65...90).contains($0) || (48...57).contains($0) })
      else {
        throw ProviderRefusal(
          field, "has ten capital letters and digits, as the developer account shows it")
      }
    }
    guard let key = try? ES256PrivateKey(pem: pem) else {
      throw ProviderRefusal(
        "key_file", "names a file that holds no EC key on P-256 in PEM (AuthKey_….p8)")
    }
    self.team = team
    self.keyID = keyID
    self.audience = audience
    self.key = key
  }

  private struct Claims: JWTPayload {
    let iss: String
    let iat: Int64
    let exp: Int64
    let aud: String
    let sub: String

    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }

  /// A client secret of ten minutes.
  /// - Parameter clientID: the service id, or the bundle id of the app whose code is redeemed.
  func secret(of clientID: String, at now: Timestamp) async -> Secret<ProviderClientSecret>? {
    let claims = Claims(
      iss: team, iat: now.numericDate,
      exp: (now + FederationRules.clientSecretLifetime).numericDate, aud: audience, sub: clientID)
    let keys = JWTKeyCollection()
    let name = JWKIdentifier(string: keyID)
    await keys.add(ecdsa: key, kid: name)
    return (try? await keys.sign(claims, kid: name)).map { Secret($0) }
  }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
