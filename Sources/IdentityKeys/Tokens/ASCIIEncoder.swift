import Foundation
import JWTKit

/// JSON with its members in order and in such characters that its base64url has neither `-` nor
/// `_`: public clients decode the payload with the standard alphabet (facts, account sign-in). That
/// holds for ASCII but `>`, `?`, `~` and DEL, whose last six bits are 62 or 63.
struct ASCIIEncoder: JWTJSONEncoder {
  func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    var bytes: [UInt8] = []
    // Such characters stand within strings only, so each may be written by its number.
    for unit in text.utf16 {
      switch unit {
      case 0x3E, 0x3F, 0x7E...:
        let digits = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        bytes += Array("\\u\(zeros)\(digits)".utf8)
      default: bytes.append(UInt8(unit))
      }
    }
    return Data(bytes)
  }
}
