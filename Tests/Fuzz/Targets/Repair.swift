import FlowMachine
import Statechart

/// Repairs what would make a reader refuse mutated bytes at once, so that a fuzzer gets past
/// checksums.
enum Repair {
  /// A compiled flow with a valid checksum at its end.
  static func compiled(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 8 else { return bytes }
    var writer = ByteWriter()
    writer.bytes = Array(bytes.dropLast(8))
    writer.put(Checksum.of(writer.bytes, in: 0..<writer.bytes.count))
    return writer.bytes
  }

  /// A journal in which every mark with a valid length is followed by a valid checksum.
  static func journal(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var place = 0
    let mark = Array("PRJ1".utf8)
    while place + 16 <= result.count {
      guard result[place..<place + 4].elementsEqual(mark) else {
        place += 1
        continue
      }
      var reader = ByteReader(result, in: place + 4..<result.count)
      let length = Int(reader.word())
      guard length <= result.count - place - 16 else {
        place += 1
        continue
      }
      var writer = ByteWriter()
      writer.put(Checksum.of(result, in: place + 16..<place + 16 + length))
      result.replaceSubrange(place + 8..<place + 16, with: writer.bytes)
      place += 16 + length
    }
    return result
  }
}
