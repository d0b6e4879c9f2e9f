import Crypto
package import IdentityDomain

/// Why the keys of a store cannot be used. Nothing is quoted from it.
package enum ServerKeyFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case wrongMasterKey(MasterKey.Origin)
  case unreadableKey(KeyID, ServerKeyUse)
  /// The store was used before, and has no key any more.
  case noKeys

  package var description: String {
    switch self {
    case .wrongMasterKey(let origin):
      "the master key in \(origin) is not the one of this store; give the server the key that the "
        + "store was first started with; without it, every session ends and no sealed data can be opened"
    case .unreadableKey(let id, let use):
      "the \(use.rawValue) key \(id.text) in the store was tampered with; restore a copy "
        + "of the store from before the change"
    case .noKeys:
      "all server keys were removed from the store, which would end every session; "
        + "restore a copy of the store from before the change the change"
    }
  }
}

/// Brings the server's keys from the store into memory, makes those that are missing, and changes
/// them when `KeySchedule` says so.
///
/// Any number of servers may do this with one store at once: what is made is decided on what is
/// stored, in the transaction that stores it. Call `refresh` each
/// `SecurityRules.keyRefreshInterval`; a server that fails to for longer than
/// `SecurityRules.keyLead` may meet keys that it does not know.
package actor KeyKeeper: CustomReflectable {
  /// The keys in use, for all that computes with them.
  package nonisolated let ring: KeyRing

  private let loader: KeyLoader
  private var opened: KeyLoader.Opened
  /// Of the reads that began, and of the one that `opened` comes from: one that began earlier and
  /// ended later must not bring old keys back.
  private var begun = 0
  private var shown = 0

  /// - Parameter isDevelopment: whether the server was started for development.
  /// - Throws: `StoreMarksRefusal`, `ServerKeyFailure`, or what the store throws. A store that is
  ///   refused is left as it was.
  package init(
    store: any IdentityStore, masterKey: MasterKey, isDevelopment: Bool,
    clock: any WallClock = SystemClock(), random: any RandomBytes = SystemRandomBytes()
  ) async throws {
    loader = KeyLoader(
      store: store, masterKey: masterKey, isDevelopment: isDevelopment, clock: clock,
      random: random)
    opened = try await loader.load(known: nil)
    ring = KeyRing(opened.snapshot, clock: clock)
  }

  package nonisolated var customMirror: Mirror { Mirror(self, children: []) }

  /// Reads the keys again, and makes or removes those whose time has come.
  /// - Throws: as `init`; the keys in memory then stay as they are.
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
