import Crypto
import Foundation
import IdentityDomain

/// The key that encrypts all other keys in the store. It is never stored itself: it comes from a
/// file or the environment, so the store alone reveals no key.
package struct MasterKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Where it came from, for messages.
  package let origin: Origin
  private let key: SymmetricKey

  package enum Origin: Hashable, Sendable, CustomStringConvertible {
    case file(path: String)
    case environment(variable: String)
    case development

    package var description: String {
      switch self {
      case .file(let path): path
      case .environment(let variable): "the environment variable \(variable)"
      case .development: "the development key"
      }
    }
  }

  static let byteCount = 32

  init(bytes: [UInt8], origin: Origin) {
    self.origin = origin
    key = SymmetricKey(data: bytes)
  }

  /// For `--dev` without a key of one's own. It is in this source, so it protects nothing; a store
  /// created under it is marked, and refused without `--dev`.
  package static let development = MasterKey(
    bytes: Array(SHA256.hash(data: Array("portico development master key".utf8))),
    origin: .development)

  package var description: String { "<master key of \(origin), hidden>" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }

  /// Encrypts (AES-256-GCM) under a separate key for each context (HKDF, RFC 5869).
  /// - Parameter nonce: 12 random bytes. The result begins with them.
  func seal(_ secret: [UInt8], nonce: [UInt8], context: String) throws -> [UInt8] {
    let box = try AES.GCM.seal(
      secret, using: subkey(context), nonce: AES.GCM.Nonce(data: nonce),
      authenticating: Array(context.utf8))
    return nonce + Array(box.ciphertext) + Array(box.tag)
  }

  /// - Returns: nil if the bytes were changed, or sealed under another key or for another context.
  func open(_ sealed: [UInt8], context: String) -> [UInt8]? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
    let secret = try? AES.GCM.open(
      box, using: subkey(context), authenticating: Array(context.utf8))
    return secret.map { Array($0) }
  }

  private func subkey(_ context: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, info: Array("portico master \(context)".utf8),
      outputByteCount: Self.byteCount)
  }
}

extension MasterKey {
  private static let checkContext = "check"
  private static let checkText = Array("portico".utf8)

  /// What a store keeps in order to recognize this key.
  func check(_ random: some RandomBytes) throws -> [UInt8] {
    try seal(Self.checkText, nonce: random.bytes(12), context: Self.checkContext)
  }

  func isKey(of check: [UInt8]) -> Bool {
    open(check, context: Self.checkContext) == Self.checkText
  }
}
