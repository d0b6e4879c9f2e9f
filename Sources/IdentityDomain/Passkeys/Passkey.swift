import WebAuthn

/// A passkey of an account: a credential record (WebAuthn section 4).
package struct Passkey: Hashable, Sendable {
  /// Its name in the owner's list and in addresses.
  package let id: ID<Passkey>
  /// The credential id, in base64url.
  package let credential: String
  package let account: ID<Account>
  /// What the authenticator knows the account by, in base64url.
  package let userHandle: String
  /// COSE.
  package let key: [UInt8]
  package var signCount: UInt32
  package let isBackupEligible: Bool
  package var isBackedUp: Bool
  /// The authenticator model or the provider (AAGUID), as 32 hexadecimal digits.
  package let model: String
  /// Given by the owner; nil as long as it has that of its provider (PAS-3).
  package var name: String?
  package let createdAt: Timestamp
  package var lastUsedAt: Timestamp?
  /// When its counter last said that somebody else has the key too.
  package var clonedAt: Timestamp?

  package init(
    id: ID<Passkey>, credential: String, account: ID<Account>, userHandle: String, key: [UInt8],
    signCount: UInt32, isBackupEligible: Bool, isBackedUp: Bool, model: String,
    name: String? = nil, createdAt: Timestamp, lastUsedAt: Timestamp? = nil,
    clonedAt: Timestamp? = nil
  ) {
    self.id = id
    self.credential = credential
    self.account = account
    self.userHandle = userHandle
    self.key = key
    self.signCount = signCount
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
    self.model = model
    self.name = name
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.clonedAt = clonedAt
  }

  init(
    _ made: NewCredential, id: ID<Passkey>, of account: ID<Account>, userHandle: String,
    name: String?, at now: Timestamp
  ) {
    let digits = Array("0123456789abcdef")
    self.init(
      id: id, credential: Base64URL.text(made.id), account: account, userHandle: userHandle,
      key: made.keyBytes, signCount: made.signCount, isBackupEligible: made.isBackupEligible,
      isBackedUp: made.isBackedUp,
      model: String(
        made.authenticatorModel.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }),
      name: name, createdAt: now)
  }
}

package protocol PasskeyTable {
  /// - Parameter credential: its id in base64url.
  func passkey(_ credential: String) throws -> Passkey?
  /// The oldest first.
  func passkeys(of account: ID<Account>) throws -> [Passkey]
  /// Inserts, or replaces that of the same credential.
  func put(_ passkey: Passkey) throws
  func removePasskey(_ credential: String) throws
}
