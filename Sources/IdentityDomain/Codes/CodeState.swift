/// A digest under a server key, with the id of the key.
package struct StoredDigest: Hashable, Sendable {
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

/// One code that was sent out-of-band (NIST SP 800-63B-4 section 3.1.3), and its status.
package struct CodeState: Hashable, Sendable {
  /// Nil if no code has been sent yet; then no guess matches.
  package let digest: StoredDigest?
  package let sentAt: Timestamp
  package internal(set) var wrongTries = 0
  package internal(set) var isUsed = false
  /// Whether it is long enough that guesses need not be counted (DEC-7).
  package let isLong: Bool

  package init(digest: StoredDigest?, sentAt: Timestamp, isLong: Bool = false) {
    self.digest = digest
    self.sentAt = sentAt
    self.isLong = isLong
  }

  package var expiresAt: Timestamp { sentAt + SecurityRules.codeLifetime }
  package var triesLeft: Int { max(0, SecurityRules.codeTries - wrongTries) }

  /// Whether a guess matches the code that was sent.
  package func matches(
    _ guess: Secret<OneTimeCode>, challenge: String, _ digests: some KeyedDigest
  ) -> Bool {
    digest?.matches([challenge, guess.exposed], for: .oneTimeCode, digests) ?? false
  }
}

/// The wrong guesses of one requester at the codes of one identifier, across resent codes; if
/// requesters cannot be told apart, those of all.
package struct IdentifierGuesses: Hashable, Sendable {
  package internal(set) var hour: RateLimitCounter?
  package internal(set) var inARow = 0
  package internal(set) var blockedUntil: Timestamp?
  package internal(set) var lastWrongAt: Timestamp?
  /// Since the requester was last sent a code, or would have been (DEC-12). Absent in records from
  /// before this was counted.
  package internal(set) var sinceSent: Int?

  package init() {}

  /// When the row may be deleted.
  package var forgettableAt: Timestamp? {
    lastWrongAt.map { $0 + SecurityRules.guessRetention }
  }

  /// What a requester is told: the same whether or not there is a code (DEC-12).
  package var triesLeft: Int { max(0, SecurityRules.codeTries - (sinceSent ?? 0)) }
}

package enum CodeVerdict: Hashable, Sendable {
  case accepted
  case wrong(triesLeft: Int)
  /// The guess was not counted, because too many preceded it.
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
  /// The rules of one guess (SEC "One-time codes"). It applies to all codes that the requester may
  /// hold; it matches none that is used, expired or out of tries.
  ///
  /// A wrong guess counts whether or not there was a code to match (DEC-12).
  ///
  /// - Parameters:
  ///   - codes: what was sent; each wrong guess costs each short one a try.
  ///   - match: the index of the matching code.
  ///   - isShared: whether strangers guess here as well. If so, their guesses block no one (DEC-7).
  package mutating func judge(
    _ codes: inout [CodeState], match: Int?, isShared: Bool = false, at now: Timestamp
  ) -> CodeVerdict {
    if let blockedUntil, now < blockedUntil { return .limited(until: blockedUntil) }
    if blockedUntil != nil { (blockedUntil, inARow) = (nil, 0) }
    if !isShared, isSpent(at: now), let hour { return .limited(until: hour.endsAt) }
    let open = codes.indices.filter { codes[$0].isOpen(at: now) }
    if let match, open.contains(match) {
      codes[match].isUsed = true
      (inARow, sinceSent) = (0, nil)
      return .accepted
    }
    // The right code, too late or used again, is not a guess at another one.
    guard match == nil else { return .wrong(triesLeft: triesLeft) }
    for place in open where !codes[place].isLong { codes[place].wrongTries += 1 }
    // A requester without tries left has nothing to guess at until the next message.
    if isShared || triesLeft > 0 { count(isShared: isShared, at: now) }
    return .wrong(triesLeft: triesLeft)
  }

  /// Whether there were so many wrong guesses within the hour that a requester must wait, or that a
  /// code at which strangers guess must be a long one.
  package func isSpent(at now: Timestamp) -> Bool {
    hour.map { $0.count >= SecurityRules.wrongCodesAnHour.most && now < $0.endsAt } ?? false
  }

  /// A code has been sent to the requester.
  package mutating func codeSent() { sinceSent = nil }

  private mutating func count(isShared: Bool, at now: Timestamp) {
    let budget = SecurityRules.wrongCodesAnHour
    var counter = hour ?? RateLimitCounter(at: now, of: budget)
    _ = counter.count(against: budget, at: now)
    hour = counter
    sinceSent = min((sinceSent ?? 0) + 1, SecurityRules.codeTries)
    inARow += 1
    lastWrongAt = now
    if !isShared, inARow >= SecurityRules.wrongCodesInARow {
      blockedUntil = now + SecurityRules.identifierBlock
    }
  }
}

extension CodeState {
  func isOpen(at now: Timestamp) -> Bool {
    !isUsed && (isLong || wrongTries < SecurityRules.codeTries) && now < expiresAt
  }
}

package protocol GuessTable {
  /// - Parameter key: of an identifier and its requester, if there is one.
  func guesses(at key: LimitKey) throws -> IdentifierGuesses?
  func put(_ guesses: IdentifierGuesses, at key: LimitKey) throws
}
