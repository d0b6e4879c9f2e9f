/// Recursive descent over JSON with a depth limit; produces the nodes in the order of the text.
struct JSONParser {
  let bytes: [UInt8]
  var position = 0
  var nodes: [JSON.Node] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func peek() -> UInt8 { position < bytes.count ? bytes[position] : 0 }

  mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }

  mutating func value(depth: Int) -> Bool {
    switch peek() {
    case UInt8(ascii: "{"): return depth < JSON.mostDepth && container(.object, depth: depth)
    case UInt8(ascii: "["): return depth < JSON.mostDepth && container(.list, depth: depth)
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return word("true", .flag)
    case UInt8(ascii: "f"): return word("false", .flag)
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func container(_ kind: JSON.Kind, depth: Int) -> Bool {
    let index = nodes.count
    nodes.append(JSON.Node(kind: kind, start: position, end: 0, next: 0))
    position += 1
    let closing = kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
    skipSpace()
    if peek() != closing {
      while true {
        skipSpace()
        if kind == .object {
          guard peek() == UInt8(ascii: "\""), string() else { return false }
          skipSpace()
          guard peek() == UInt8(ascii: ":") else { return false }
          position += 1
          skipSpace()
        }
        guard value(depth: depth + 1) else { return false }
        skipSpace()
        guard peek() == UInt8(ascii: ",") else { break }
        position += 1
      }
    }
    guard peek() == closing, position < bytes.count else { return false }
    position += 1
    nodes[index].end = position
    nodes[index].next = nodes.count
    return true
  }

  private mutating func word(_ word: StaticString, _ kind: JSON.Kind) -> Bool {
    let length = word.utf8CodeUnitCount
    guard position + length <= bytes.count else { return false }
    for offset in 0..<length where bytes[position + offset] != word.utf8Start[offset] {
      return false
    }
    append(kind, from: position, to: position + length)
    position += length
    return true
  }

  private mutating func append(_ kind: JSON.Kind, from start: Int, to end: Int) {
    nodes.append(JSON.Node(kind: kind, start: start, end: end, next: nodes.count + 1))
  }

  private mutating func number() -> Bool {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    if peek() == 48 {
      position += 1
    } else {
      guard digits() else { return false }
    }
    if peek() == UInt8(ascii: ".") {
      position += 1
      guard digits() else { return false }
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      position += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
      guard digits() else { return false }
    }
    append(.number, from: start, to: position)
    return true
  }

  private mutating func digits() -> Bool {
    let start = position
    while peek() >= 48, peek() <= 57 { position += 1 }
    return position > start
  }

  private mutating func string() -> Bool {
    position += 1
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        append(.text, from: start, to: position)
        position += 1
        return true
      case UInt8(ascii: "\\"):
        guard escape() else { return false }
      case 0..<0x20: return false
      default: position += 1
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    position += 1
    switch peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
      return true
    case UInt8(ascii: "u"):
      guard position + 5 <= bytes.count, Hex.parse(bytes[position + 1..<position + 5]) != nil
      else { return false }
      position += 5
      return true
    default: return false
    }
  }

  /// The text between two quotes with its escapes resolved; a lone surrogate becomes U+FFFD.
  static func unescaped(_ source: ArraySlice<UInt8>) -> [UInt8] {
    guard source.contains(UInt8(ascii: "\\")) else { return Array(source) }
    var result: [UInt8] = []
    var index = source.startIndex
    while index < source.endIndex {
      let byte = source[index]
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        index += 1
        continue
      }
      let letter = source[index + 1]
      index += 2
      switch letter {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = UInt32(Hex.parse(source[index..<index + 4]) ?? 0)
        index += 4
        if scalar >> 10 == 0x36, index + 6 <= source.endIndex,
          source[index] == UInt8(ascii: "\\"), source[index + 1] == UInt8(ascii: "u"),
          let low = Hex.parse(source[index + 2..<index + 6]), low >> 10 == 0x37
        {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + UInt32(low & 0x3FF)
          index += 6
        }
        appendScalar(scalar, to: &result)
      default: result.append(letter)
      }
    }
    return result
  }

  private static func appendScalar(_ scalar: UInt32, to bytes: inout [UInt8]) {
    let value = scalar >> 11 == 0x1B ? 0xFFFD : scalar
    switch value {
    case 0..<0x80: bytes.append(UInt8(value))
    case 0x80..<0x800:
      bytes.append(0xC0 | UInt8(value >> 6))
      bytes.append(0x80 | UInt8(value & 0x3F))
    case 0x800..<0x10000:
      bytes.append(0xE0 | UInt8(value >> 12))
      bytes.append(0x80 | UInt8(value >> 6 & 0x3F))
      bytes.append(0x80 | UInt8(value & 0x3F))
    default:
      bytes.append(0xF0 | UInt8(value >> 18))
      bytes.append(0x80 | UInt8(value >> 12 & 0x3F))
      bytes.append(0x80 | UInt8(value >> 6 & 0x3F))
      bytes.append(0x80 | UInt8(value & 0x3F))
    }
  }
}
