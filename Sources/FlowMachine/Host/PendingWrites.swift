/// What could not be written yet, in the order in which it has to be: secrets, the record, then
/// what may only happen once the record is there.
package struct PendingWrites: Equatable, Sendable {
  /// By fact: values that the machine counts as stored.
  var secrets: [Text?]
  /// The record of the present state.
  var record = PendingRecord.none
  /// The bytes in the journal's place are of no use to this flow: they have to go aside before
  /// anything is written.
  var setsJournalAside = false
  /// The journal has damaged parts: the next record takes its place.
  var replacesJournal = false
  var erasures: [SecretName] = []
  var preferences: [FactID] = []
  /// How often in a row storage has failed, and when it is tried again though nothing else happens.
  private var failures = 0
  private var nextTry: Int64 = 0

  enum PendingRecord: UInt8, Comparable, Sendable {
    case none, plain, forced

    static func < (left: PendingRecord, right: PendingRecord) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  var hasFailed: Bool { failures > 0 }

  /// When storage is tried again, in milliseconds since 1970; nil while nothing is pending.
  var retry: Int64? { isEmpty || failures == 0 ? nil : nextTry }

  /// Milliseconds between two tries: a second at first, then twice as long each time, at most a minute.
  static func pause(after failures: Int) -> Int64 {
    failures > 6 ? 60_000 : 1_000 << Int64(failures - 1)
  }

  /// Nothing that this launch wanted to write is missing.
  var isEmpty: Bool {
    !hasSecrets && record == .none && erasures.isEmpty && preferences.isEmpty
  }

  var hasSecrets: Bool { secrets.contains { $0 != nil } }

  init(facts count: Int) { secrets = [Text?](repeating: nil, count: count) }

  /// A secret has a new value in storage: neither an older one nor an erasure counts any more.
  mutating func forget(_ fact: FactID, _ name: SecretName) {
    secrets[Int(fact)] = nil
    if let place = erasures.firstIndex(of: name) { erasures.remove(at: place) }
  }

  mutating func add(erasures names: [SecretName]) {
    for name in names where !erasures.contains(name) { erasures.append(name) }
  }

  mutating func add(preference fact: FactID) {
    if !preferences.contains(fact) { preferences.append(fact) }
  }

  /// Storage did not do what it was asked.
  mutating func noteFailure(at now: Int64) {
    failures += 1
    nextTry = now + Self.pause(after: failures)
  }

  /// Everything is written again.
  mutating func noteSuccess() { failures = 0 }
}
