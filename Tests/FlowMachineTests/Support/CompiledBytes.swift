import Statechart

/// Compiled flows with changes that their checksum does not reveal.
enum CompiledBytes {
  /// The bytes with a valid checksum at the end.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 8 else { return bytes }
    let body = Array(bytes.dropLast(8))
    var writer = ByteWriter()
    writer.bytes = body
    writer.put(Checksum.of(body, in: 0..<body.count))
    return writer.bytes
  }

  static func truncated(_ bytes: [UInt8], to length: Int) -> [UInt8] {
    repaired(Array(bytes.prefix(length)) + [UInt8](repeating: 0, count: 8))
  }
}
