extension String {
  /// The text that stored bytes are.
  ///
  /// Each call reads dozens of them, and the standard library's `init(validating:as:)` is not specialized for
  /// where they lie: it took a fiftieth of a profile read.
  /// - Returns: nil for what is no UTF-8.
  package init?(storedUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    var text = String(decoding: bytes, as: UTF8.self)
    // What had to be repaired is another text.
    guard text.withUTF8({ $0.elementsEqual(bytes) }) else { return nil }
    self = text
  }
}
