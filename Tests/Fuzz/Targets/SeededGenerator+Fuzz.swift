import FlowMachine
import Statechart
import TestSupport
import WireText

extension SeededGenerator {
  /// Seeded by the fuzzed bytes themselves, so that the same bytes always do the same.
  init(of bytes: [UInt8]) { self.init(seed: Checksum.of(bytes, in: 0..<bytes.count)) }

  /// Bytes with a few changes: single bytes, and pieces omitted, repeated or moved.
  mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0...below(4) where !result.isEmpty {
      let place = below(result.count)
      let end = min(result.count, place + 1 + below(24))
      switch below(8) {
      case 0: result[place] = UInt8(truncatingIfNeeded: next())
      case 1: result[place] ^= 1 << UInt8(below(8))
      case 2: result[place] = pick([0, 1, 0x7F, 0x80, 0xFF, UInt8(ascii: "\""), 0x0A])
      case 3: result[place] &+= chance(50) ? 1 : 255
      case 4: result.removeSubrange(place..<end)
      case 5: result.insert(contentsOf: result[place..<end], at: below(result.count))
      case 6: result.replaceSubrange(place..<end, with: bytes.suffix(end - place))
      default: result.removeSubrange(max(place, result.count - 64)...)
      }
    }
    return result
  }

  mutating func text() -> Text {
    Text(ascii: pick(["", "auto", "Ada", "7", "-3", "ada@example.com", "x{y}\"\\", " "]))
  }
}
