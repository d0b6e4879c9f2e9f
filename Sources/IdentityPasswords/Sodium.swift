import CSodium

/// The uses of libsodium: randomness, and hashes made by other systems (`ImportedHash+Computing`).
enum Sodium {
  /// - Throws: if the library cannot be used on this machine.
  static func start() throws(Argon2Failure) {
    // 1 if it was already started: calling it again is harmless.
    guard sodium_init() >= 0 else { throw .unusable }
  }

  static func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }
}
