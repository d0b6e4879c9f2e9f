import CArgon2
import IdentityDomain

/// The only code that calls libargon2, the reference implementation of RFC 9106. It takes the time
/// of one hash, in the memory of its thread (`HashingMemory`), so it runs on the threads of
/// `WorkThreads`.
enum Argon2 {
  /// RFC 9106 section 3.1 recommends these lengths for passwords.
  private static let saltBytes = 16
  private static let digestBytes = 32

  /// A new hash with a fresh salt.
  static func hash(
    _ password: borrowing WipedBytes, _ parameters: Argon2Parameters
  ) throws(Argon2Failure) -> EncodedArgon2 {
    let salt = Sodium.randomBytes(saltBytes)
    let digest = try digest(
      of: password, parameters, lanes: Argon2Parameters.lanes, salt: salt, count: digestBytes)
    return EncodedArgon2(parameters, lanes: Argon2Parameters.lanes, salt: salt, digest: digest)
  }

  /// Compares in constant time.
  static func verify(
    _ password: borrowing WipedBytes, against hash: EncodedArgon2
  ) throws(Argon2Failure) -> Bool {
    let found = try digest(
      of: password, hash.parameters, lanes: hash.lanes, salt: hash.salt, count: hash.digest.count)
    return ConstantTime.equal(found, hash.digest)
  }

  /// - Throws: `outOfMemory`, or `parameters` if the library accepts less than the limits do.
  private static func digest(
    of password: borrowing WipedBytes, _ parameters: Argon2Parameters, lanes: Int, salt: [UInt8],
    count: Int
  ) throws(Argon2Failure) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: count)
    // The library only reads password and salt, though its types would allow writing.
    var salt = salt
    let length = password.count
    let status = password.withBytes { bytes in
      salt.withUnsafeMutableBufferPointer { salt in
        digest.withUnsafeMutableBufferPointer { digest in
          var context = argon2_context()
          context.out = digest.baseAddress
          context.outlen = UInt32(digest.count)
          context.pwd = UnsafeMutableRawPointer(mutating: bytes)
            .assumingMemoryBound(to: UInt8.self)
          context.pwdlen = UInt32(length)
          context.salt = salt.baseAddress
          context.saltlen = UInt32(salt.count)
          context.t_cost = UInt32(parameters.passes)
          context.m_cost = UInt32(parameters.memory)
          context.lanes = UInt32(lanes)
          // Sequentially: the server's other threads are taken by other hashes.
          context.threads = 1
          context.version = ARGON2_VERSION_13.rawValue
          context.allocate_cbk = { place, count in
            place?.pointee = HashingMemory.take(count)
            return place?.pointee == nil ? -1 : 0
          }
          // The memory stays with the thread; the library has wiped it.
          context.free_cbk = { _, _ in }
          return argon2_ctx(&context, Argon2_id)
        }
      }
    }
    switch status {
    case ARGON2_OK.rawValue: return digest
    case ARGON2_MEMORY_ALLOCATION_ERROR.rawValue: throw .outOfMemory
    default: throw .parameters(parameters)
    }
  }
}
