package import IdentityDomain
import Crypto
import Synchronization

/// The server's keys in memory: a snapshot of the store, which `KeyKeeper` replaces as a whole.
///
/// Everything in it is secret, so its descriptions reveal nothing.
package final class KeyRing: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  struct Snapshot: Sendable {
    let signing: OpenedKeys<SigningMaterial>
    let digest: OpenedKeys<DigestMaterial>
    let sealing: OpenedKeys<SymmetricKey>
    let factor: OpenedKeys<FactorMaterial>
  }

  private let clock: any WallClock
  private let held: Mutex<Snapshot>

  init(_ snapshot: Snapshot, clock: any WallClock) {
    self.clock = clock
    held = Mutex(snapshot)
  }

  /// The keys, and the time at which to evaluate them.
  func now() -> (keys: Snapshot, moment: Timestamp) { (held.withLock { $0 }, clock.now()) }

  func replace(by snapshot: Snapshot) { held.withLock { $0 = snapshot } }

  package var description: String { "<server keys, hidden>" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension KeyRing: KeyedDigest {
  package var currentKey: KeyID {
    let (keys, moment) = now()
    return keys.digest.current(at: moment).id
  }

  package var recentKeys: [KeyID] {
    let (keys, moment) = now()
    return keys.digest.recent(at: moment, within: SecurityRules.guessRetention)
  }

  package func digest(
    _ message: [UInt8], for purpose: DigestPurpose, under key: KeyID
  ) -> [UInt8]? {
    let (keys, moment) = now()
    return keys.digest.reading(key, at: moment)?.digest(message, for: purpose)
  }
}
