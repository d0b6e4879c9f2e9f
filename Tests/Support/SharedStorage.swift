package import FlowMachine
package import FlowRuntime
import Foundation

/// Storage in memory that several threads can access.
package final class SharedStorage: JournalStorage, SecretStorage, PreferenceStorage,
  @unchecked Sendable
{
  // Unchecked: everything is read and written only under `lock`.
  private let lock = NSLock()
  private var journal: [UInt8] = []
  private var secrets: [SecretName: Text] = [:]
  private var preferences: [Text: Text] = [:]
  private var isLocked = false

  package init() {}

  package func lockUp() { lock.withLock { isLocked = true } }
  package func unlock() { lock.withLock { isLocked = false } }

  package func read() throws(StorageFailure) -> [UInt8] {
    let (bytes, isLocked) = lock.withLock { (journal, self.isLocked) }
    if isLocked { throw .locked }
    return bytes
  }

  package func append(_ frame: [UInt8], isForced: Bool) { lock.withLock { journal += frame } }
  package func replace(by frame: [UInt8]) { lock.withLock { journal = frame } }
  package func setAside() { lock.withLock { journal = [] } }
  package func names() -> [SecretName] { lock.withLock { Array(secrets.keys) } }
  package func read(_ name: SecretName) -> Text? { lock.withLock { secrets[name] } }

  /// Enough to tell secrets apart.
  package func hash(_ secret: Text, as name: SecretName) -> Text { name.text + secret.reversed() }

  package func write(_ changes: [SecretChange]) {
    lock.withLock { for change in changes { secrets[change.name] = change.value } }
  }

  package func read(_ name: Text) -> Text? { lock.withLock { preferences[name] } }
  package func write(_ name: Text, _ value: Text?) { lock.withLock { preferences[name] = value } }
}
