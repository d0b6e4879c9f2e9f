import Crypto
import Foundation
import IdentityDomain

/// A JWS in its compact form (RFC 7515 section 7.1) that claims to be signed with ES256, before its
/// signature is checked.
///
/// Strict where readers differ: one spelling of base64url, UTF-8 only, no member twice, no unknown
/// critical extension. jwt-kit checks none of these, nor `typ`, and takes its first key for an unknown
/// one; so it signs here, and does not read.
struct CompactJWS {
  /// What the header says; nothing of it is believed before the signature is checked.
  let header: Header
  private let payload: Data
  private let signedText: Data
  private let signature: P256.Signing.ECDSASignature

  struct Header: Decodable {
    let typ: String
    let alg: String
    let kid: String?
    let jwk: PublicJWK?
  }

  /// - Parameter typ: what the header must say, to the letter.
  /// - Returns: nil for anything that is not such a text.
  init?(_ text: String, typ: String) {
    guard text.utf8.count <= SecurityRules.signedTextBytes else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Base64URL.bytes(parts[0]),
      let payload = Base64URL.bytes(parts[1]), let signature = Base64URL.bytes(parts[2]),
      Self.isStrict(head), Self.isStrict(payload),
      let names = try? JSONDecoder().decode(MemberNames.self, from: Data(head)),
      // RFC 7515 section 4.1.11: what must be understood and is not makes it invalid.
      !names.all.contains("crit"),
      let header = try? JSONDecoder().decode(Header.self, from: Data(head)),
      header.typ == typ, header.alg == "ES256",
      let ecdsa = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
    else { return nil }
    self.header = header
    self.payload = Data(payload)
    self.signature = ecdsa
    signedText = Data("\(parts[0]).\(parts[1])".utf8)
  }

  /// The decoder overlooks both in members that nobody asks it for.
  private static func isStrict(_ json: [UInt8]) -> Bool {
    String(validating: json, as: UTF8.self) != nil && UniqueMembers.hold(in: json)
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
