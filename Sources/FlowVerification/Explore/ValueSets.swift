import FlowMachine
import Statechart

/// The facts of which a merged state has several values, and how it holds them.
///
/// Such a fact is a flag or a choice that only people and the flow itself change, and that is read in certain places
/// only. Where a state has one value of it, its code is that of any projected state. Where it has several, the code
/// has the highest bit set, and below it a bit for each of their codes.
struct ValueSets: Sendable {
  /// A set of these facts: a bit for each.
  typealias Rows = UInt64

  let facts: [FactID]
  /// Where their codes stand in a projected state.
  private let offsets: [Int]

  private static let mark: UInt8 = 0x80
  /// What fits below that bit: absent, and the other values.
  private static let mostValues = 6

  init(_ liveness: Liveness, _ projection: Projection, except symmetric: Set<Int>) {
    let flow = liveness.flow
    var found: [(fact: FactID, offset: Int)] = []
    for (index, kept) in projection.kept.enumerated() where Int(kept.cell) < flow.tables.facts.count
    {
      let (row, offset) = (flow.tables.facts[Int(kept.cell)], projection.cellOffset + index)
      guard [.flag, .choice].contains(row.type), [.memory, .preferences].contains(row.place),
        kept.values.count <= Self.mostValues, row.changedEvent == noID,
        !liveness.pinned.contains(kept.cell), !symmetric.contains(offset),
        !flow.tables.signals.contains(where: { $0.fact == kept.cell })
      else { continue }
      found.append((kept.cell, offset))
    }
    facts = found.prefix(Rows.bitWidth).map(\.fact)
    offsets = found.prefix(Rows.bitWidth).map(\.offset)
  }

  /// Those of some facts that are among these.
  func rows(of cells: CellSet) -> Rows {
    facts.indices.reduce(0) { cells.contains(facts[$1]) ? $0 | 1 << Rows($1) : $0 }
  }

  func rows(of cells: some Sequence<CellID>) -> Rows {
    cells.reduce(0) { known, cell in
      facts.firstIndex(of: cell).map { known | 1 << Rows($0) } ?? known
    }
  }

  // MARK: Of one state

  /// The code of a fact: of one value, or of several.
  func code(_ row: Int, at bytes: UnsafeRawPointer) -> UInt8 {
    bytes.load(fromByteOffset: offsets[row], as: UInt8.self)
  }

  func set(_ row: Int, _ code: UInt8, at bytes: UnsafeMutableRawPointer) {
    bytes.storeBytes(of: code, toByteOffset: offsets[row], as: UInt8.self)
  }

  /// The facts of which a state has several values.
  func several(at bytes: UnsafeRawPointer) -> Rows {
    facts.indices.reduce(0) {
      code($1, at: bytes) & Self.mark != 0 ? $0 | 1 << Rows($1) : $0
    }
  }

  /// The codes of single values that a code stands for.
  static func single(_ code: UInt8) -> [UInt8] {
    guard code & mark != 0 else { return [code] }
    return (0...UInt8(mostValues)).filter { code & 1 << $0 != 0 }
  }

  /// The first of them, by which a machine stands in for all.
  static func first(_ code: UInt8) -> UInt8 {
    code & mark != 0 ? UInt8(code.trailingZeroBitCount) : code
  }

  /// Makes a state the one with the first value of each fact.
  func single(_ bytes: UnsafeMutableRawPointer) {
    for row in facts.indices { set(row, Self.first(code(row, at: bytes)), at: bytes) }
  }

  /// Forgets the values of all the facts.
  func clear(_ bytes: UnsafeMutableRawPointer) {
    for row in facts.indices { set(row, 0, at: bytes) }
  }

  /// The codes of all states that one stands for; nil if there are more than so many.
  func combinations(at bytes: UnsafeRawPointer, most: Int) -> [[UInt8]]? {
    var all: [[UInt8]] = [[]]
    for row in facts.indices {
      let single = Self.single(code(row, at: bytes))
      guard all.count * single.count <= most else { return nil }
      all = all.flatMap { known in single.map { known + [$0] } }
    }
    return all
  }

  /// The codes of the first state that one stands for, and of those that differ from it in one fact.
  func variations(at bytes: UnsafeRawPointer) -> [[UInt8]] {
    let first = facts.indices.map { Self.first(code($0, at: bytes)) }
    var all = [first]
    for row in facts.indices {
      for code in Self.single(code(row, at: bytes)).dropFirst() {
        var other = first
        other[row] = code
        all.append(other)
      }
    }
    return all
  }

  // MARK: Of two states that differ in nothing else

  private static func bits(_ code: UInt8) -> UInt8 { code & mark != 0 ? code & ~mark : 1 << code }

  private static func code(_ bits: UInt8) -> UInt8 {
    bits & (bits &- 1) == 0 ? UInt8(bits.trailingZeroBitCount) : mark | bits
  }

  /// Whether one stands for all that the other stands for.
  func covers(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    facts.indices.allSatisfy {
      Self.bits(code($0, at: other)) & ~Self.bits(code($0, at: one)) == 0
    }
  }

  /// Adds to a state what another one has beside it, if one fact is all that is in the way.
  ///
  /// What it stands for then, one of the two stood for before: the other one has all of its values of every other fact.
  ///
  /// - Returns: whether it has more values now.
  func widen(_ bytes: UnsafeMutableRawPointer, by other: UnsafeRawPointer) -> Bool {
    var only: Int?
    for row in facts.indices
    where Self.bits(code(row, at: bytes)) & ~Self.bits(code(row, at: other)) != 0 {
      guard only == nil else { return false }
      only = row
    }
    guard let only else { return false }
    let (own, more) = (Self.bits(code(only, at: bytes)), Self.bits(code(only, at: other)))
    guard more & ~own != 0 else { return false }
    set(only, Self.code(own | more), at: bytes)
    return true
  }
}
