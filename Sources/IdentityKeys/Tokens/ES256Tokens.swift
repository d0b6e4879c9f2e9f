import Crypto
import Foundation
package import IdentityDomain

/// Signs tokens and verifies them with the keys of the ring.
package struct ES256Tokens: Sendable {
  private let ring: KeyRing
  private let verified = VerifiedTokens()
  private let headers = JWSHeaders()

  package init(_ ring: KeyRing) { self.ring = ring }
}

extension ES256Tokens: TokenSigner {
  package func sign(_ claims: AccessTokenClaims) async throws -> Secret<AccessToken> {
    Secret(try text(claims.payload, .accessToken))
  }

  package func sign(_ claims: IDTokenClaims) async throws -> Secret<IDToken> {
    Secret(try text(claims.payload, .idToken))
  }

  private func text(_ payload: JSONWriter, _ type: TokenType) throws -> String {
    let (keys, moment) = ring.now()
    return try keys.signing.current(at: moment).material.signed(payload, type)
  }
}

extension ES256Tokens: TokenReading {
  package func accessToken(_ text: Secret<AccessToken>) async -> AccessTokenClaims? {
    let digest = SHA256.hash(data: Array(text.exposed.utf8))
    let (keys, moment) = ring.now()
    if let known = verified.token(digest) {
      // The key may have been retired since.
      return keys.signing.reading(known.key, at: moment) == nil ? nil : known.claims
    }
    guard let token = CompactJWS(text.exposed, typ: .accessToken, headers),
      let id = token.header.keyID, let key = keys.signing.reading(id, at: moment),
      let payload = token.payload(AccessTokenPayload.self, signedBy: key.privateKey.publicKey)
    else { return nil }
    verified.remember(VerifiedTokens.Token(key: id, claims: payload.claims), digest)
    return payload.claims
  }

  package func proof(_ text: String) async -> ProofClaims? {
    guard let proof = CompactJWS(text, typ: .proof, headers),
      let (key, thumbprint) = proof.header.ownKey
    else { return nil }
    return proof.payload(ProofPayload.self, signedBy: key)?.claims(of: thumbprint)
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
    // Texts only, which cannot fail to encode; an empty set would let no one in.
    let bytes = try? encoder.encode(PublicKeySet(keys: members))
    return bytes.map { Array($0) } ?? Array(#"{"keys":[]}"#.utf8)
  }
}
