import CCrypt
import CSodium
import CryptoExtras
import Foundation
import IdentityDomain

/// Takes the time and the memory of one such hash, so it runs on the threads of `WorkThreads`.
extension ImportedHash {
  /// Compares in constant time.
  /// - Throws: `Argon2Failure.outOfMemory`.
  func isRight(_ password: borrowing WipedBytes) throws(Argon2Failure) -> Bool {
    if scheme == .argon2i { return try Sodium.verifyArgon2i(password, against: text) }
    guard let found = try digest(of: password) else { return false }
    return ConstantTime.equal(found, expected)
  }

  /// - Returns: the digest of the password; nil if the form does not allow it (crypt takes up to
  ///   511 bytes).
  /// - Throws: `Argon2Failure.outOfMemory`.
  func digest(of password: borrowing WipedBytes) throws(Argon2Failure) -> [UInt8]? {
    switch scheme {
    case .argon2i: return nil
    case .crypt(let setting, isOverSHA256: true):
      let over = WipedBytes(Sodium.sha256Hex(password))
      return try crypt(over, setting)
    case .crypt(let setting, isOverSHA256: false): return try crypt(password, setting)
    case .pbkdf2(let cost, let salt): return try pbkdf2(password, cost, salt)
    case .scrypt(let cost, let salt):
      return try Sodium.scrypt(password, cost, salt, count: expected.count)
    }
  }

  private func crypt(
    _ password: borrowing WipedBytes, _ setting: String
  ) throws(Argon2Failure) -> [UInt8]? {
    let data = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    let size = MemoryLayout<crypt_data>.size
    memset(data, 0, size)
    defer {
      // It contains a copy of the password.
      sodium_memzero(data, size)
      data.deallocate()
    }
    let (found, reason) = password.withBytes { phrase in
      errno = 0
      let text = crypt_rn(phrase, setting, data, Int32(size))
      return (text.map { Array(String(cString: $0).utf8.suffix(expected.count)) }, errno)
    }
    if found == nil, reason == ENOMEM { throw .outOfMemory }
    return found
  }

  private func pbkdf2(
    _ password: borrowing WipedBytes, _ cost: PBKDF2Cost, _ salt: [UInt8]
  ) throws(Argon2Failure) -> [UInt8] {
    let function: KDF.Insecure.PBKDF2.HashFunction =
      switch cost.digest {
      case .sha1: .insecureSHA1
      case .sha256: .sha256
      case .sha512: .sha512
      }
    let count = password.count
    let key = password.withBytes { bytes in
      // The other system chose the rounds; a weak hash is wrapped in Argon2id.
      try? KDF.Insecure.PBKDF2.deriveKey(
        from: UnsafeRawBufferPointer(start: bytes, count: count), salt: salt, using: function,
        outputByteCount: expected.count, unsafeUncheckedRounds: cost.rounds)
    }
    guard let key else { throw .outOfMemory }
    return key.withUnsafeBytes { Array($0) }
  }
}

extension Sodium {
  static func scrypt(
    _ password: borrowing WipedBytes, _ cost: ScryptCost, _ salt: [UInt8], count: Int
  ) throws(Argon2Failure) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: count)
    let length = password.count
    let status = password.withBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self, capacity: max(1, length)) { bytes in
        crypto_pwhash_scryptsalsa208sha256_ll(
          bytes, length, salt, salt.count, 1 << UInt64(cost.logN), UInt32(cost.blockSize),
          UInt32(cost.lanes), &key, count)
      }
    }
    guard status == 0 else { throw .outOfMemory }
    return key
  }

  /// - Parameter encoded: one that `EncodedArgon2` accepted.
  static func verifyArgon2i(
    _ password: borrowing WipedBytes, against encoded: String
  ) throws(Argon2Failure) -> Bool {
    let text = encoded.utf8CString.map { $0 }
    let (status, reason) = password.withBytes { bytes in
      errno = 0
      let status = crypto_pwhash_argon2i_str_verify(text, bytes, UInt64(password.count))
      return (status, errno)
    }
    if status == 0 { return true }
    guard reason == EINVAL else { throw .outOfMemory }
    return false
  }

  static func canReadArgon2i(_ encoded: String) -> Bool {
    crypto_pwhash_argon2i_str_needs_rehash(encoded.utf8CString.map { $0 }, 3, 1 << 20) >= 0
  }

  static func sha256Hex(_ password: borrowing WipedBytes) -> String {
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    let length = password.count
    _ = password.withBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self, capacity: max(1, length)) { bytes in
        crypto_hash_sha256(&digest, bytes, UInt64(length))
      }
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
