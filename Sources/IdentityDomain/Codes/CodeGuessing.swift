/// Who requested a code of a purpose, and who may guess it (DEC-2, DEC-7): a device by its key;
/// without one, the holder of the challenge's token; if the wire has no place for that, anyone.
struct CodeAsker: Sendable {
  private let what: String
  private let identifier: String
  /// Identifies the requester; nil if anyone may guess.
  private let own: String?
  private let network: String

  init(
    _ purpose: ChallengePurpose, _ identifier: Identifier, challenge: ID<Challenge>, caller: Caller
  ) {
    self.init(
      purpose.rawValue, identifier,
      holder: purpose.continuesByToken ? challenge.text : nil, caller: caller)
  }

  /// Of a challenge, whoever calls: the device that it belongs to.
  init(of challenge: Challenge) {
    what = challenge.purpose.rawValue
    identifier = challenge.identifier.text
    own = challenge.device?.text ?? (challenge.purpose.continuesByToken ? challenge.id.text : nil)
    network = ""
  }

  /// - Parameter holder: something only the requester knows, if no key identifies it.
  init(_ what: String, _ identifier: Identifier, holder: String?, caller: Caller) {
    self.what = what
    self.identifier = identifier.text
    own = caller.proof.key?.text ?? holder
    network = caller.network
  }

  var isShared: Bool { own == nil }

  /// The counter of guesses at codes.
  var guesses: String { [what, identifier, own ?? ""].joined(separator: "/") }

  /// The counter for what is disclosed: strangers do not learn about each other's guesses (DEC-12).
  var told: String { [what, identifier, own ?? "from " + network].joined(separator: "/") }
}

extension Codes {
  /// One guess at some codes, counted for its requester.
  func judge(
    _ codes: inout [CodeState], match: Int?, by asker: CodeAsker, at identifier: Identifier,
    now: Timestamp, _ tables: Tables
  ) throws -> CodeVerdict {
    let keys = limits.keys("guess", asker.guesses)
    let before = try keys.newest { try tables.guesses(at: $0) } ?? IdentifierGuesses()
    var guesses = before
    let verdict = guesses.judge(&codes, match: match, isShared: asker.isShared, at: now)
    try keep(guesses, after: before, at: keys, of: identifier, now: now, tables)
    guard asker.isShared, case .wrong = verdict else { return verdict }
    let toldKeys = limits.keys("guess", asker.told)
    var told = try toldKeys.newest { try tables.guesses(at: $0) } ?? IdentifierGuesses()
    var none: [CodeState] = []
    _ = told.judge(&none, match: nil, isShared: true, at: now)
    try tables.put(told, at: toldKeys.current)
    return .wrong(triesLeft: told.triesLeft)
  }

  /// A code has been sent to a requester, or would have been.
  /// - Returns: whether it must be a long one.
  func codeSent(to asker: CodeAsker, at now: Timestamp, _ tables: Tables) throws -> Bool {
    let keys = limits.keys("guess", asker.guesses)
    let guesses = try keys.newest { try tables.guesses(at: $0) }
    let toldKeys = asker.isShared ? limits.keys("guess", asker.told) : keys
    let told = asker.isShared ? try toldKeys.newest { try tables.guesses(at: $0) } : guesses
    if var told, told.sinceSent != nil {
      told.codeSent()
      try tables.put(told, at: toldKeys.current)
    }
    return asker.isShared && guesses?.isSpent(at: now) ?? false
  }

  /// Stores the guesses at an identifier. A security event is logged if they block a requester,
  /// even if the identifier has no account.
  private func keep(
    _ guesses: IdentifierGuesses, after before: IdentifierGuesses, at keys: LimitKeys,
    of identifier: Identifier, now: Timestamp, _ tables: Tables
  ) throws {
    try tables.put(guesses, at: keys.current)
    guard guesses.blockedUntil != nil, guesses.blockedUntil != before.blockedUntil else { return }
    try tables.append(
      SecurityEvent(
        .identifierBlocked, account: try tables.binding(of: identifier)?.account, at: now))
  }
}
