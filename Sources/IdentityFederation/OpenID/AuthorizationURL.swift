import Crypto
import Foundation
import IdentityDomain
import NetworkTransfer

/// The address of an authorization request (RFC 6749 section 4.1.1).
enum AuthorizationURL {
  static func text(_ endpoint: ProviderEndpoint, _ fields: [(String, String)]) -> String {
    let query = fields.map { "\($0)=\(encoded($1))" }.joined(separator: "&")
    // Section 3.1: it may have a query, which stays.
    return endpoint.text + (endpoint.peer.path.contains("?") ? "&" : "?") + query
  }

  /// RFC 7636 section 4.2, S256.
  static func challenge(of verifier: Secret<CodeVerifier>) -> String {
    Base64URL.text(Array(SHA256.hash(data: Data(verifier.exposed.utf8))))
  }

  /// RFC 3986 section 2.1. A space is `%20`: not every provider takes a plus sign for one.
  static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var out = ""
    for byte in text.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95, 126:
        out.unicodeScalars.append(Unicode.Scalar(byte))
      default: out += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return out
  }
}
