import WebAuthn

/// Passkeys (PAS): signing up and signing in with one, and the passkeys of an account.
///
/// A ceremony takes two calls: one asks for a challenge, which is stored for the device's key; the other brings what the
/// authenticator made of it. The second removes the challenge, whatever comes of it.
package struct PasskeySignIn: WayIn {
  package let parts: ServiceParts

  package static let authenticators: [AuthenticatorKind] = [.passkey, .passkeyUnverified]

  /// The domain that the passkeys of this service belong to; nil where they are not configured.
  package var relyingParty: String? { settings.passkeys?.party.id }

  package static func proof(
    _ shown: ShownProof, of account: ID<Account>, _ tables: any IdentityTransaction
  ) throws -> Proof? {
    guard let credential = shown.identifier, let passkey = try tables.passkey(credential),
      passkey.account == account
    else { return nil }
    return Proof(
      passkey: passkey, isVerified: shown.kind == AuthenticatorKind.passkey.name, at: shown.at)
  }

  package static func forget(
    _ account: ID<Account>, _ identifiers: [Identifier], _ tables: any IdentityTransaction
  ) throws {
    for passkey in try tables.passkeys(of: account) {
      try tables.removePasskey(passkey.credential)
    }
  }

  var stepUp: StepUp { StepUp(parts: parts) }
}

extension IdentityService {
  package var passkeys: PasskeySignIn { PasskeySignIn(parts: parts) }
}

extension AuthenticatorKind {
  /// With user verification: two factors in one, which nobody can phish (SEC "One decision").
  package static let passkey = AuthenticatorKind(
    name: "passkey", factor: .both, level: .two, isReassignable: false, method: .multiFactor)
  package static let passkeyUnverified = AuthenticatorKind(
    name: "passkey_unverified", factor: .possession, isReassignable: false, method: .userPresence)
}

extension Proof {
  init(passkey: Passkey, isVerified: Bool, at now: Timestamp) {
    self.init(
      isVerified ? .passkey : .passkeyUnverified, of: passkey.account,
      credential: passkey.credential, shownAt: now, heldSince: passkey.createdAt)
  }
}

/// What an authenticator made of a challenge for an existing passkey, as it came.
package struct PresentedAssertion: Sendable {
  let credential: String
  let clientData: [UInt8]
  let authenticatorData: [UInt8]
  let signature: [UInt8]
  let userHandle: String?

  /// All in base64url.
  /// - Throws: `malformed` for what is none.
  package init(
    credential: String, clientData: String, authenticatorData: String, signature: String,
    userHandle: String?
  ) throws(IdentityFailure) {
    guard credential.utf8.count <= SecurityRules.credentialBytes,
      Base64URL.bytes(credential) != nil
    else { throw .passkey(.malformed) }
    self.credential = credential
    self.clientData = try PasskeyPart.bytes(clientData)
    self.authenticatorData = try PasskeyPart.bytes(authenticatorData)
    self.signature = try PasskeyPart.bytes(signature)
    self.userHandle = userHandle
  }
}

/// The same for a new passkey.
package struct PresentedCreation: Sendable {
  let credential: [UInt8]
  let clientData: [UInt8]
  let attestation: [UInt8]

  package init(
    credential: String, clientData: String, attestation: String
  ) throws(IdentityFailure) {
    guard credential.utf8.count <= SecurityRules.credentialBytes,
      let id = Base64URL.bytes(credential)
    else { throw .passkey(.malformed) }
    self.credential = id
    self.clientData = try PasskeyPart.bytes(clientData)
    self.attestation = try PasskeyPart.bytes(attestation)
  }
}

private enum PasskeyPart {
  static func bytes(_ text: String) throws(IdentityFailure) -> [UInt8] {
    guard text.utf8.count <= SecurityRules.passkeyPartBytes, let bytes = Base64URL.bytes(text)
    else { throw .passkey(.malformed) }
    return bytes
  }
}
