package import FlowMachine
package import FlowRuntime
package import IdentityClient
import Synchronization

/// Everything that one virtual device has stored, for one process of its app after the other. A process that was
/// killed stores nothing any more, whatever it still does.
package final class DeviceMemory: Sendable {
  fileprivate struct Contents {
    var process = 0
    var journal: [UInt8] = []
    var preferences: [Text: Text] = [:]
    var values: [String: [UInt8]] = [:]
  }

  private let contents = Mutex(Contents())

  package init() {}

  /// Ends the process that runs, if any, and begins another.
  package func begin() -> Process {
    contents.withLock {
      $0.process += 1
      return Process(memory: self, number: $0.process)
    }
  }

  /// Ends the process that runs.
  package func kill() { contents.withLock { $0.process += 1 } }

  /// What one process of the app sees of it.
  package struct Process: Sendable {
    fileprivate let memory: DeviceMemory
    fileprivate let number: Int

    fileprivate func read<Value: Sendable>(_ body: (Contents) -> Value) -> Value {
      memory.contents.withLock { body($0) }
    }

    /// - Returns: false if the process is gone.
    fileprivate func write(_ body: (inout Contents) -> Void) -> Bool {
      memory.contents.withLock { contents in
        guard contents.process == number else { return false }
        body(&contents)
        return true
      }
    }
  }
}

extension DeviceMemory.Process: JournalStorage {
  package func read() throws(StorageFailure) -> [UInt8] { read { $0.journal } }

  package func append(_ frame: [UInt8], isForced: Bool) throws(StorageFailure) {
    try keep { $0.journal += frame }
  }

  package func replace(by frame: [UInt8]) throws(StorageFailure) {
    try keep { $0.journal = frame }
  }

  /// Nobody would look at what was damaged, and nothing here is.
  package func setAside() throws(StorageFailure) { try keep { $0.journal = [] } }

  private func keep(_ body: (inout DeviceMemory.Contents) -> Void) throws(StorageFailure) {
    guard write(body) else { throw .ownedElsewhere }
  }
}

extension DeviceMemory.Process: PreferenceStorage {
  package func read(_ name: Text) throws(StorageFailure) -> Text? { read { $0.preferences[name] } }

  package func write(_ name: Text, _ value: Text?) throws(StorageFailure) {
    guard write({ $0.preferences[name] = value }) else { throw .ownedElsewhere }
  }
}

extension DeviceMemory.Process {
  /// Secure storage, which the client and the flow share.
  package var secure: Secure { Secure(process: self) }

  package struct Secure: SecureStore {
    fileprivate let process: DeviceMemory.Process

    package func names() -> [String] { process.read { $0.values.keys.sorted() } }
    package func read(_ name: String) -> [UInt8]? { process.read { $0.values[name] } }

    package func write(_ changes: [SecureChange]) throws(SecureStoreFailure) {
      let isKept = process.write { contents in
        for change in changes { contents.values[change.name] = change.value }
      }
      guard isKept else { throw .broken("the process is gone") }
    }

    /// Nothing here is ever damaged.
    package func setAside() {}

    /// Only one process lives, and in it only its client changes what it has read.
    package func exclusively<Value>(
      _ body: () throws(SecureStoreFailure) -> Value
    ) throws(SecureStoreFailure) -> Value { try body() }
  }
}
