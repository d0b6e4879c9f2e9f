// What is kept of one cell, and of what came with a held signal.

package import Statechart

extension Projection {
  /// How a cell is kept: as a code, 0 for absent, else the place of a value that stands for its
  /// like, plus one.
  package struct Kept: Sendable {
    package var cell: CellID
    /// What stands for each code; of texts, see `texts`.
    package var values: [Int64]
    /// The code of each value from 0 on. Empty: `values` ascend, a number between two of them counts
    /// as the one below it, and one beyond the ends as the end, so that counters saturate.
    package var codes: [UInt8]
    /// Texts: the slot, and what stands for each code.
    package var slot: UInt16
    package var texts: [Text]
    /// The codes of texts that are known; any other text has that of the last one.
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
    ///   - texts: what stands for each code.
    ///   - known: texts with their codes, the last one for all others.
    package init(cell: CellID, slot: UInt16, texts: [Text], known: [(text: Text, code: UInt8)]) {
      self.init(cell: cell, values: [])
      self.slot = slot
      self.texts = texts
      textCodes = known.map { $0.code }
      knownTexts = known.map { $0.text }
    }
  }

  /// Numbers, ascending, and texts that are told apart; 255 of each at most.
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
