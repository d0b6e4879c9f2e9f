/// Identifies a server key, so that tokens survive a key rotation.
package struct KeyID: Hashable, Sendable {
  package let text: String
  package init(_ text: String) { self.text = text }
}

/// The purpose of a keyed digest; each has its own, so that none can be mistaken for another.
package enum DigestPurpose: String, Sendable, CaseIterable {
  case refreshToken = "refresh-token"
  case verificationToken = "verification-token"
  case undoToken = "undo-token"
  case crumb
  case proofNonce = "proof-nonce"
  case oneTimeCode = "one-time-code"
  case pendingPassword = "pending-password"
  case requestBody = "request-body"
  case limitKey = "limit-key"
  case authorizationState = "authorization-state"
  case federationToken = "federation-token"
  case federationCode = "federation-code"
  case providerNonce = "provider-nonce"
  case codeVerifier = "code-verifier"
  case federatedIdentity = "federated-identity"
  case loginLink = "login-link"
  case loginLinkState = "login-link-state"
  case export
}

/// A message authentication code under keys that the server keeps outside its store (HMAC-SHA-256
/// in production).
package protocol KeyedDigest: Sendable {
  /// The key for what is made now.
  var currentKey: KeyID { get }
  /// The current key first, then those that were current within `SecurityRules.guessRetention`: a
  /// row that is looked up by a digest, rather than checked against one, is stored under one of
  /// these.
  var recentKeys: [KeyID] { get }
  /// - Returns: 32 bytes, or nil if the key does not exist (any longer).
  func digest(_ message: [UInt8], for purpose: DigestPurpose, under key: KeyID) -> [UInt8]?
}

extension KeyedDigest {
  /// Over several parts, each with its length, so that no two lists of parts give one message.
  package func digest(_ parts: [String], for purpose: DigestPurpose, under key: KeyID) -> [UInt8]? {
    var message: [UInt8] = []
    for part in parts {
      let bytes = Array(part.utf8)
      for shift in stride(from: 24, through: 0, by: -8) {
        message.append(UInt8(truncatingIfNeeded: bytes.count >> shift))
      }
      message += bytes
    }
    return digest(message, for: purpose, under: key)
  }
}

/// A token that the server can recompute: what it identifies, and a MAC of that.
package struct DerivedToken: Hashable, Sendable {
  package let subject: String
  package let generation: Int
  package let key: KeyID

  package init(subject: String, generation: Int, key: KeyID) {
    self.subject = subject
    self.generation = generation
    self.key = key
  }

  /// - Returns: nil if the key does not exist (any longer).
  package func text(_ purpose: DigestPurpose, _ digests: some KeyedDigest) -> String? {
    let parts = [subject, String(generation), key.text]
    guard let code = digests.digest(parts, for: purpose, under: key) else { return nil }
    return (parts + [Base64URL.text(code)]).joined(separator: ".")
  }

  /// Reads a presented token.
  /// - Returns: nil if this server did not make it for this purpose. A token has a single encoding,
  ///   so no two texts are the same token.
  package static func read(
    _ text: String, _ purpose: DigestPurpose, _ digests: some KeyedDigest
  ) -> DerivedToken? {
    guard text.utf8.count <= 256 else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, let generation = Int(parts[1]), generation >= 0,
      String(generation) == parts[1], let code = Base64URL.bytes(parts[3])
    else { return nil }
    let token = DerivedToken(
      subject: String(parts[0]), generation: generation, key: KeyID(String(parts[2])))
    let right = digests.digest(
      [token.subject, String(generation), token.key.text], for: purpose, under: token.key)
    guard let right, ConstantTime.equal(right, code) else { return nil }
    return token
  }
}
