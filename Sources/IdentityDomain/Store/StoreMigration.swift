/// The steps by which a store came to hold what it holds, in their order; a name is never changed
/// and never taken out.
///
/// A store writes down which of them it went through. The list stands here, beside the values that
/// are stored, because a step follows from a change of those values: every kind of store goes
/// through the same steps, each in its own SQL, so "which version is this store" has one answer
/// whatever it lies in, and a copy from one kind into another can be checked.
package enum StoreMigration: String, CaseIterable, Hashable, Sendable {
  /// Accounts, credentials, codes, sessions, devices, limits, outbox, sign-out log.
  case identity = "001-identity"
  /// Keys of the server, and what the store says about itself.
  case serverKeys = "002-server-keys"
  /// Who takes part in which experiment.
  case experiments = "003-experiments"
  /// Temporary passwords. What markets add to accounts, registrations and sessions may be absent.
  case markets = "004-markets"
  /// Where the delivery of a message stands, and messages that never arrived.
  case outbox = "005-outbox"
  /// Where an account was imported from, new causes of a sign-out, and audit lines by account.
  case administration = "006-administration"
  /// Numbers that changed hands, security events instead of the audit, times of the sign-out log. What the
  /// decision adds to accounts, passwords, sessions and challenges may be absent.
  case decision = "007-decision"
  /// Columns for what was a piece of JSON in each row: the tables of `StoreSchema`, which all kinds of
  /// store share from here on.
  case relational = "008-relational"
  /// Sign-in through third parties: identities at providers, and sign-ins there that are under way.
  case federation = "009-federation"
  /// Second factors. What they add to accounts, devices, sessions and changes may be absent.
  case factors = "010-factors"
  /// Passkeys, and the challenges that they answer.
  case passkeys = "011-passkeys"
  /// In which request a message was written, and how often nobody knows whether it was sent.
  case operation = "013-operator"
  /// When an account is to be deleted, and the country that a session was used from last.
  case accountCentre = "014-account-centre"
  /// When an address or number became the primary one of its kind; of one alone nothing is said.
  case identifiers = "015-identifiers"
  /// What issued the code of a message, so that one that was used is not sent once more.
  case messageOrigin = "016-message-origin"
  /// Which servers can work with a store that went through a step, beside each step.
  case leastReader = "017-least-reader"
}

extension StoreMigration: Comparable {
  package static func < (left: StoreMigration, right: StoreMigration) -> Bool {
    left.rawValue < right.rawValue
  }
}
