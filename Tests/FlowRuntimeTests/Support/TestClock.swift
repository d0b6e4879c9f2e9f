import FlowMachine
import FlowRuntime
import Foundation

/// A clock that a test moves by hand.
final class TestClock: @unchecked Sendable {
  // Unchecked: everything is read and written under `lock` only.
  private let lock = NSLock()
  private var time: Int64
  private var sleepers: [UInt64: (until: Int64, CheckedContinuation<Void, Never>)] = [:]
  private var count: UInt64 = 0

  init(_ time: Int64) { self.time = time }

  var clock: RuntimeClock {
    RuntimeClock(now: { self.lock.withLock { self.time } }) { await self.sleep(until: $0) }
  }

  func advance(by milliseconds: Int64) {
    let due = lock.withLock {
      time += milliseconds
      let due = sleepers.filter { $0.value.until <= time }
      for key in due.keys { sleepers[key] = nil }
      return due.values.map { $0.1 }
    }
    for sleeper in due { sleeper.resume() }
  }

  private func sleep(until time: Int64) async {
    let key = lock.withLock {
      count += 1
      return count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = lock.withLock {
          if self.time >= time || Task.isCancelled { return true }
          sleepers[key] = (time, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      lock.withLock { sleepers.removeValue(forKey: key) }?.1.resume()
    }
  }
}

/// Storage in memory that several threads may see.
final class SharedStorage: JournalStorage, SecretStorage, PreferenceStorage, @unchecked Sendable {
  // Unchecked: everything is read and written under `lock` only.
  private let lock = NSLock()
  private var journal: [UInt8] = []
  private var secrets: [SecretName: Text] = [:]
  private var preferences: [Text: Text] = [:]
  private var isLocked = false

  func lockUp() { lock.withLock { isLocked = true } }

  func read() throws(StorageFailure) -> [UInt8] {
    let (bytes, isLocked) = lock.withLock { (journal, self.isLocked) }
    if isLocked { throw .locked }
    return bytes
  }

  func append(_ frame: [UInt8], isForced: Bool) { lock.withLock { journal += frame } }
  func replace(by frame: [UInt8]) { lock.withLock { journal = frame } }
  func setAside() { lock.withLock { journal = [] } }
  func names() -> [SecretName] { lock.withLock { Array(secrets.keys) } }
  func read(_ name: SecretName) -> Text? { lock.withLock { secrets[name] } }

  func write(_ changes: [SecretChange]) {
    lock.withLock { for change in changes { secrets[change.name] = change.value } }
  }

  func read(_ name: Text) -> Text? { lock.withLock { preferences[name] } }
  func write(_ name: Text, _ value: Text?) { lock.withLock { preferences[name] = value } }
}

/// A list that several threads may append to.
final class SharedList<Element: Sendable>: @unchecked Sendable {
  // Unchecked: `elements` is read and written under `lock` only.
  private let lock = NSLock()
  private var elements: [Element] = []

  func append(_ element: Element) { lock.withLock { elements.append(element) } }
  var all: [Element] { lock.withLock { elements } }
}
