import FlowMachine

/// What could not be written yet, in the order in which it has to be: secrets, the record, then
/// what may only happen once the record is there.
struct Debts {
  /// Values that the machine counts as stored.
  var secrets: [FactID: Text] = [:]
  /// The record of the present state.
  var journal = JournalDebt.none
  /// The bytes in the journal's place are of no use to this flow: they have to go aside before
  /// anything is written.
  var setsJournalAside = false
  /// The journal has damaged parts: the next record takes its place.
  var replacesJournal = false
  var erasures: [SecretName] = []
  var preferences: [FactID] = []

  enum JournalDebt: Int, Comparable {
    case none, plain, forced

    static func < (left: JournalDebt, right: JournalDebt) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// Nothing that this launch wanted to write is missing.
  var isEmpty: Bool {
    secrets.isEmpty && journal == .none && erasures.isEmpty && preferences.isEmpty
  }

  /// A secret has a new value in storage; neither an older one nor an erasure counts any more.
  mutating func forget(_ fact: FactID, _ name: SecretName) {
    secrets[fact] = nil
    erasures.removeAll { $0 == name }
  }
}
