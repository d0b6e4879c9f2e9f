/// Writes that failed, in the order in which they must happen: secrets, the record, then what may
/// happen only after the record.
package struct PendingWrites: Equatable, Sendable {
  /// By fact: values that the machine regards as stored.
  var secrets: [Text?]
  /// The record of the current state.
  var record = PendingRecord.none
  /// The bytes in the journal's location are useless to this flow; they are moved aside before
  /// anything is written.
  var setsJournalAside = false
  /// The journal is partly damaged; the next record replaces it.
  var replacesJournal = false
  var erasures: [SecretName] = []
  var preferences: [FactID] = []
  /// The number of consecutive storage failures, and the time of the next retry.
  private var failures = 0
  private var nextTry: Int64 = 0

  enum PendingRecord: UInt8, Comparable, Sendable {
    case none, plain, forced

    static func < (left: PendingRecord, right: PendingRecord) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  var hasFailed: Bool { failures > 0 }

  /// When storage is retried, in milliseconds since 1970; nil while nothing is pending.
  var retry: Int64? { isEmpty || failures == 0 ? nil : nextTry }

  /// Milliseconds between two tries: one second at first, doubled each time, at most a minute.
  static func pause(after failures: Int) -> Int64 {
    failures > 6 ? 60_000 : 1_000 << Int64(failures - 1)
  }

  /// Whether everything that this launch wanted to write has been written.
  var isEmpty: Bool {
    !hasSecrets && record == .none && erasures.isEmpty && preferences.isEmpty
  }

  var hasSecrets: Bool { secrets.contains { $0 != nil } }

  init(facts count: Int) { secrets = [Text?](repeating: nil, count: count) }

  /// A secret has a new value in storage, which supersedes a pending value or erasure.
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

  /// Records that storage has failed.
  mutating func noteFailure(at now: Int64) {
    failures += 1
    nextTry = now + Self.pause(after: failures)
  }

  /// Records that storage works again.
  mutating func noteSuccess() { failures = 0 }
}
