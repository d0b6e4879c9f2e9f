/// A reusable buffer for records, which grows only to the size of the largest one.
package struct RecordBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// The size of the last record in bytes.
  package private(set) var count = 0

  package init() {}

  /// The last record.
  package var record: ArraySlice<UInt8> { bytes[..<count] }

  /// Writes a record over the last one.
  ///
  /// - Parameters:
  ///   - most: an upper bound of its size in bytes.
  ///   - body: gets a buffer of that size, and returns the number of bytes written.
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
