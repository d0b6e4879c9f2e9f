package import FlowMachine
package import FlowRuntime
import WireText

/// A fault of one part of a simulated device's storage.
package struct StorageFault: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case none
    /// Can be neither read nor written.
    case locked
    /// Can be read and erased, but takes nothing new.
    case full
  }

  package var kind = Kind.none
  /// Counts down with each write; the one that finds 1 fails, and later ones succeed.
  package var writesUntilFailure = 0

  package init(_ kind: Kind = .none, failingAtWrite: Int = 0) {
    self.kind = kind
    writesUntilFailure = failingAtWrite
  }

  func checkReading() throws(StorageFailure) {
    if kind == .locked { throw .locked }
  }

  mutating func checkWriting(adds: Bool) throws(StorageFailure) {
    try checkReading()
    if kind == .full, adds { throw .full }
    guard writesUntilFailure > 0 else { return }
    writesUntilFailure -= 1
    if writesUntilFailure == 0 { throw .broken("simulated") }
  }
}

/// A journal in memory.
package final class SimulatedJournal: JournalStorage {
  package var bytes: [UInt8] = []
  /// What survives a power failure.
  package private(set) var durableBytes: [UInt8] = []
  package private(set) var asides: [[UInt8]] = []
  package var fault = StorageFault()
  /// The number of complete records written in the device's lifetime.
  package private(set) var recordCount = 0
  package private(set) var forcedCount = 0
  /// Writes only this much of the next frame, then the device is dead. A replacement or a move is
  /// atomic: it does not happen.
  package var tearsNextAfter: Int?
  package private(set) var isTorn = false

  package init() {}

  package func read() throws(StorageFailure) -> [UInt8] {
    try fault.checkReading()
    return bytes
  }

  package func append(_ frame: [UInt8], isForced: Bool) throws(StorageFailure) {
    try tear { count in bytes += frame.prefix(count) }
    try fault.checkWriting(adds: true)
    bytes += frame
    recordCount += 1
    if isForced {
      forcedCount += 1
      durableBytes = bytes
    }
  }

  package func replace(by frame: [UInt8]) throws(StorageFailure) {
    try tear { _ in }
    try fault.checkWriting(adds: true)
    bytes = frame
    durableBytes = frame
    recordCount += 1
    forcedCount += 1
  }

  package func setAside() throws(StorageFailure) {
    try tear { _ in }
    try fault.checkWriting(adds: false)
    asides.append(bytes)
    wipe()
  }

  /// The effect of a reinstallation.
  package func wipe() {
    bytes = []
    durableBytes = []
  }

  /// The effect of a power failure: whatever was not forced is lost.
  package func loseUnforced() { bytes = durableBytes }

  private func tear(_ write: (Int) -> Void) throws(StorageFailure) {
    guard let count = tearsNextAfter else { return }
    tearsNextAfter = nil
    isTorn = true
    write(count)
    throw .broken("torn")
  }

  func endTearing() {
    isTorn = false
    tearsNextAfter = nil
  }
}

/// Secure storage in memory; survives a reinstallation, as a keychain does.
package final class SimulatedSecrets: SecretStorage {
  package var values: [SecretName: Text] = [:]
  package var fault = StorageFault()
  package private(set) var writeCount = 0

  package init() {}

  package func names() throws(StorageFailure) -> [SecretName] {
    try fault.checkReading()
    return values.keys.sorted { $0.sortingKey.lexicographicallyPrecedes($1.sortingKey) }
  }

  package func read(_ name: SecretName) throws(StorageFailure) -> Text? {
    try fault.checkReading()
    return values[name]
  }

  /// No cryptography: a simulation needs only that equal secrets have equal marks.
  package func hash(_ secret: Text, as name: SecretName) throws(StorageFailure) -> Text {
    try fault.checkReading()
    let sum = (name.text + secret).reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return Text(String(sum, radix: 16).utf8)
  }

  package func write(_ changes: [SecretChange]) throws(StorageFailure) {
    try fault.checkWriting(adds: changes.contains { $0.value != nil })
    writeCount += 1
    for change in changes { values[change.name] = change.value }
  }
}

extension SecretName {
  /// A dictionary has no order, but a simulation needs one.
  fileprivate var sortingKey: Text {
    guard let seal else { return fact }
    return fact + [0] + seal.request + [0] + Decimal.text(Int64(seal.ticket))
  }
}

/// Preferences in memory.
package final class SimulatedPreferences: PreferenceStorage {
  package var values: [Text: Text] = [:]
  package var fault = StorageFault()

  package init() {}

  package func read(_ name: Text) throws(StorageFailure) -> Text? {
    try fault.checkReading()
    return values[name]
  }

  package func write(_ name: Text, _ value: Text?) throws(StorageFailure) {
    try fault.checkWriting(adds: value != nil)
    values[name] = value
  }
}
