import Crypto
package import IdentityDomain

/// Why the keys of a store cannot be used. Quotes nothing from it.
package enum ServerKeyFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case wrongMasterKey(MasterKey.Origin)
  case unreadableKey(KeyID, ServerKeyUse)
  /// The store was used before, but no longer has a key.
  case noKeys

  package var description: String {
    switch self {
    case .wrongMasterKey(let origin):
      "the master key in \(origin) is not the one of this store; give the key of its last `portico "
        + "keys rewrap`, or without one that of its first start; without it, no session goes on and nothing sealed "
        + "can be opened"
    case .unreadableKey(let id, let use):
      "the \(use.rawValue) key \(id.text) in the store was tampered with; restore a copy "
        + "of the store from before the change"
    case .noKeys:
      "all server keys were removed from the store, which would end every session; "
        + "restore a copy of the store from before the change"
    }
  }
}

extension MasterKey {
  /// - Throws: `StoreMarksRefusal`, `ServerKeyFailure`: why no server starts with this key on a store.
  package func requireFit(_ marks: StoreMarks, isDevelopment: Bool) throws {
    if let refusal = marks.refusal(forDevelopment: isDevelopment) { throw refusal }
    guard isKey(of: marks.masterKeyCheck) else { throw ServerKeyFailure.wrongMasterKey(origin) }
  }
}

/// Loads the server's keys from the store into memory, creates missing ones, and rotates them when
/// `KeySchedule` says so.
///
/// Any number of servers may do this with one store at once: what to create is decided from what is
/// stored, in the transaction that stores it. Call `refresh` every
/// `SecurityRules.keyRefreshInterval`; a server that fails to do so for longer than
/// `SecurityRules.keyLead` may encounter keys that it does not know.
package actor KeyKeeper: CustomReflectable {
  /// The keys in use, for everything that computes with them.
  package nonisolated let ring: KeyRing

  private let loader: KeyLoader
  private var opened: KeyLoader.Opened
  /// Counts the reads that began, and the one that `opened` comes from: a read that began earlier
  /// and ended later must not bring back old keys.
  private var begun = 0
  private var shown = 0

  /// - Parameters:
  ///   - isDevelopment: whether the server was started for development.
  ///   - mayChange: false for who only looks: no key is made or removed, though its time has come.
  /// - Throws: `StoreMarksRefusal`, `ServerKeyFailure`, or what the store throws. A refused store
  ///   is left unchanged.
  package init(
    store: any IdentityStore, masterKey: MasterKey, isDevelopment: Bool,
    clock: any WallClock = SystemClock(), random: any RandomBytes = SystemRandomBytes(),
    mayChange: Bool = true
  ) async throws {
    loader = KeyLoader(
      store: store, masterKey: masterKey, isDevelopment: isDevelopment, clock: clock,
      random: random, mayChange: mayChange)
    opened = try await loader.load(known: nil)
    ring = KeyRing(opened.snapshot, clock: clock)
  }

  package nonisolated var customMirror: Mirror { Mirror(self, children: []) }

  /// Reads the keys again, and creates or removes those whose time has come.
  /// - Throws: as `init`; the keys in memory then stay unchanged.
  package func refresh() async throws {
    begun += 1
    let turn = begun
    let found = try await loader.load(known: opened)
    guard turn > shown else { return }
    shown = turn
    opened = found
    ring.replace(by: found.snapshot)
  }
}
