import WireText

/// Reads the canonical form that authenticators write (CTAP 2.1 section 8): definite lengths, each number in its
/// shortest form, no tags, no fractions, no key twice. What has two spellings elsewhere has one here, so nobody reads
/// a value differently than it was signed. The order of keys is not checked, since it changes no meaning.
struct CBORReader {
  /// Deeper than any attestation statement.
  static let mostDepth = 8
  /// An upper bound for all values of one text; a list of a stranger's length is never reserved.
  static let mostValues = 1_024

  private var rest: ArraySlice<UInt8>
  private var valuesLeft = CBORReader.mostValues

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }
  /// Where the unread bytes begin.
  var position: Int { rest.startIndex }

  /// - Returns: nil for what is not such a value.
  mutating func value(depth: Int = 0) -> CBOR? {
    guard depth < Self.mostDepth, valuesLeft > 0, let head = rest.popFirst() else { return nil }
    valuesLeft -= 1
    let kind = head >> 5
    let short = head & 31
    if kind == 7 {
      switch short {
      case 20: return .flag(false)
      case 21: return .flag(true)
      case 22: return .null
      default: return nil
      }
    }
    guard let argument = argument(short) else { return nil }
    switch kind {
    case 0: return .unsigned(argument)
    case 1: return .negative(argument)
    case 2: return string(argument).map { .bytes($0) }
    case 3: return string(argument).flatMap { UTF8Check.isValid($0) ? .text($0) : nil }
    case 4: return list(argument, depth)
    case 5: return map(argument, depth)
    default: return nil
    }
  }

  /// The number in or behind the first byte, in its shortest form only.
  private mutating func argument(_ short: UInt8) -> UInt64? {
    if short < 24 { return UInt64(short) }
    guard short < 28 else { return nil }
    let count = 1 << Int(short - 24)
    guard rest.count >= count else { return nil }
    let number = rest.prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(count)
    let least: UInt64 = count == 1 ? 24 : 1 << UInt64(count * 4)
    return number >= least ? number : nil
  }

  private mutating func string(_ count: UInt64) -> [UInt8]? {
    guard count <= UInt64(rest.count) else { return nil }
    let bytes = Array(rest.prefix(Int(count)))
    rest = rest.dropFirst(bytes.count)
    return bytes
  }

  private mutating func list(_ count: UInt64, _ depth: Int) -> CBOR? {
    guard count <= UInt64(valuesLeft) else { return nil }
    var elements: [CBOR] = []
    for _ in 0..<count {
      guard let element = value(depth: depth + 1) else { return nil }
      elements.append(element)
    }
    return .list(elements)
  }

  private mutating func map(_ count: UInt64, _ depth: Int) -> CBOR? {
    guard count <= UInt64(valuesLeft) else { return nil }
    var entries: [CBOR.Entry] = []
    var keys: Set<CBOR> = []
    for _ in 0..<count {
      guard let key = value(depth: depth + 1), keys.insert(key).inserted,
        let found = value(depth: depth + 1)
      else { return nil }
      entries.append(CBOR.Entry(key: key, value: found))
    }
    return .map(entries)
  }
}
