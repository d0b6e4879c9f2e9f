/// Reads a record as we write it: its keys in their order, no space, nothing written by its number.
///
/// Whatever else a record may be (changed in SQL, with a quote in a name) is left to `JSONDecoder`, which
/// reads all of them in some ten times the time. So a mistake here is a nil and never another value.
struct RecordReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  /// - Parameter bytes: stay where they are for as long as this reads.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether all was read.
  var isAtEnd: Bool { place == bytes.count }

  /// - Returns: whether this comes next; then it is passed.
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - place >= count else { return false }
    for offset in 0..<count where bytes[place + offset] != text.utf8Start[offset] { return false }
    place += count
    return true
  }

  /// The name of a member that may be absent.
  /// - Parameter isFirst: of its object; false from the first member on.
  mutating func member(_ name: StaticString, _ isFirst: inout Bool) -> Bool {
    let start = place
    guard isFirst || take(","), take(name) else {
      place = start
      return false
    }
    isFirst = false
    return true
  }

  /// A text in quotes.
  mutating func text() -> String? {
    guard take("\"") else { return nil }
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        defer { place += 1 }
        return String(validating: bytes[start..<place], as: UTF8.self)
      case UInt8(ascii: "\\"), 0..<32: return nil
      default: place += 1
      }
    }
    return nil
  }

  /// A whole number.
  mutating func number() -> Int64? {
    let isNegative = take("-")
    var digits = 0
    var number: Int64 = 0
    // As many as fit whatever they are.
    while place < bytes.count, digits < 18, (48...57).contains(bytes[place]) {
      number = number * 10 + Int64(bytes[place] - 48)
      place += 1
      digits += 1
    }
    guard digits > 0, place < bytes.count, !(48...57).contains(bytes[place]),
      bytes[place] != UInt8(ascii: "."), bytes[place] | 0x20 != UInt8(ascii: "e")
    else { return nil }
    return isNegative ? -number : number
  }

  mutating func bool() -> Bool? { take("true") ? true : take("false") ? false : nil }
}
