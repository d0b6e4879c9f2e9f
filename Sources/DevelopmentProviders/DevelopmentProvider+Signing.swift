import Crypto
import Foundation
package import IdentityDomain

extension DevelopmentProvider {
  private struct Claims: Encodable {
    let iss: String
    let sub: String
    let aud: String
    let iat: Int64
    let exp: Int64
    let nonce: String?
    let at_hash: String?
    let email: String
    let email_verified: Flag
    let is_private_email: Flag?
    let name: String?
    let nonce_supported: Bool?

    /// Apple writes texts.
    enum Flag: Encodable {
      case flag(Bool)
      case text(Bool)

      func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .flag(let flag): try value.encode(flag)
        case .text(let flag): try value.encode(flag ? "true" : "false")
        }
      }
    }
  }

  func idToken(
    _ person: DevelopmentPerson, audience: String, nonce: String?, accessToken: String?,
    hidesEmail: Bool, at now: Timestamp
  ) -> String {
    let isApple = kind == .apple
    let hash = accessToken.map {
      Base64URL.text(Array(Array(SHA256.hash(data: Data($0.utf8)))[..<16]))
    }
    return signed(
      Claims(
        iss: base, sub: person.subject, aud: audience, iat: now.numericDate,
        exp: (now + Self.tokenLifetime).numericDate, nonce: nonce, at_hash: hash,
        email: hidesEmail ? person.relayAddress : person.email,
        email_verified: isApple ? .text(true) : .flag(person.isEmailVerified),
        is_private_email: isApple ? .text(hidesEmail) : nil, name: isApple ? nil : person.name,
        nonce_supported: isApple ? true : nil))
  }

  /// What a native sheet hands to an app: an id token, and of Apple's kind a code.
  /// - Parameter audience: the app.
  package mutating func nativeSheet(
    _ person: DevelopmentPerson, audience: String, nonce: String, hidesEmail: Bool = false,
    at now: Timestamp
  ) -> (idToken: String, code: String?) {
    let token = idToken(
      person, audience: audience, nonce: nonce, accessToken: nil, hidesEmail: hidesEmail, at: now)
    guard kind == .apple else { return (token, nil) }
    let code = randomText()
    grants[code] = Grant(
      clientID: audience, redirectURI: nil, challenge: nil, nonce: nonce, person: person,
      hidesEmail: hidesEmail, expiresAt: now + Self.codeLifetime)
    return (token, code)
  }

  /// A notice of Apple's kind: the body of its request.
  /// - Parameter type: `consent-revoked`, `account-delete`, `email-disabled` or `email-enabled`.
  package func notice(
    _ type: String, of person: DevelopmentPerson, id: String, at now: Timestamp
  ) -> [UInt8] {
    struct Event: Encodable {
      let type: String
      let sub: String
      let event_time: Int64
    }
    struct Notice: Encodable {
      let iss: String
      let aud: String
      let iat: Int64
      let exp: Int64
      let jti: String
      let events: String
    }
    struct Body: Encodable { let payload: String }
    let event = Event(type: type, sub: person.subject, event_time: now.milliseconds)
    let token = signed(
      Notice(
        iss: base, aud: client.id, iat: now.numericDate, exp: (now + .days(1)).numericDate, jti: id,
        events: Self.json(event)))
    return Array(Self.json(Body(payload: token)).utf8)
  }

  private struct Header: Encodable {
    let alg = "ES256"
    let kid: String
    let typ = "JWT"
  }

  /// A JWS in its compact form (RFC 7515 section 7.1), with ES256.
  func signed(_ claims: some Encodable) -> String {
    let head = Base64URL.text(Array(Self.json(Header(kid: keyID)).utf8))
    let text = "\(head).\(Base64URL.text(Array(Self.json(claims).utf8)))"
    let signature = try? key.signature(for: Data(text.utf8))
    return "\(text).\(Base64URL.text(Array(signature?.rawRepresentation ?? Data())))"
  }

  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// Checks client secrets as Apple does ("Creating a client secret").
enum AppleSecret {
  private struct Header: Decodable {
    let alg: String
    let kid: String
  }

  private struct Claims: Decodable {
    let iss: String
    let iat: Int64
    let exp: Int64
    let aud: String
    let sub: String
  }

  static func isGood(
    _ text: String, of client: DevelopmentProvider.Client, clientID: String, audience: String,
    at now: Timestamp
  ) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64URL.bytes(parts[0]),
      let payload = Base64URL.bytes(parts[1]), let signature = Base64URL.bytes(parts[2]),
      let header = try? JSONDecoder().decode(Header.self, from: Data(head)),
      let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload)),
      let ecdsa = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
      client.key.isValidSignature(ecdsa, for: Data("\(parts[0]).\(parts[1])".utf8))
    else { return false }
    return header.alg == "ES256" && header.kid == client.keyID && claims.iss == client.team
      && claims.aud == audience && claims.sub == clientID && claims.iat <= now.numericDate
      && now.numericDate < claims.exp && claims.exp - claims.iat <= 180 * 86_400
  }
}
