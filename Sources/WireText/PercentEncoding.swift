package enum PercentEncoding {
  /// RFC 3986, 2.3: everything but unreserved characters is encoded.
  package static func encode(_ text: [UInt8], to bytes: inout [UInt8]) {
    for byte in text {
      switch byte {
      case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] {
          bytes.append(digit < 10 ? 48 + digit : 55 + digit)
        }
      }
    }
  }
}
