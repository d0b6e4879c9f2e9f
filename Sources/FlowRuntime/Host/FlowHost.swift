package import FlowMachine

/// Everything through which a driver performs effects: three kinds of storage, and the outside
/// world.
package struct FlowHost {
  package var journal: any JournalStorage
  package var secrets: any SecretStorage
  package var preferences: any PreferenceStorage
  package var outlet: any FlowOutlet

  package init(
    journal: any JournalStorage, secrets: any SecretStorage,
    preferences: any PreferenceStorage, outlet: any FlowOutlet
  ) {
    self.journal = journal
    self.secrets = secrets
    self.preferences = preferences
    self.outlet = outlet
  }
}

/// Why storage failed. Stored data is unchanged.
package enum StorageFailure: Error, Hashable, Sendable {
  /// It exists, but cannot be read or written now: before the first unlock after a restart, say.
  case locked
  /// No space is left.
  case full
  /// Another process holds it.
  case ownedElsewhere
  /// Anything else, in the system's words.
  case broken(String)
}

/// The bytes of a flow's journal.
package protocol JournalStorage {
  /// All bytes; empty if there is no journal.
  /// - Throws: if there may be one that cannot be read now. Unreadable is not absent.
  func read() throws(StorageFailure) -> [UInt8]

  /// Appends a frame. A failure may leave a part of it; a reader skips that.
  ///
  /// - Parameter isForced: it must be durable before this returns.
  func append(_ frame: [UInt8], isForced: Bool) throws(StorageFailure)

  /// Replaces all bytes with a frame: afterwards there are either the old ones or the new ones.
  func replace(by frame: [UInt8]) throws(StorageFailure)

  /// Moves the bytes to where no launch reads them, for later inspection.
  func setAside() throws(StorageFailure)
}

/// Secure storage of one app: a keychain, or the platform's equivalent.
package protocol SecretStorage {
  func names() throws(StorageFailure) -> [SecretName]
  func read(_ name: SecretName) throws(StorageFailure) -> Text?

  /// What tells a secret from others without saying what it is: a keyed hash (HMAC-SHA-256, RFC 2104) under a key that
  /// is made when it is needed first and is never given out.
  func hash(_ secret: Text, as name: SecretName) throws(StorageFailure) -> Text

  /// Makes all the changes or none: half of a token pair is worse than the old pair.
  func write(_ changes: [SecretChange]) throws(StorageFailure)
}

/// The app's preferences, which contain a flow's facts under their names. Values are JSON texts.
package protocol PreferenceStorage {
  func read(_ name: Text) throws(StorageFailure) -> Text?
  /// - Parameter value: nil to remove it.
  func write(_ name: Text, _ value: Text?) throws(StorageFailure)
}

/// The effects visible outside the flow. None of them fails immediately or calls back into the
/// driver: the result of a call is passed to `FlowDriver.answer` later.
package protocol FlowOutlet {
  func perform(_ action: OutsideAction)
}
