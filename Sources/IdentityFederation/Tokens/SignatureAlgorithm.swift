import Crypto
import Foundation
import JWTKit

/// The signatures that a provider may use (RFC 7518 section 3.1): those that a key pair makes. `none` and
/// those with a shared secret (HS256 …) have no case, so no configuration and no header can ask for them.
package enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
  case es256 = "ES256"
  case es384 = "ES384"
  case es512 = "ES512"
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"

  /// Those that providers use by far the most.
  package static let standard: Set<SignatureAlgorithm> = [.es256, .rs256]

  /// OpenID Connect Core 1.0 section 3.1.3.6: the left half of the hash that the signature uses.
  func leftHalf(of text: String) -> [UInt8] {
    let data = Data(text.utf8)
    let hash: [UInt8] =
      switch self {
      case .es256, .rs256, .ps256: Array(SHA256.hash(data: data))
      case .es384, .rs384, .ps384: Array(SHA384.hash(data: data))
      case .es512, .rs512, .ps512: Array(SHA512.hash(data: data))
      }
    return Array(hash[..<(hash.count / 2)])
  }

  /// The curve of its keys; nil for RSA.
  var curve: String? {
    switch self {
    case .es256: "P-256"
    case .es384: "P-384"
    case .es512: "P-521"
    default: nil
    }
  }

  /// The size of a coordinate on that curve (RFC 7518 section 6.2.1.2).
  var coordinateBytes: Int? {
    switch self {
    case .es256: 32
    case .es384: 48
    case .es512: 66
    default: nil
    }
  }

  var ofJWTKit: JWK.Algorithm? { JWK.Algorithm(rawValue: rawValue) }
}
