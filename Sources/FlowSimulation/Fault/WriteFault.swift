import FlowMachine
import FlowRuntime

/// Fails one write of a device, or all from one on, in whichever part of storage.
package final class WriteFault {
  package enum Kind: String, CaseIterable, Sendable {
    /// One write fails.
    case once
    /// So does every later write.
    case onwards
    /// From that write on nothing new can be stored; stored values can be erased.
    case full
  }

  package let kind: Kind
  /// The first write that fails, from 1.
  package let place: Int
  /// The number of attempted writes.
  package private(set) var count = 0
  private var isMended = false

  package init(_ kind: Kind, at place: Int) {
    self.kind = kind
    self.place = place
  }

  func mend() { isMended = true }

  func stand(before host: inout FlowHost) {
    host.journal = FaultedJournal(fault: self, journal: host.journal)
    host.secrets = FaultedSecrets(fault: self, secrets: host.secrets)
    host.preferences = FaultedPreferences(fault: self, preferences: host.preferences)
  }

  fileprivate func check(adds: Bool) throws(StorageFailure) {
    count += 1
    guard !isMended else { return }
    switch kind {
    case .once: if count == place { throw .broken("simulated") }
    case .onwards: if count >= place { throw .broken("simulated") }
    case .full: if count >= place, adds { throw .full }
    }
  }
}

private struct FaultedJournal: JournalStorage {
  let fault: WriteFault
  let journal: any JournalStorage

  func read() throws(StorageFailure) -> [UInt8] { try journal.read() }

  func append(_ frame: [UInt8], isForced: Bool) throws(StorageFailure) {
    try fault.check(adds: true)
    try journal.append(frame, isForced: isForced)
  }

  func replace(by frame: [UInt8]) throws(StorageFailure) {
    try fault.check(adds: true)
    try journal.replace(by: frame)
  }

  func setAside() throws(StorageFailure) {
    try fault.check(adds: false)
    try journal.setAside()
  }
}

private struct FaultedSecrets: SecretStorage {
  let fault: WriteFault
  let secrets: any SecretStorage

  func names() throws(StorageFailure) -> [SecretName] { try secrets.names() }
  func read(_ name: SecretName) throws(StorageFailure) -> Text? { try secrets.read(name) }
  func hash(_ secret: Text, as name: SecretName) throws(StorageFailure) -> Text {
    try secrets.hash(secret, as: name)
  }

  func write(_ changes: [SecretChange]) throws(StorageFailure) {
    try fault.check(adds: changes.contains { $0.value != nil })
    try secrets.write(changes)
  }
}

private struct FaultedPreferences: PreferenceStorage {
  let fault: WriteFault
  let preferences: any PreferenceStorage

  func read(_ name: Text) throws(StorageFailure) -> Text? { try preferences.read(name) }

  func write(_ name: Text, _ value: Text?) throws(StorageFailure) {
    try fault.check(adds: value != nil)
    try preferences.write(name, value)
  }
}
