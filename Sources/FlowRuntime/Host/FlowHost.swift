package import FlowMachine

/// Everything that a driver performs effects through: three kinds of storage, and the world
/// outside.
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

/// Why storage did not do what it was asked. Whatever was stored before is still there.
package enum StorageFailure: Error, Hashable, Sendable {
  /// There, but not to be read or written now: before the first unlock after a restart, say.
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
  /// All bytes; none when there is no journal.
  /// - Throws: when there may be one that cannot be read now. Unreadable is not absent.
  func read() throws(StorageFailure) -> [UInt8]

  /// Adds a frame at the end. A failure may leave a part of it there; a reader passes over that.
  ///
  /// - Parameter isForced: it has to outlive a loss of power before this returns.
  func append(_ frame: [UInt8], isForced: Bool) throws(StorageFailure)

  /// Puts a frame in the place of all bytes: afterwards either the old ones are there or the new
  /// ones.
  func replace(by frame: [UInt8]) throws(StorageFailure)

  /// Moves the bytes to where no launch reads them, so that someone can look at them later.
  func setAside() throws(StorageFailure)
}

/// Secure storage of one app: a keychain, or what the platform has in its place.
package protocol SecretStorage {
  func names() throws(StorageFailure) -> [SecretName]
  func read(_ name: SecretName) throws(StorageFailure) -> Text?

  /// Makes all the changes or none: half of a pair of tokens is worse than the old pair.
  func write(_ changes: [SecretChange]) throws(StorageFailure)
}

/// The app's preferences, where it reads a flow's facts under their names. Values are JSON texts.
package protocol PreferenceStorage {
  func read(_ name: Text) throws(StorageFailure) -> Text?
  /// - Parameter value: nil to remove it.
  func write(_ name: Text, _ value: Text?) throws(StorageFailure)
}

/// What can be seen outside the flow. Nothing of this fails at once or calls back into the driver: what
/// becomes of a call is told later with `FlowDriver.answer`.
package protocol FlowOutlet {
  func perform(_ action: OutsideAction)
}
