import CSodium
import Foundation
import IdentityDomain

/// The only place that calls libsodium. Every function here takes the time and the memory of one
/// hash (`needsRehash` none), so it runs on the threads of `WorkThreads`.
enum Sodium {
  /// - Throws: when the library cannot be used on this machine.
  static func start() throws(Argon2Failure) {
    // 1 when it was started before: calling again does no harm.
    guard sodium_init() >= 0 else { throw .unusable }
  }

  /// A new hash, with a salt of libsodium's own randomness.
  static func hash(
    _ password: borrowing WipedBytes, _ parameters: Argon2Parameters
  ) throws(Argon2Failure) -> PasswordHash {
    var encoded = [CChar](repeating: 0, count: Int(crypto_pwhash_argon2id_STRBYTES))
    let status = password.withBytes { bytes in
      crypto_pwhash_argon2id_str(
        &encoded, bytes, UInt64(password.count), UInt64(parameters.passes),
        parameters.memory * 1024)
    }
    // The parameters were checked, so what is left is memory.
    guard status == 0 else { throw .outOfMemory }
    let text = encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return PasswordHash(String(decoding: text, as: UTF8.self))
  }

  /// - Parameter encoded: one that `EncodedArgon2` let through and `needsRehash` could read.
  static func verify(
    _ password: borrowing WipedBytes, against encoded: PasswordHash
  ) throws(Argon2Failure) -> Bool {
    let text = encoded.encoded.utf8CString.map { $0 }
    let (status, reason) = password.withBytes { bytes in
      errno = 0
      let status = crypto_pwhash_argon2id_str_verify(text, bytes, UInt64(password.count))
      return (status, errno)
    }
    if status == 0 { return true }
    // libsodium tells a mismatch (EINVAL) from memory that it did not get by `errno` alone. Taking
    // one for the other would tell a person that the right password is wrong.
    guard reason == EINVAL else { throw .outOfMemory }
    return false
  }

  /// Whether a hash was made with other parameters than new ones are; nil when libsodium cannot
  /// read it.
  static func needsRehash(_ encoded: PasswordHash, _ parameters: Argon2Parameters) -> Bool? {
    let text = encoded.encoded.utf8CString.map { $0 }
    let answer = crypto_pwhash_argon2id_str_needs_rehash(
      text, UInt64(parameters.passes), parameters.memory * 1024)
    return answer < 0 ? nil : answer == 1
  }

  static func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }
}
