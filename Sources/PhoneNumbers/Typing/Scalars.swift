/// The Unicode scalars of UTF-8 bytes, without the tables that `String` needs. Invalid bytes become
/// U+FFFD, which nothing here recognizes.
func scalars(of bytes: [UInt8]) -> [UInt32] {
  var found: [UInt32] = []
  var at = 0
  while at < bytes.count {
    let first = bytes[at]
    at += 1
    let count: Int
    switch first {
    case 0..<0x80:
      found.append(UInt32(first))
      continue
    case 0xC2..<0xE0: count = 1
    case 0xE0..<0xF0: count = 2
    case 0xF0..<0xF5: count = 3
    default:
      found.append(0xFFFD)
      continue
    }
    let rest = bytes[at...].prefix(count).prefix { $0 & 0xC0 == 0x80 }
    at += rest.count
    let lead = UInt32(first & (0x3F >> UInt8(count)))
    found.append(
      rest.count == count ? rest.reduce(lead) { $0 << 6 | UInt32($1 & 0x3F) } : 0xFFFD)
  }
  return found
}

/// UTF-8 of one scalar.
func utf8(_ scalar: UInt32) -> [UInt8] {
  func tail(_ shift: UInt32) -> UInt8 { UInt8(scalar >> shift & 0x3F) | 0x80 }
  if scalar < 0x80 { return [UInt8(scalar)] }
  if scalar < 0x800 { return [UInt8(scalar >> 6) | 0xC0, tail(0)] }
  if scalar < 0x10000 { return [UInt8(scalar >> 12) | 0xE0, tail(6), tail(0)] }
  return [UInt8(scalar >> 18 & 0x07) | 0xF0, tail(12), tail(6), tail(0)]
}
