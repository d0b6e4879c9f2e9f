import Crypto
import Foundation
import IdentityDomain

/// A JWS in compact form (RFC 7515 section 7.1) that claims to be signed with ES256, before its
/// signature is verified.
///
/// Strict where parsers differ: a single encoding of base64url, UTF-8 only, no duplicate members,
/// no unknown critical extension.
struct CompactJWS {
  /// The header; none of it is trusted before the signature is verified.
  let header: JWSHeader
  private let payload: Data
  private let signedText: Data
  private let signature: P256.Signing.ECDSASignature

  /// - Parameter typ: the exact value that the header must have.
  /// - Returns: nil for anything that is not such a text.
  init?(_ text: String, typ: TokenType, _ headers: JWSHeaders) {
    guard text.utf8.count <= SecurityRules.signedTextBytes else { return nil }
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = headers.header(parts[0]), header.typ == typ.rawValue,
      let payload = Base64URL.bytes(parts[1]), let signature = Base64URL.bytes(parts[2]),
      StrictJSON.holds(payload),
      let ecdsa = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
    else { return nil }
    self.header = header
    self.payload = Data(payload)
    self.signature = ecdsa
    signedText = Data(bytes[..<parts[1].endIndex])
  }

  /// The payload, if this key signed it.
  func payload<Value: Decodable>(
    _ type: Value.Type = Value.self, signedBy key: P256.Signing.PublicKey
  ) -> Value? {
    guard key.isValidSignature(signature, for: signedText) else { return nil }
    return try? JSONDecoder().decode(type, from: payload)
  }
}

/// The names of all members of a JSON object.
struct MemberNames: Decodable {
  let all: Set<String>

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    all = Set(try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue))
  }
}
