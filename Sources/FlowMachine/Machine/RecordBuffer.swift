/// Memory for records that is used again and again: it grows only until it has the size of the
/// largest one.
package struct RecordBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// How many bytes the last record has.
  package private(set) var count = 0

  package init() {}

  /// The last record.
  package var record: ArraySlice<UInt8> { bytes[..<count] }

  /// Writes a record over the last one.
  ///
  /// - Parameters:
  ///   - most: no fewer bytes than it can have.
  ///   - body: gets memory for as many, and returns how many it wrote.
  @inline(__always)
  mutating func write(most: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
    if bytes.count < most { bytes = [UInt8](repeating: 0, count: most + most / 2) }
    count = bytes.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      return body(base)
    }
    precondition(count <= most)
  }
}
