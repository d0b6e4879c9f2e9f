/// Secure storage of one app, shared by its processes: a keychain, or the platform's equivalent.
/// Small values by name.
package protocol SecureStore: Sendable {
  func names() throws(SecureStoreFailure) -> [String]
  /// - Returns: nil if there is no such value. Throws if it cannot be read: unreadable is not
  ///   absent.
  func read(_ name: String) throws(SecureStoreFailure) -> [UInt8]?
  /// Makes all the changes or none, and returns when they are durable.
  func write(_ changes: [SecureChange]) throws(SecureStoreFailure)
  /// Moves damaged data to where nobody reads it, for later inspection; the store is then empty.
  /// Readable data stays.
  func setAside() throws(SecureStoreFailure)
  /// Deletes what was set aside.
  func removeAsides() throws(SecureStoreFailure)
  /// Runs a body that reads and writes while no other process or thread does. The body must be
  /// short, and must not wait for a network.
  func exclusively<Value>(
    _ body: () throws(SecureStoreFailure) -> Value
  ) throws(SecureStoreFailure) -> Value
}

/// A value to put under a name, or nil to remove it.
package struct SecureChange: Sendable, CustomStringConvertible {
  package var name: String
  package var value: [UInt8]?

  package init(_ name: String, _ value: [UInt8]?) {
    self.name = name
    self.value = value
  }

  /// Omits the value.
  package var description: String { "\(name): \(value == nil ? "removed" : "redacted")" }
}

/// Why secure storage failed. Stored values are unchanged.
package enum SecureStoreFailure: Error, Hashable, Sendable {
  /// It exists, but cannot be read or written now: before the first unlock after a restart, say.
  case locked
  case full
  /// The data was not written by this store, or is damaged. It is left as it is.
  case corrupt
  /// Anything else, in the system's words.
  case broken(String)
}

/// What the client keeps in secure storage.
package enum SecureItem {
  package static let session = "session"
  package static let deviceKey = "device-key"
  package static let challenges = "challenges"
  /// Who signed in to which market (MKT-4).
  package static let marketLogin = "market-login"
  package static let pushToken = "push-token"
  package static let installation = "installation"
}

extension SecureStore {
  /// For a store that keeps nothing it sets aside.
  package func removeAsides() throws(SecureStoreFailure) {}

  /// Deletes every value, including unreadable ones, and those that were set aside.
  package func empty() throws(SecureStoreFailure) {
    try exclusively { () throws(SecureStoreFailure) in
      try setAside()
      try write(names().map { SecureChange($0, nil) })
      try removeAsides()
    }
  }
}
