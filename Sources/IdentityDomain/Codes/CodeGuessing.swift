/// Who asked for a code of a purpose, and who guesses at it (DEC-2, DEC-7): a device by its key; without
/// one, whoever holds the token of the challenge; where the wire has no place for that, anybody.
struct CodeAsker: Sendable {
  private let what: String
  private let identifier: String
  /// Of the asker alone; nil where anybody may guess.
  private let own: String?
  private let network: String

  init(
    _ purpose: ChallengePurpose, _ identifier: Identifier, challenge: ID<Challenge>, caller: Caller
  ) {
    self.init(
      purpose.rawValue, identifier,
      holder: purpose.continuesByToken ? challenge.text : nil, caller: caller)
  }

  /// - Parameter holder: what only the asker knows, where no key tells who it is.
  init(_ what: String, _ identifier: Identifier, holder: String?, caller: Caller) {
    self.what = what
    self.identifier = identifier.text
    own = caller.proof.key?.text ?? holder
    network = caller.network
  }

  var isShared: Bool { own == nil }

  /// Where guesses are counted for what may be guessed.
  var guesses: String { [what, identifier, own ?? ""].joined(separator: "/") }

  /// Where they are counted for what is told: strangers do not hear of each other's (DEC-12).
  var told: String { [what, identifier, own ?? "from " + network].joined(separator: "/") }
}

extension Codes {
  /// One guess at some codes, counted for its asker.
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

  /// A code is on its way to an asker, or might be.
  /// - Returns: whether it has to be a long one.
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

  /// Stores the guesses at an identifier. The log of security events hears when they block an asker, also where it is
  /// nobody's.
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
