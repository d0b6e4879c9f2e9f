/// What a store says about itself, written when a server first used it.
package struct StoreMarks: Hashable, Sendable {
  /// The codes of such a store were shown to anyone; it never serves real users.
  package let isDevelopment: Bool
  /// A known text, sealed under the master key: detects a wrong key at the start and not at the
  /// first login.
  package let masterKeyCheck: [UInt8]

  package init(isDevelopment: Bool, masterKeyCheck: [UInt8]) {
    self.isDevelopment = isDevelopment
    self.masterKeyCheck = masterKeyCheck
  }

  /// SEC "Browser and HTTP": a marked store never starts without `--dev`. A store of real users is
  /// not used for development either: its codes would be shown, and it could not go back.
  /// - Parameter isDevelopment: whether the server was started for development.
  package func refusal(forDevelopment isDevelopment: Bool) -> StoreMarksRefusal? {
    switch (self.isDevelopment, isDevelopment) {
    case (true, false): .developmentStore
    case (false, true): .productionStore
    case (true, true), (false, false): nil
    }
  }
}

package enum StoreMarksRefusal: String, Error, Hashable, Sendable, CustomStringConvertible {
  case developmentStore
  case productionStore

  package var description: String {
    switch self {
    case .developmentStore:
      "this store was made for development, and its secrets are not secret: start with --dev, or "
        + "name another store"
    case .productionStore:
      "this store is one of real people, and --dev would show their codes: start without --dev, "
        + "or name another store"
    }
  }
}

package protocol StoreMarkTable {
  /// - Returns: nil for a store that no server has used yet.
  func storeMarks() throws -> StoreMarks?
  /// Inserts or replaces.
  func put(_ marks: StoreMarks) throws
}
