import Crypto
import Foundation
package import FlowMachine

/// The key under which typed secrets are marked, so that one that is typed again is recognized: HMAC-SHA-256
/// (RFC 2104, RFC 6234) with the name of the secret. It is never given out but to where it is stored.
package struct MarkKey: Sendable {
  private let key: SymmetricKey

  /// A new one, of 256 random bits.
  package init() { key = SymmetricKey(size: .bits256) }

  /// - Returns: nil for anything but what `stored` was.
  init?(stored: [UInt8]) {
    guard let bytes = Data(base64Encoded: Data(stored)), bytes.count == 32 else { return nil }
    key = SymmetricKey(data: bytes)
  }

  var stored: [UInt8] { Array(key.withUnsafeBytes { Data($0) }.base64EncodedData()) }

  package func hash(_ secret: Text, as name: SecretName) -> Text {
    var code = HMAC<SHA256>(key: key)
    // No name contains a zero byte.
    code.update(data: name.text + [0] + secret)
    return Text(Data(code.finalize()).base64EncodedData())
  }
}
