import Crypto
import Foundation
import IdentityDomain
import IdentityKeys

/// Claims as whole seconds, as they come back from a token.
enum Claims {
  static let now = Timestamp(milliseconds: 1_700_000_000_000)

  static func accessToken(boundKey: KeyThumbprint? = KeyThumbprint("thumbprint"))
    -> AccessTokenClaims
  {
    AccessTokenClaims(
      issuer: "https://id.example.com", audience: "https://api.example.com", subject: "account-1",
      clientID: "app", tokenID: "token-1", session: ID("session-1"), issuedAt: now,
      expiresAt: now + .minutes(10), authenticatedAt: now - .hours(3),
      methods: [.password, .key], scope: .full, boundKey: boundKey)
  }

  static func idToken(email: String? = "ann@example.com", phone: String? = nil) -> IDTokenClaims {
    IDTokenClaims(
      issuer: "https://id.example.com", audience: "app", subject: "account-1", issuedAt: now,
      expiresAt: now + .hours(1), email: email, phoneNumber: phone)
  }
}

/// A token taken apart without any check.
struct TokenParts {
  struct Malformed: Error {}

  let parts: [String]
  let header: [String: Any]
  let payload: [String: Any]

  init(_ text: String) throws {
    parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let head = Base64URL.bytes(parts[0]),
      let body = Base64URL.bytes(parts[1]),
      let header = try JSONSerialization.jsonObject(with: Data(head)) as? [String: Any],
      let payload = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    else { throw Malformed() }
    self.header = header
    self.payload = payload
  }
}

/// The published keys, as a client reads them.
struct PublishedKeys: Decodable {
  struct Key: Decodable {
    let kid: String
    let kty: String
    let crv: String
    let alg: String
    let use: String
    let x: String
    let y: String
  }

  let keys: [Key]

  init(_ tokens: ES256Tokens) async throws {
    self = try JSONDecoder().decode(Self.self, from: Data(await tokens.publicKeys()))
  }
}

/// Signed texts as a stranger makes them, with any header and payload.
enum Forged {
  static func text(_ bytes: some Sequence<UInt8>) -> String { Base64URL.text(Array(bytes)) }
  static func text(_ string: String) -> String { text(string.utf8) }

  static func jws(
    _ header: some Sequence<UInt8>, _ payload: some Sequence<UInt8>, _ key: P256.Signing.PrivateKey
  ) throws -> String {
    let signed = text(header) + "." + text(payload)
    return signed + "." + text(try key.signature(for: Data(signed.utf8)).rawRepresentation)
  }

  static func jws(
    _ header: String, _ payload: String, _ key: P256.Signing.PrivateKey
  ) throws -> String {
    try jws(header.utf8, payload.utf8, key)
  }
}
