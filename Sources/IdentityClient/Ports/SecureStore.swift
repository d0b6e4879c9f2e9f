/// Secure storage of one app, shared by its processes: a keychain, or what the platform has in its
/// place. Small values by name.
package protocol SecureStore: Sendable {
  func names() throws(SecureStoreFailure) -> [String]
  /// - Returns: nil when there is no such value. Unreadable is not absent: then it throws.
  func read(_ name: String) throws(SecureStoreFailure) -> [UInt8]?
  /// Makes all the changes or none, and returns when they outlive a loss of power.
  func write(_ changes: [SecureChange]) throws(SecureStoreFailure)
  /// Moves what is damaged to where nobody reads it, so that someone can look at it later; from then
  /// on there is nothing. What can be read stays.
  func setAside() throws(SecureStoreFailure)
  /// Runs a body that reads and writes while no other process or thread does. Takes no longer than
  /// the body does elsewhere: nobody waits for a network in it.
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

  /// Never the value.
  package var description: String { "\(name): \(value == nil ? "removed" : "redacted")" }
}

/// Why secure storage did not do what it was asked. What was stored before is still there.
package enum SecureStoreFailure: Error, Hashable, Sendable {
  /// There, but not to be read or written now: before the first unlock after a restart, say.
  case locked
  case full
  /// What is there was not written by this store, or is damaged. It is left as it is.
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
  /// Forgets every value, also what cannot be read any more.
  package func empty() throws(SecureStoreFailure) {
    try exclusively { () throws(SecureStoreFailure) in
      try setAside()
      try write(names().map { SecureChange($0, nil) })
    }
  }
}
