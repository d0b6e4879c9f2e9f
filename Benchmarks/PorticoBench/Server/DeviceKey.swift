import Crypto
import Foundation
import IdentityDomain

/// A device's key, which signs proofs of possession (RFC 9449) as our client does.
struct DeviceKey {
  private let key = P256.Signing.PrivateKey()
  private let header: String
  /// The number of proofs so far, which identifies them.
  private var count = 0

  init() {
    let point = Array(key.publicKey.rawRepresentation)
    let (x, y) = (Base64URL.text(Array(point[..<32])), Base64URL.text(Array(point[32...])))
    header = Base64URL.text(
      Array(
        #"{"alg":"ES256","jwk":{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"},"typ":"dpop+jwt"}"#
          .utf8))
  }

  /// - Parameters:
  ///   - accessToken: that of the call, if any.
  ///   - second: since 1970.
  mutating func proof(
    _ method: String, _ url: String, accessToken: String? = nil, nonce: String?, second: Int
  ) throws -> String {
    count += 1
    var members =
      #"{"htm":"\#(method)","htu":"\#(url)","iat":\#(second),"jti":"bench-proof-\#(count)""#
    if let accessToken {
      let digest = Base64URL.text(Array(SHA256.hash(data: Data(accessToken.utf8))))
      members += #","ath":"\#(digest)""#
    }
    if let nonce { members += #","nonce":"\#(nonce)""# }
    let text = header + "." + Base64URL.text(Array((members + "}").utf8))
    let signature = try key.signature(for: Data(text.utf8))
    return text + "." + Base64URL.text(Array(signature.rawRepresentation))
  }
}
