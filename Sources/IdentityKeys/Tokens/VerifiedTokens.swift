import Crypto
import IdentityDomain
import Synchronization

/// Access tokens whose signature was verified, by the digest of their text: a client sends one
/// token with many calls.
///
/// An entry vouches for the signature and nothing else. Times, audience, scheme and the proof's key
/// are checked again at each call, and the session is read from the store. Only tokens that we
/// signed are entered, so strangers cannot evict others.
final class VerifiedTokens: Sendable {
  struct Token: Sendable {
    let key: KeyID
    let claims: AccessTokenClaims
  }

  /// The 32 bytes of a digest.
  private struct Name: Hashable {
    let words: SIMD4<UInt64>

    init(_ digest: SHA256Digest) {
      words = digest.withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
    }
  }

  private let memo = Mutex(BoundedMemo<Name, Token>(most: 8_192))

  func token(_ digest: SHA256Digest) -> Token? { memo.withLock { $0.value(for: Name(digest)) } }

  func remember(_ token: Token, _ digest: SHA256Digest) {
    memo.withLock { $0.remember(token, for: Name(digest)) }
  }
}
