import Crypto
package import IdentityDomain

/// The keys for secrets of second factors, and the MAC of authenticator apps.
package struct FactorKeys: FactorSecrets {
  private let ring: KeyRing

  package init(_ ring: KeyRing) { self.ring = ring }

  package func seal(_ secret: [UInt8], nonce: [UInt8], context: String) throws -> [UInt8] {
    let (keys, moment) = ring.now()
    let (id, key) = keys.factor.current(at: moment)
    return try KeyRing.seal(secret, nonce: nonce, context: context, under: key.sealing, id)
  }

  package func open(_ sealed: [UInt8], context: String) throws -> [UInt8] {
    let (keys, moment) = ring.now()
    return try KeyRing.open(sealed, context: context) {
      keys.factor.reading($0, at: moment)?.sealing
    }
  }

  package var currentKey: KeyID {
    let (keys, moment) = ring.now()
    return keys.factor.current(at: moment).id
  }

  package func digest(_ message: [UInt8], under key: KeyID) -> [UInt8]? {
    let (keys, moment) = ring.now()
    return keys.factor.reading(key, at: moment).map {
      Array(HMAC<SHA256>.authenticationCode(for: message, using: $0.digest))
    }
  }

  /// SHA-1 is what authenticator apps have; in HMAC its collisions are no weakness (RFC 6194
  /// section 3.3).
  package func hmacSHA1(key: [UInt8], message: [UInt8]) -> [UInt8] {
    Array(
      HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: key)))
  }
}
