import IdentityDomain

/// The values of a statement in PostgreSQL's binary form, which is the same for text, and shorter for
/// the rest.
struct Parameters {
  private var bytes: [UInt8] = []
  /// Where a value begins; nil for NULL.
  private var starts: [Int?] = []
  private var lengths: [Int32] = []

  var count: Int32 { Int32(starts.count) }

  init(_ values: [StoredValue]) {
    for value in values { add(value) }
  }

  private mutating func add(_ value: StoredValue) {
    let start = bytes.count
    switch value {
    case .null: break
    case .integer(let number):
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    case .boolean(let isOn): bytes.append(isOn ? 1 : 0)
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .bytes(let list): bytes.append(contentsOf: list)
    }
    starts.append(value == .null ? nil : start)
    lengths.append(Int32(bytes.count - start))
    // No value is empty memory: a nil address would be NULL.
    bytes.append(0)
  }

  func withPointers<Value>(
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Value
  ) -> Value {
    bytes.withUnsafeBytes { memory in
      let base = memory.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = starts.map { start in start.flatMap { offset in base.map { $0 + offset } } }
      let formats = [Int32](repeating: 1, count: starts.count)
      return pointers.withUnsafeBufferPointer { values in
        lengths.withUnsafeBufferPointer { lengths in
          formats.withUnsafeBufferPointer { formats in
            body(values.baseAddress, lengths.baseAddress, formats.baseAddress)
          }
        }
      }
    }
  }
}
