/// A digest under a server key, with the name of the key.
package struct StoredDigest: Hashable, Sendable, Codable {
  package let key: KeyID
  package let bytes: [UInt8]

  package static func of(
    _ parts: [String], for purpose: DigestPurpose, _ digests: some KeyedDigest
  ) -> StoredDigest? {
    let key = digests.currentKey
    return digests.digest(parts, for: purpose, under: key).map { StoredDigest(key: key, bytes: $0) }
  }

  package func matches(
    _ parts: [String], for purpose: DigestPurpose, _ digests: some KeyedDigest
  ) -> Bool {
    guard let other = digests.digest(parts, for: purpose, under: key) else { return false }
    return ConstantTime.equal(bytes, other)
  }
}

/// One code that was sent out-of-band (NIST SP 800-63B-4 section 3.1.3) and what became of it.
package struct CodeState: Hashable, Sendable, Codable {
  /// nil where no code was sent yet; then no guess meets it.
  package let digest: StoredDigest?
  package let sentAt: Timestamp
  package internal(set) var wrongTries = 0
  package internal(set) var isUsed = false

  package init(digest: StoredDigest?, sentAt: Timestamp) {
    self.digest = digest
    self.sentAt = sentAt
  }

  package var expiresAt: Timestamp { sentAt + SecurityRules.codeLifetime }
  package var triesLeft: Int { max(0, SecurityRules.codeTries - wrongTries) }

  /// Whether a guess is the code that was sent.
  package func matches(
    _ guess: Secret<OneTimeCode>, challenge: String, _ digests: some KeyedDigest
  ) -> Bool {
    digest?.matches([challenge, guess.exposed], for: .oneTimeCode, digests) ?? false
  }
}

/// The wrong guesses at all codes of one identifier, over re-sent codes.
package struct IdentifierGuesses: Hashable, Sendable, Codable {
  package internal(set) var hour: Spending?
  package internal(set) var inARow = 0
  package internal(set) var blockedUntil: Timestamp?
  package internal(set) var lastWrongAt: Timestamp?

  package init() {}

  /// When the row may go.
  package var forgettableAt: Timestamp? {
    lastWrongAt.map { $0 + SecurityRules.guessRetention }
  }
}

package enum CodeVerdict: Hashable, Sendable {
  case accepted
  case wrong(triesLeft: Int)
  /// No guess was counted: too many were made before.
  case limited(until: Timestamp)

  package var failure: IdentityFailure? {
    switch self {
    case .accepted: nil
    case .wrong(let triesLeft): .wrongCode(triesLeft: triesLeft)
    case .limited(let until): .limited(until: until)
    }
  }
}

extension IdentifierGuesses {
  /// The rules of one guess (SEC "One-time codes"). It is made at all codes that live for the
  /// identifier; a guess at a code that is used, expired or out of tries counts nowhere and is
  /// wrong, also if it is the code.
  ///
  /// - Parameters:
  ///   - codes: what was sent; each wrong guess costs each of them a try.
  ///   - match: the place of the code that the guess equals.
  package mutating func judge(
    _ codes: inout [CodeState], match: Int?, at now: Timestamp
  ) -> CodeVerdict {
    if let blockedUntil, now < blockedUntil { return .limited(until: blockedUntil) }
    if blockedUntil != nil { (blockedUntil, inARow) = (nil, 0) }
    let budget = SecurityRules.wrongCodesAnHour
    if let hour, hour.count >= budget.most, now < hour.endsAt {
      return .limited(until: hour.endsAt)
    }
    let open = codes.indices.filter { codes[$0].isOpen(at: now) }
    guard !open.isEmpty else { return .wrong(triesLeft: 0) }
    if let match, open.contains(match) {
      codes[match].isUsed = true
      inARow = 0
      return .accepted
    }
    for place in open { codes[place].wrongTries += 1 }
    count(budget, at: now)
    return .wrong(triesLeft: open.map { codes[$0].triesLeft }.max() ?? 0)
  }

  private mutating func count(_ budget: Budget, at now: Timestamp) {
    var spending = hour ?? Spending(at: now, of: budget)
    _ = spending.charge(budget, at: now)
    hour = spending
    inARow += 1
    lastWrongAt = now
    if inARow >= SecurityRules.wrongCodesInARow {
      blockedUntil = now + SecurityRules.identifierBlock
    }
  }
}

extension CodeState {
  func isOpen(at now: Timestamp) -> Bool {
    !isUsed && wrongTries < SecurityRules.codeTries && now < expiresAt
  }
}

package protocol GuessTable {
  /// - Parameter key: of the identifier, or of it and a known device of its owner.
  func guesses(at key: LimitKey) throws -> IdentifierGuesses?
  func put(_ guesses: IdentifierGuesses, at key: LimitKey) throws
}
