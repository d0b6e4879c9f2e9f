import Crypto
package import IdentityDomain

/// An operator's work on the keys of a store, beside the servers that use it. It returns ids and
/// times, never a key.
package struct KeyAdministration: Sendable {
  private let store: any IdentityStore
  private let clock: any WallClock
  private let random: any RandomBytes

  package init(
    store: any IdentityStore, clock: any WallClock = SystemClock(),
    random: any RandomBytes = SystemRandomBytes()
  ) {
    self.store = store
    self.clock = clock
    self.random = random
  }

  /// What the store says about itself.
  /// - Throws: `KeyAdministrationFailure.unused`, or what the store throws.
  package func marks() async throws -> StoreMarks {
    try await store.read("keys.marks") { try Self.marks($0) }
  }

  /// Every key, by use and then in the order in which they become current.
  package func list() async throws -> [KeyDescription] {
    let now = clock.now()
    return try await store.read("keys.list") { tables in
      _ = try Self.marks(tables)
      return try ServerKeyUse.allCases.flatMap { use in
        KeySchedule(try tables.serverKeys(for: use), for: use).descriptions(at: now)
      }
    }
  }

  /// Plans a new key of each use, one lead time from now; a running server picks it up by itself
  /// (`SecurityRules.keyRefreshInterval`). If one is already planned, it stays.
  ///
  /// - Returns: the next key of each use.
  /// - Throws: `ServerKeyFailure.wrongMasterKey`, `KeyAdministrationFailure`.
  package func rotate(
    _ uses: [ServerKeyUse], under masterKey: MasterKey
  ) async throws -> [KeyDescription] {
    let now = clock.now()
    let candidates = try uses.map { use in
      let id = KeyLoader.newID(random)
      return ServerKey(
        id: id, use: use,
        sealed: try masterKey.seal(
          use.newMaterial(random), nonce: random.bytes(12), context: KeyLoader.context(id, use)),
        createdAt: now, activeFrom: now + KeyTerm.of(use).lead)
    }
    return try await store.transaction("keys.rotate") { tables in
      try Self.check(masterKey, try Self.marks(tables))
      return try candidates.compactMap { candidate in
        let keys = try tables.serverKeys(for: candidate.use)
        // New ones would silently end all sessions, as in `KeyLoader`.
        if keys.isEmpty { throw ServerKeyFailure.noKeys }
        if KeySchedule(keys, for: candidate.use).planned(at: now) == nil {
          try tables.put(candidate)
        }
        let schedule = KeySchedule(try tables.serverKeys(for: candidate.use), for: candidate.use)
        return schedule.planned(at: now).map { schedule.description(of: $0, at: now) }
      }
    }
  }

  /// Re-encrypts all keys under another master key, in one transaction. The keys themselves do not
  /// change, so nothing else is affected; but a server with the old master key can no longer read
  /// the store.
  ///
  /// - Returns: the number of keys.
  /// - Throws: `ServerKeyFailure`, `KeyAdministrationFailure`.
  package func rewrap(from old: MasterKey, to new: MasterKey) async throws -> Int {
    let check = try new.check(random)
    // A nonce for each key that may exist by then.
    let nonces = (0..<Self.mostKeys).map { _ in random.bytes(12) }
    return try await store.transaction("keys.rewrap") { tables in
      let marks = try Self.marks(tables)
      if new.isKey(of: marks.masterKeyCheck) { throw KeyAdministrationFailure.sameMasterKey }
      try Self.check(old, marks)
      let keys = try ServerKeyUse.allCases.flatMap { try tables.serverKeys(for: $0) }
      guard keys.count <= nonces.count else { throw KeyAdministrationFailure.tooManyKeys }
      for (key, nonce) in zip(keys, nonces) {
        let context = KeyLoader.context(key.id, key.use)
        guard let material = old.open(key.sealed, context: context) else {
          throw ServerKeyFailure.unreadableKey(key.id, key.use)
        }
        try tables.put(
          ServerKey(
            id: key.id, use: key.use,
            sealed: try new.seal(material, nonce: nonce, context: context),
            createdAt: key.createdAt, activeFrom: key.activeFrom))
      }
      try tables.put(StoreMarks(isDevelopment: marks.isDevelopment, masterKeyCheck: check))
      return keys.count
    }
  }

  /// Digest keys live for years and all others for days: there are never more than a few dozen.
  private static let mostKeys = 4_096

  private static func marks(_ tables: any IdentityTransaction) throws -> StoreMarks {
    guard let marks = try tables.storeMarks() else { throw KeyAdministrationFailure.unused }
    return marks
  }

  private static func check(_ masterKey: MasterKey, _ marks: StoreMarks) throws {
    guard masterKey.isKey(of: marks.masterKeyCheck) else {
      throw ServerKeyFailure.wrongMasterKey(masterKey.origin)
    }
  }
}

package enum KeyAdministrationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case unused
  case sameMasterKey
  case tooManyKeys

  package var description: String {
    switch self {
    case .unused: "no server has used this store yet, so it has no keys; start one with it first"
    case .sameMasterKey:
      "the store is already encrypted with the new master key; nothing was changed"
    case .tooManyKeys: "the store holds more keys than a server ever makes; restore a backup"
    }
  }
}
