import FlowMachine
import Statechart

/// SplitMix64, seeded by the fuzzed bytes themselves: the same bytes always do the same.
struct FuzzRandom {
  private var state: UInt64

  init(seed: [UInt8]) { state = Checksum.of(seed, in: 0..<seed.count) }

  init(number: UInt64) { state = number }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Bytes with a few changes: single bytes, and pieces left out, repeated or moved.
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

/// Answers and fails at random.
struct FuzzChartHost: ChartHost {
  var random: FuzzRandom

  mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool { random.chance(80) }

  mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool { random.chance(50) }
}
