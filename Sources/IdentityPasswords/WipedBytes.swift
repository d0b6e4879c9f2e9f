import CSodium

/// A copy of a password for a C library, zeroed before its memory is freed. The original text
/// belongs to Swift, and stays wherever Swift left it.
package struct WipedBytes: ~Copyable {
  private let buffer: UnsafeMutableBufferPointer<CChar>
  private let afterWiping: ((UnsafeMutableBufferPointer<CChar>) -> Void)?

  /// - Parameter afterWiping: for tests: sees the memory between zeroing and freeing.
  package init(
    _ text: String, afterWiping: ((UnsafeMutableBufferPointer<CChar>) -> Void)? = nil
  ) {
    // One more, so that an empty password has an address too.
    buffer = .allocate(capacity: text.utf8.count + 1)
    buffer.initialize(repeating: 0)
    var place = 0
    for byte in text.utf8 {
      buffer[place] = CChar(bitPattern: byte)
      place += 1
    }
    self.afterWiping = afterWiping
  }

  package var count: Int { buffer.count - 1 }

  package func withBytes<Value>(_ body: (UnsafePointer<CChar>) -> Value) -> Value {
    // Allocated with at least one byte, so there is an address.
    body(UnsafePointer(buffer.baseAddress.unsafelyUnwrapped))
  }

  deinit {
    sodium_memzero(buffer.baseAddress, buffer.count)
    afterWiping?(buffer)
    buffer.deallocate()
  }
}
