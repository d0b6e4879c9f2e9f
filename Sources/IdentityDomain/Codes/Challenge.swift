/// What a right code is good for. Each room declares its own.
package struct ChallengePurpose: Hashable, Sendable {
  /// Stored with challenges, never changed.
  package let rawValue: String
  /// Whether its code comes back with the token of the challenge. Of the others the wire has no place
  /// for one, or the session of the call stands for it.
  package var continuesByToken: Bool { !Self.withoutToken.contains(self) }

  package init(_ name: String) { rawValue = name }

  private static let withoutToken: Set<ChallengePurpose> = [.passwordReset, .accountDeletion]
}

/// A code that somebody asked for, and what it will do. For an address that nobody has, the same
/// record is written as a decoy, so that the store does the same work.
package struct Challenge: Hashable, Sendable {
  package let id: ID<Challenge>
  package let purpose: ChallengePurpose
  package let identifier: Identifier
  /// The account that it is about; for a decoy one that nobody has, nil for a number that is new.
  package let account: ID<Account>?
  /// The device that asked, if it has a key; then only that device can answer. Without one, whoever
  /// holds the token can, and each who asks gets one of their own (DEC-2).
  package let device: KeyThumbprint?
  package let expiresAt: Timestamp
  package var code: CodeState
  /// Set once the code of a phone sign-in was right and a second proof is wanted.
  package var awaitsSecondProof = false
  /// When its code was right, while a second proof is waited for.
  package var provedAt: Timestamp?

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

extension Challenge {
  /// Whether it stands beside others of its purpose and identifier: whoever asked without a key is known
  /// by the token alone.
  package var standsAlone: Bool { device == nil && purpose.continuesByToken }
}

package protocol ChallengeTable {
  func challenge(_ id: ID<Challenge>) throws -> Challenge?
  /// That of a purpose for an identifier, from a device or from none. Those that stand alone are found
  /// by their name only.
  func challenge(
    _ purpose: ChallengePurpose, for identifier: Identifier, from device: KeyThumbprint?
  ) throws -> Challenge?
  /// Inserts or replaces. An older one of the same purpose, identifier and device goes, unless they
  /// stand alone.
  func put(_ challenge: Challenge) throws
  func removeChallenge(_ id: ID<Challenge>) throws
  func removeChallenges(of account: ID<Account>) throws
}
