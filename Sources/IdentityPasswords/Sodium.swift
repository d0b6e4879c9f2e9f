import CSodium

/// What libsodium does here: randomness, and hashes that other systems made
/// (`ImportedHash+Computing`).
enum Sodium {
  /// - Throws: when the library cannot be used on this machine.
  static func start() throws(Argon2Failure) {
    // 1 when it was started before: calling again does no harm.
    guard sodium_init() >= 0 else { throw .unusable }
  }

  static func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }
}
