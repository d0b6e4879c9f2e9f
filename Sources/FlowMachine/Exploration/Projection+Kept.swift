// How a cell, and the value of a held signal, are projected.

package import Statechart

extension Projection {
  /// How a cell is projected: as a code, which is 0 if it is absent, otherwise the index of a
  /// representative value plus one.
  package struct Kept: Sendable {
    package var cell: CellID
    /// The representative of each code; for texts, see `texts`.
    package var values: [Int64]
    /// The code of each value from 0 on. If empty, `values` ascend: a number between two of them
    /// has the code of the lower one, and one out of range that of the nearer end, so that counters
    /// saturate.
    package var codes: [UInt8]
    /// Texts: the slot, and the representative of each code.
    package var slot: UInt16
    package var texts: [Text]
    /// The codes of known texts; any other text has the code of the last one.
    package var textCodes: [UInt8]
    package var knownTexts: [Text]

    package init(cell: CellID, values: [Int64], codes: [UInt8] = []) {
      self.cell = cell
      self.values = values
      self.codes = codes
      slot = noID
      texts = []
      textCodes = []
      knownTexts = []
    }

    /// - Parameters:
    ///   - texts: the representative of each code.
    ///   - known: texts with their codes; the last code applies to all others.
    package init(cell: CellID, slot: UInt16, texts: [Text], known: [(text: Text, code: UInt8)]) {
      self.init(cell: cell, values: [])
      self.slot = slot
      self.texts = texts
      textCodes = known.map { $0.code }
      knownTexts = known.map { $0.text }
    }
  }

  /// Ascending numbers and texts that are distinguished; at most 255 of each.
  package struct Held: Sendable {
    package var numbers: [Int64]
    package var texts: [Text]

    package init(numbers: [Int64], texts: [Text]) {
      self.numbers = numbers
      self.texts = texts
    }
  }
}

extension Projection.Kept {
  func code(_ text: Text) -> UInt8 {
    for (place, known) in knownTexts.enumerated() where known == text { return textCodes[place] }
    return textCodes[textCodes.count - 1]
  }
}
