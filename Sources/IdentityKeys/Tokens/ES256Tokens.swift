import Crypto
import Foundation
package import IdentityDomain
import JWTKit

/// Signs tokens and reads what was signed, with the keys of the ring.
package struct ES256Tokens: Sendable {
  private static let accessToken = "at+jwt"
  private static let idToken = "JWT"
  private static let proof = "dpop+jwt"

  private let ring: KeyRing

  package init(_ ring: KeyRing) { self.ring = ring }
}

extension ES256Tokens: TokenSigner {
  package func sign(_ claims: AccessTokenClaims) async throws -> Secret<AccessToken> {
    Secret(try await text(AccessTokenPayload(claims), Self.accessToken))
  }

  package func sign(_ claims: IDTokenClaims) async throws -> Secret<IDToken> {
    Secret(try await text(IDTokenPayload(claims), Self.idToken))
  }

  private func text(_ payload: some JWTPayload, _ typ: String) async throws -> String {
    let (keys, moment) = ring.now()
    let (id, key) = keys.signing.current(at: moment)
    return try await key.collection.sign(
      payload, kid: JWKIdentifier(string: id.text), header: ["typ": .string(typ)])
  }
}

extension ES256Tokens: TokenReading {
  package func accessToken(_ text: Secret<AccessToken>) async -> AccessTokenClaims? {
    guard let token = CompactJWS(text.exposed, typ: Self.accessToken), let kid = token.header.kid
    else { return nil }
    let (keys, moment) = ring.now()
    guard let key = keys.signing.reading(KeyID(kid), at: moment) else { return nil }
    return token.payload(AccessTokenPayload.self, signedBy: key.privateKey.publicKey)?.claims
  }

  package func proof(_ text: String) async -> ProofClaims? {
    guard let proof = CompactJWS(text, typ: Self.proof), let jwk = proof.header.jwk else {
      return nil
    }
    return proof.payload(ProofPayload.self, signedBy: jwk.key)?.claims(of: jwk.thumbprint)
  }

  package func digest(of token: Secret<AccessToken>) -> String {
    Base64URL.text(Array(SHA256.hash(data: Array(token.exposed.utf8))))
  }

  package func publicKeys() async -> [UInt8] {
    let (keys, moment) = ring.now()
    let members = keys.signing.readable(at: moment).map {
      PublicKeySet.Member($0.id, $0.material.privateKey.publicKey)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Texts only, which every encoder writes; an empty set would let nobody in, and no stranger.
    let bytes = try? encoder.encode(PublicKeySet(keys: members))
    return bytes.map { Array($0) } ?? Array(#"{"keys":[]}"#.utf8)
  }
}
