import Crypto
import CryptoExtras
import Foundation
import IdentityKeys
import Testing

@Suite("Keys issued by providers")
struct ProviderKeyTests {
  private let text = Array("header.claims".utf8)

  @Test("ES256: the signature is the 64 bytes of a JWS, and its public key verifies it")
  func es256() throws {
    let made = P256.Signing.PrivateKey()
    let key = try ProviderKey.es256(pem: made.pemRepresentation)
    let signature = try key.sign(text)
    #expect(signature.count == 64)
    let read = try P256.Signing.ECDSASignature(rawRepresentation: signature)
    #expect(made.publicKey.isValidSignature(read, for: text))
    #expect(!made.publicKey.isValidSignature(read, for: text + [0]))
  }

  @Test("RS256: PKCS #1 version 1.5 with SHA-256, and its public key verifies it")
  func rs256() throws {
    let made = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let key = try ProviderKey.rs256(pem: made.pemRepresentation)
    let signature = try key.sign(text)
    #expect(signature.count == 256)
    let read = _RSA.Signing.RSASignature(rawRepresentation: Data(signature))
    #expect(
      made.publicKey.isValidSignature(read, for: text, padding: .insecurePKCS1v1_5))
    #expect(!made.publicKey.isValidSignature(read, for: text, padding: .PSS))
  }

  @Test("A key of another kind, or none, is refused")
  func refused() throws {
    let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
    let other = P384.Signing.PrivateKey().pemRepresentation
    let ours = P256.Signing.PrivateKey().pemRepresentation
    for pem in [rsa, other, "", "canary", String(ours.dropLast(40))] {
      #expect(throws: ProviderKey.Refusal.self) { try ProviderKey.es256(pem: pem) }
    }
    for pem in [ours, other, "", "canary", String(rsa.dropLast(40))] {
      #expect(throws: ProviderKey.Refusal.self) { try ProviderKey.rs256(pem: pem) }
    }
  }

  @Test("No description shows a key")
  func hidden() throws {
    let made = P256.Signing.PrivateKey()
    let key = try ProviderKey.es256(pem: made.pemRepresentation)
    var shown = "\(key) \(String(reflecting: key))"
    dump(key, to: &shown)
    let secret = Base64.text(made.rawRepresentation)
    #expect(!shown.contains(secret) && shown.count < 400, "\(shown)")
  }

  private enum Base64 {
    static func text(_ bytes: some DataProtocol) -> String { Data(bytes).base64EncodedString() }
  }
}
