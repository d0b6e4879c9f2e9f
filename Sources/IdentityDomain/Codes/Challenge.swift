/// What a right code is good for. Each room declares its own.
package struct ChallengePurpose: Hashable, Sendable {
  /// Stored with challenges, never changed.
  package let rawValue: String
  /// Whether its code is returned with the challenge's token. For the others, the wire has no place
  /// for one, or the call's session replaces it.
  package var continuesByToken: Bool { !Self.withoutToken.contains(self) }

  package init(_ name: String) { rawValue = name }

  /// A purpose that is missing here is found by a test.
  package static let all: [ChallengePurpose] = [
    .login, .phoneSignIn, .secondProof, .passwordReset, .accountDeletion,
    .identifierVerification, .identifierAddition, .stepUp, .federatedSignIn, .secondStep,
    .loginLink,
  ]

  private static let withoutToken: Set<ChallengePurpose> = [.passwordReset, .accountDeletion]
}

/// A requested code and what it is for. For an address without an account, the same record is
/// written as a decoy, so that the store does the same work.
package struct Challenge: Hashable, Sendable {
  package let id: ID<Challenge>
  package let purpose: ChallengePurpose
  package let identifier: Identifier
  /// The account concerned; for a decoy one that does not exist, nil for a new number.
  package let account: ID<Account>?
  /// The requesting device, if it has a key; then only that device can respond. Without one,
  /// whoever holds the token can, and each request gets a challenge of its own (DEC-2).
  package let device: KeyThumbprint?
  package let expiresAt: Timestamp
  package var code: CodeState
  /// Set once the code of a phone sign-in was correct and a second proof is required.
  package var awaitsSecondProof = false
  /// When its code was confirmed, while a second proof is awaited.
  package var provedAt: Timestamp?
  /// Of a new address or number: the text of the one that it was allowed to replace, if any.
  package var replaces: String?

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
  /// Whether it coexists with others of its purpose and identifier: a request without a key is
  /// identified by the token alone.
  package var standsAlone: Bool { device == nil && purpose.continuesByToken }
}

package protocol ChallengeTable {
  func challenge(_ id: ID<Challenge>) throws -> Challenge?
  /// The challenge of a purpose for an identifier, from a device or from none. Those that stand
  /// alone are found only by id.
  func challenge(
    _ purpose: ChallengePurpose, for identifier: Identifier, from device: KeyThumbprint?
  ) throws -> Challenge?
  /// Inserts or replaces. Deletes an older one of the same purpose, identifier and device, unless
  /// they stand alone.
  func put(_ challenge: Challenge) throws
  func removeChallenge(_ id: ID<Challenge>) throws
  func removeChallenges(of account: ID<Account>) throws
}
