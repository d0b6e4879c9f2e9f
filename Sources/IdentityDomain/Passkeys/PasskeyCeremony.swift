/// A challenge that a device asked for, until it is answered (WebAuthn section 13.4.3). It belongs to the key of that
/// device, to one purpose, and to whatever the call was made for (DEC-2).
package struct PasskeyCeremony: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case signIn
    /// A signed-in person shows again who they are.
    case stepUp(ID<Account>, ID<Session>)
    /// A signed-in person adds a passkey, for which the authenticator gets this user handle.
    case add(ID<Account>, ID<Session>, userHandle: String)
    /// A new account, with the name that its owner gave.
    case signUp(userHandle: String, name: String?)
  }

  /// In base64url. It is told to the page, and is good for nobody without the device's key.
  package let challenge: String
  package let device: KeyThumbprint
  package let purpose: Purpose
  /// Whether the authenticator has to verify its user.
  package let requiresVerification: Bool
  package let createdAt: Timestamp

  package init(
    challenge: String, device: KeyThumbprint, purpose: Purpose, requiresVerification: Bool,
    createdAt: Timestamp
  ) {
    self.challenge = challenge
    self.device = device
    self.purpose = purpose
    self.requiresVerification = requiresVerification
    self.createdAt = createdAt
  }

  package var expiresAt: Timestamp { createdAt + SecurityRules.passkeyCeremonyLifetime }
}

package protocol PasskeyCeremonyTable {
  func passkeyCeremony(_ challenge: String) throws -> PasskeyCeremony?
  func put(_ ceremony: PasskeyCeremony) throws
  func removePasskeyCeremony(_ challenge: String) throws
}
