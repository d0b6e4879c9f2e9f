/// Whether bytes are well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates).
package enum UTF8Check {
  package static func isValid(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      index += 1
      if lead < 0x80 { continue }
      let count: Int
      var least: UInt8 = 0x80
      var most: UInt8 = 0xBF
      switch lead {
      case 0xC2...0xDF: count = 1
      case 0xE0: (count, least) = (2, 0xA0)
      case 0xED: (count, most) = (2, 0x9F)
      case 0xE1...0xEF: count = 2
      case 0xF0: (count, least) = (3, 0x90)
      case 0xF1...0xF3: count = 3
      case 0xF4: (count, most) = (3, 0x8F)
      default: return false
      }
      guard index + count <= bytes.count else { return false }
      guard bytes[index] >= least, bytes[index] <= most else { return false }
      for offset in 1..<max(count, 1) where bytes[index + offset] & 0xC0 != 0x80 { return false }
      index += count
    }
    return true
  }
}
