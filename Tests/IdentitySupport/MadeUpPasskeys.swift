package import IdentityDomain
package import WebAuthn

/// Hashes and signatures that protect nothing: a signature is a digest of the key and the message.
package struct MadeUpPasskeys: WebAuthnCryptography {
  package init() {}

  package func sha256(_ bytes: [UInt8]) -> [UInt8] {
    (0..<4).flatMap { lane in
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325 &+ UInt64(lane)
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      return (0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64(8 * $0)) }
    }
  }

  package func isKey(_ key: CredentialPublicKey) -> Bool { true }

  package func isValid(
    _ signature: [UInt8], of message: [UInt8], by key: CredentialPublicKey
  ) -> Bool {
    guard case .ed25519(let bytes) = key else { return false }
    return signature == sha256(bytes + message)
  }
}

/// One passkey of an authenticator, which can be told to lie.
package struct MadeUpAuthenticator: Sendable {
  package static let relyingParty = "id.example"
  package static let page = "https://id.example"

  package let credential: [UInt8]
  private let key: [UInt8]
  package var userHandle: String?
  package var signCount: UInt32 = 0
  package var isVerified = true
  package var isPresent = true
  package var origin = page
  package var relyingParty = MadeUpAuthenticator.relyingParty
  package var type: String?
  /// Added to each signature.
  package var noise: [UInt8] = []

  /// - Parameter number: tells passkeys apart.
  package init(_ number: UInt8, userHandle: String? = nil) {
    credential = [UInt8](repeating: number, count: 16)
    key = [UInt8](repeating: number, count: 32)
    self.userHandle = userHandle
  }

  package var id: String { Base64URL.text(credential) }

  private func clientData(_ usual: String, _ challenge: String) -> [UInt8] {
    Array(
      #"{"type":"\#(type ?? usual)","challenge":"\#(challenge)","origin":"\#(origin)"}"#.utf8)
  }

  private func head(_ more: UInt8) -> [UInt8] {
    let flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | more
    return MadeUpPasskeys().sha256(Array(relyingParty.utf8)) + [flags]
      + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: signCount >> $0) }
  }

  /// What a page sends of a new passkey, by the names of the API.
  package func creationFields(_ challenge: String) -> [String: String] {
    var data = head(0x40)
    data += [UInt8](repeating: 0, count: 16)
    data += [0, 16]
    data += credential
    data += [0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32]
    data += key
    var object: [UInt8] = [0xa3]
    for (head, text) in [(0x63, "fmt"), (0x64, "none"), (0x67, "attStmt")] as [(UInt8, String)] {
      object += [head] + Array(text.utf8)
    }
    object += [0xa0, 0x68]
    object += Array("authData".utf8)
    object += [0x58, UInt8(data.count)]
    object += data
    return [
      "id": id, "client_data": Base64URL.text(clientData("webauthn.create", challenge)),
      "attestation_object": Base64URL.text(object),
    ]
  }

  /// The same of a passkey that it has.
  package func assertionFields(_ challenge: String) -> [String: String] {
    let client = clientData("webauthn.get", challenge)
    let data = head(0)
    let cryptography = MadeUpPasskeys()
    let signature = cryptography.sha256(key + data + cryptography.sha256(client)) + noise
    var fields = [
      "id": id, "client_data": Base64URL.text(client),
      "authenticator_data": Base64URL.text(data), "signature": Base64URL.text(signature),
    ]
    fields["user_handle"] = userHandle
    return fields
  }

  /// Makes the passkey, and takes the user handle along.
  package mutating func create(
    _ request: PasskeyCreationRequest
  ) throws -> PresentedCreation {
    userHandle = request.userHandle
    let fields = creationFields(request.ceremony.challenge)
    return try PresentedCreation(
      credential: id, clientData: fields["client_data"] ?? "",
      attestation: fields["attestation_object"] ?? "")
  }

  package func assert(_ request: PasskeyRequest) throws -> PresentedAssertion {
    try assert(request.ceremony.challenge)
  }

  package func assert(_ challenge: String) throws -> PresentedAssertion {
    let fields = assertionFields(challenge)
    return try PresentedAssertion(
      credential: id, clientData: fields["client_data"] ?? "",
      authenticatorData: fields["authenticator_data"] ?? "",
      signature: fields["signature"] ?? "", userHandle: userHandle)
  }
}
