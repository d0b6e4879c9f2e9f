import Crypto
package import IdentityDomain

/// Why something was not sealed or not opened.
package enum SealingFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case badNonce(bytes: Int)
  /// Not in this format: truncated, or of a newer version.
  case malformed
  case unknownKey(KeyID)
  /// Changed, or sealed for another context.
  case notAuthentic(KeyID)

  package var description: String {
    switch self {
    case .badNonce(let bytes): "a nonce for sealing must have 12 bytes, not \(bytes)"
    case .malformed: "the sealed data is truncated, or from a newer version"
    case .unknownKey(let id):
      "the sealing key \(id.text) is missing: it has expired, or the keys of this store were "
        + "restored from another copy"
    case .notAuthentic(let id):
      "data sealed under \(id.text) was changed, or belongs to another record"
    }
  }
}

/// AES-256-GCM. The format: a version (1), the length of the key's id, the id, 12 bytes nonce, the
/// encrypted secret, 16 bytes tag. What precedes the nonce is authenticated together with the
/// context.
extension KeyRing: Sealing {
  private static let version: UInt8 = 1
  private static let nonceCount = 12
  private static let tagCount = 16

  package func seal(_ secret: [UInt8], nonce: [UInt8], context: String) throws -> [UInt8] {
    let (keys, moment) = now()
    let (id, key) = keys.sealing.current(at: moment)
    return try Self.seal(secret, nonce: nonce, context: context, under: key, id)
  }

  static func seal(
    _ secret: [UInt8], nonce: [UInt8], context: String, under key: SymmetricKey, _ id: KeyID
  ) throws -> [UInt8] {
    guard nonce.count == nonceCount else { throw SealingFailure.badNonce(bytes: nonce.count) }
    let name = Array(id.text.utf8)
    let head = [version, UInt8(name.count)] + name
    let box = try AES.GCM.seal(
      secret, using: key, nonce: AES.GCM.Nonce(data: nonce),
      authenticating: head + Array(context.utf8))
    return head + nonce + Array(box.ciphertext) + Array(box.tag)
  }

  package func open(_ sealed: [UInt8], context: String) throws -> [UInt8] {
    let (keys, moment) = now()
    return try Self.open(sealed, context: context) { keys.sealing.reading($0, at: moment) }
  }

  static func open(
    _ sealed: [UInt8], context: String, _ reading: (KeyID) -> SymmetricKey?
  ) throws -> [UInt8] {
    guard sealed.count > 2, sealed[0] == version else { throw SealingFailure.malformed }
    let head = sealed.prefix(2 + Int(sealed[1]))
    let box = sealed.dropFirst(head.count)
    guard box.count >= nonceCount + tagCount else { throw SealingFailure.malformed }
    let id = KeyID(String(decoding: head.dropFirst(2), as: UTF8.self))
    guard let key = reading(id) else {
      throw SealingFailure.unknownKey(id)
    }
    guard let sealedBox = try? AES.GCM.SealedBox(combined: box),
      let secret = try? AES.GCM.open(
        sealedBox, using: key, authenticating: Array(head) + Array(context.utf8))
    else { throw SealingFailure.notAuthentic(id) }
    return Array(secret)
  }
}
