// Rows as bytes. A layout describes a row with one character per field, in the order in which its
// struct declares them; reading, checking and writing all follow it. A table is stored by columns,
// and numbers that grow from row to row by what they grew, because that compresses far better
// (docs/decisions/0023-first-launch-in-the-browser.md).
//
// - `0` to `?`: a byte of at most that value (0 to 15, in ASCII order): an enum, a flag.
// - `#`, `%`, `&`, `+`: any number of 8, 16, 32 or 64 bits.
// - `-`: 16 bits, a later row of the same table, or one of the two greatest numbers, which stand for
//   something else. Stored as the distance from its own row.
// - A letter: an id, stored as the difference from the one before. A capital requires an id below
//   the letter's limit; a small letter also allows `noID`, which is stored as itself.
// - `$`: any number of 16 bits, stored as an id is.
// - `*`: the same, but counted from the last row with the same first byte, its kind.
// - `[` and a letter: a `RowRange` of the rows that the letter stands for, stored in one column,
//   its start as the distance from the end of the range before.
// - `(` and a letter: a `RowRange` of entries in a list of ids, each as the letter says.
//
// Debug builds trap if a layout omits a field of its struct.

/// The size of a layout's field in bytes.
@inline(__always) func width(ofField field: UInt8) -> Int {
  switch field {
  case UInt8(ascii: "0")...UInt8(ascii: "?"), UInt8(ascii: "#"): 1
  case UInt8(ascii: "&"): 4
  case UInt8(ascii: "+"): 8
  default: 2
  }
}

/// A field of a layout, in all rows.
struct Column {
  /// The character that says what the field holds.
  var kind: UInt8
  /// What its ids stand for; below 64 for a field without ids.
  var letter: UInt8
  /// Where the field begins in a row of memory, in bytes.
  var offset: Int
  /// In bytes; of a range, of its start.
  var width: Int

  var isRange: Bool { kind == UInt8(ascii: "[") || kind == UInt8(ascii: "(") }
  /// Whether numbers are stored as what they grew, in rows of the same kind where there are kinds.
  private var isDifference: Bool { kind >= 64 || kind == UInt8(ascii: "$") || hasKinds || isRange }
  var hasKinds: Bool { kind == UInt8(ascii: "*") }

  /// How many kinds of rows `*` tells apart.
  static let kinds = 16

  static func kind(ofRow row: UnsafeRawPointer) -> Int {
    Int(row.load(as: UInt8.self)) % kinds
  }

  /// How many numbers `-` counts in distances; those above stand for something else.
  private static let distances: UInt32 = 0xFFFE

  /// A 16-bit number from what is stored for it.
  ///
  /// - Parameter before: what the next row counts from; of a range, its length is still to be added.
  @inline(__always) func restored(_ half: UInt16, _ row: Int, _ before: inout UInt16) -> UInt16 {
    guard kind != UInt8(ascii: "-") else { return moved(half, UInt32(row)) }
    guard isDifference, half != noID else { return half }
    before = Self.turned(before, by: UInt32(half))
    return before
  }

  /// What is stored for a 16-bit number: the inverse of `restored`.
  @inline(__always) func stored(_ half: UInt16, _ row: Int, _ before: inout UInt16) -> UInt16 {
    guard kind != UInt8(ascii: "-") else { return moved(half, Self.distances - UInt32(row)) }
    guard isDifference, half != noID else { return half }
    defer { before = half }
    return Self.turned(half, by: UInt32(noID) - UInt32(before))
  }

  /// Adds within the numbers other than `noID`, around their end.
  private static func turned(_ half: UInt16, by distance: UInt32) -> UInt16 {
    UInt16((UInt32(half) + distance) % UInt32(noID))
  }

  private func moved(_ half: UInt16, _ distance: UInt32) -> UInt16 {
    half < Self.distances ? UInt16((UInt32(half) + distance) % Self.distances) : half
  }
}

/// The columns of a layout, in its order.
struct Columns {
  private let layout: StaticString
  private var place = 0
  private var offset = 0

  init(_ layout: StaticString) {
    self.layout = layout
  }

  mutating func next() -> Column? {
    guard place < layout.utf8CodeUnitCount else { return nil }
    let kind = layout.utf8Start[place]
    let width = width(ofField: kind)
    offset = (offset + width - 1) & -width
    var column = Column(kind: kind, letter: kind, offset: offset, width: width)
    if column.isRange {
      place += 1
      offset += width
      column.letter = layout.utf8Start[place]
    }
    place += 1
    offset += width
    return column
  }
}
