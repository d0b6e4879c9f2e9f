import Statechart

/// The journal's bytes: consecutive records, each located by its mark and verified by its checksum.
///
/// A host appends `frame(record)` and reads with `lastRecord`. A torn or corrupted record costs
/// only itself: reading resumes at the next mark. When the journal has grown, the host replaces it
/// with one that holds only the last record.
package enum Journal {
  static let mark: UInt32 = 0x314A_5250  // "PRJ1"
  static let frameBytes = 16
  /// The size beyond which a host compacts the journal.
  package static let compactionBytes = 256 << 10

  /// The result of reading a journal.
  package struct Reading: Equatable, Sendable {
    /// The last complete record.
    package var record: [UInt8]?
    package var recordCount: Int
    /// The number of bytes that belong to no complete record. If it is not zero, something was torn
    /// or changed.
    package var damagedBytes: Int
  }

  package static func frame(_ record: [UInt8]) -> [UInt8] { frame(record[...]) }

  package static func frame(_ record: ArraySlice<UInt8>) -> [UInt8] {
    var writer = ByteWriter()
    writer.bytes.reserveCapacity(frameBytes + record.count)
    writer.put(mark)
    writer.put(UInt32(record.count))
    writer.put(0 as UInt64)
    writer.bytes.append(contentsOf: record)
    let checksum = Checksum.of(writer.bytes, in: frameBytes..<writer.bytes.count)
    writer.bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: checksum.littleEndian, toByteOffset: 8, as: UInt64.self)
    }
    return writer.bytes
  }

  /// Reads a journal, in time linear in its length whatever it contains.
  package static func read(_ bytes: [UInt8]) -> Reading {
    var reading = Reading(record: nil, recordCount: 0, damagedBytes: 0)
    var last = 0..<0
    var position = 0
    var patience = 16 * bytes.count
    while position < bytes.count {
      guard let range = record(at: position, in: bytes, &patience) else {
        reading.damagedBytes += 1
        position += 1
        continue
      }
      last = range
      reading.recordCount += 1
      position = range.upperBound
    }
    if reading.recordCount > 0 { reading.record = Array(bytes[last]) }
    return reading
  }

  /// - Parameter patience: how many bytes may still be read in vain. Otherwise marks that claim
  ///   long records could cause the whole journal to be read again for each of them.
  private static func record(
    at position: Int, in bytes: [UInt8], _ patience: inout Int
  ) -> Range<Int>? {
    guard bytes.count - position >= frameBytes else { return nil }
    var reader = ByteReader(bytes, in: position..<bytes.count)
    guard reader.word() == mark else { return nil }
    guard let length = Int(exactly: reader.word()) else { return nil }
    let checksum = reader.long()
    guard length <= FlowLimits.snapshotBytes, length <= reader.remaining, length <= patience
    else { return nil }
    let range = reader.position..<reader.position + length
    if Checksum.of(bytes, in: range) == checksum { return range }
    patience -= length
    return nil
  }
}
