extension CharacterSet {
  /// The characters as UTF-8: sequences of ranges of bytes, each of which stands for all that can be made of it.
  var byteSequences: [[ClosedRange<UInt8>]] { ranges.flatMap { Self.sequences($0) } }

  private static func sequences(_ range: ClosedRange<UInt32>) -> [[ClosedRange<UInt8>]] {
    // Characters of one length at a time.
    for last: UInt32 in [0x7F, 0x7FF, 0xFFFF]
    where range.lowerBound <= last && range.upperBound > last {
      return sequences(range.lowerBound...last) + sequences((last + 1)...range.upperBound)
    }
    // Then such that from one byte on all continuations are in it.
    let (low, high) = (bytes(range.lowerBound), bytes(range.upperBound))
    for index in 1..<max(low.count, 1) {
      let mask = UInt32(1) << UInt32(6 * index) - 1
      guard range.lowerBound & ~mask != range.upperBound & ~mask else { continue }
      if range.lowerBound & mask != 0 {
        let end = range.lowerBound | mask
        return sequences(range.lowerBound...end) + sequences((end + 1)...range.upperBound)
      }
      if range.upperBound & mask != mask {
        let start = range.upperBound & ~mask
        return sequences(range.lowerBound...(start - 1)) + sequences(start...range.upperBound)
      }
    }
    return [zip(low, high).map { $0...$1 }]
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    Unicode.Scalar(value).map { Array(String(Character($0)).utf8) } ?? []
  }
}
