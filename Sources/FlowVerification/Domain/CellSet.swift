import FlowMachine
import Statechart

/// A set of cells, as bits.
struct CellSet: Equatable, Sendable {
  private(set) var words: [UInt64]

  init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  func contains(_ cell: CellID) -> Bool { words[Int(cell) >> 6] & 1 << UInt64(cell & 63) != 0 }

  mutating func insert(_ cell: CellID) { words[Int(cell) >> 6] |= 1 << UInt64(cell & 63) }

  mutating func form(union other: CellSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  mutating func subtract(_ other: CellSet) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  mutating func form(intersection other: CellSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  func subtracting(_ other: CellSet) -> CellSet {
    var result = self
    result.subtract(other)
    return result
  }
}
