/// What a right code is good for.
package enum ChallengePurpose: String, Hashable, Sendable, Codable {
  case login
  case passwordReset = "password_reset"
  case phoneSignIn = "phone_sign_in"
  case accountDeletion = "account_deletion"
  /// A signed-in person adds or changes an address or number.
  case identifierVerification = "identifier_verification"
  /// The second proof that a recycled number asks for (PHN-10).
  case secondProof = "second_proof"
}

/// A code that somebody asked for, and what it will do. For an address that nobody has, the same
/// record is written as a decoy, so that the store does the same work.
package struct Challenge: Hashable, Sendable, Codable {
  package let id: ID<Challenge>
  package let purpose: ChallengePurpose
  package let identifier: Identifier
  /// The account that it is about; for a decoy one that nobody has, nil for a number that is new.
  package let account: ID<Account>?
  /// The device that asked, if it has a key; then only that device can answer.
  package let device: KeyThumbprint?
  package let expiresAt: Timestamp
  package var code: CodeState
  /// Set once the code of a phone sign-in was right and a second proof is wanted.
  package var awaitsSecondProof = false

  package init(
    id: ID<Challenge>, purpose: ChallengePurpose, identifier: Identifier,
    account: ID<Account>?, device: KeyThumbprint?, expiresAt: Timestamp, code: CodeState
  ) {
    self.id = id
    self.purpose = purpose
    self.identifier = identifier
    self.account = account
    self.device = device
    self.expiresAt = expiresAt
    self.code = code
  }
}

package protocol ChallengeTable {
  func challenge(_ id: ID<Challenge>) throws -> Challenge?
  /// The newest of a purpose for an identifier, from a device or from none.
  func challenge(
    _ purpose: ChallengePurpose, for identifier: Identifier, from device: KeyThumbprint?
  ) throws -> Challenge?
  /// Inserts or replaces. An older one of the same purpose, identifier and device goes.
  func put(_ challenge: Challenge) throws
  func removeChallenge(_ id: ID<Challenge>) throws
  func removeChallenges(of account: ID<Account>) throws
}
