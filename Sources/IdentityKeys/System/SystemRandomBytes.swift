import IdentityDomain

/// The operating system's randomness, which is fit for secrets (`getrandom` on Linux,
/// `arc4random_buf` on Apple's systems).
package struct SystemRandomBytes: RandomBytes {
  package init() {}

  package func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
