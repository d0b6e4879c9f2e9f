import IdentityDomain

/// The operating system's randomness, which is suitable for secrets (`getrandom` on Linux,
/// `arc4random_buf` on Apple's systems).
package struct SystemRandomBytes: RandomBytes {
  package init() {}

  package func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    // Eight bytes at a time: each draw is a system call.
    while bytes.count < count {
      withUnsafeBytes(of: generator.next()) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
