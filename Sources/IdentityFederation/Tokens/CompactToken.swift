import Foundation
import IdentityDomain

/// A JWS in its compact form (RFC 7515 section 7.1), before its signature is checked.
///
/// Strict where readers differ: one spelling of base64url, UTF-8 only, no member twice, no critical
/// extension, an algorithm of the list. Keys that a header brings along (`jwk`, `jku`, `x5c`) are not read.
struct CompactToken: Sendable {
  let algorithm: SignatureAlgorithm
  /// Nil where the token names none, as it may where the provider has one key (OpenID Connect Core 1.0
  /// section 10.1).
  let keyID: String?
  let payload: [UInt8]
  let signedText: [UInt8]
  let signature: [UInt8]

  private struct Header: Decodable {
    let alg: String
    let typ: String?
    let kid: String?
    let isCritical: Bool

    private enum Member: String, CodingKey {
      case alg
      case typ
      case kid
      case crit
    }

    init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Member.self)
      alg = try members.decode(String.self, forKey: .alg)
      typ = try members.decodeIfPresent(String.self, forKey: .typ)
      kid = try members.decodeIfPresent(String.self, forKey: .kid)
      isCritical = members.contains(.crit)
    }
  }

  /// - Returns: nil for anything that is not such a text.
  init?(_ text: String, algorithms: Set<SignatureAlgorithm>) {
    guard text.utf8.count <= SecurityRules.providerTokenBytes else { return nil }
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64URL.bytes(parts[0]), StrictJSON.holds(head),
      let payload = Base64URL.bytes(parts[1]), StrictJSON.holds(payload),
      let signature = Base64URL.bytes(parts[2]), !signature.isEmpty,
      let header = try? JSONDecoder().decode(Header.self, from: Data(head)),
      let algorithm = SignatureAlgorithm(rawValue: header.alg), algorithms.contains(algorithm),
      // RFC 7515 section 4.1.11: what must be understood and is not makes it invalid.
      !header.isCritical,
      // RFC 8725 section 3.11: a token of another kind says so here, such as `at+jwt`.
      header.typ.map({ $0.uppercased() == "JWT" }) ?? true,
      header.kid.map({ (1...FederationRules.keyNameBytes).contains($0.utf8.count) }) ?? true
    else { return nil }
    self.algorithm = algorithm
    keyID = header.kid
    self.payload = payload
    self.signature = signature
    signedText = Array(bytes[..<parts[1].endIndex])
  }
}
