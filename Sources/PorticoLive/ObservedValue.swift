import Foundation

/// What the device reports again and again, for any number of listeners on any thread.
package final class ObservedValue<Value: Sendable>: @unchecked Sendable {
  // Unchecked: everything is read and written only under `lock`.
  private let lock = NSLock()
  private var latest: Value?
  private var listeners: [Int: @Sendable (Value) -> Void] = [:]
  private var lastListener = 0
  private var due = DueNews()

  /// - Parameter value: nil if nothing has been reported yet.
  package init(_ value: Value? = nil) { latest = value }

  /// What was reported last.
  package var value: Value? { lock.withLock { latest } }

  /// Reports it to all listeners.
  package func set(_ value: Value) {
    let mustTell = lock.withLock {
      latest = value
      return due.add(listeners.values.map { listener in { listener(value) } })
    }
    guard mustTell else { return }
    while let news = lock.withLock({ due.take() }) {
      for tell in news { tell() }
    }
  }

  /// What was reported last, if anything, then each report.
  package func values() -> AsyncStream<Value> { values { $0 } }

  /// The same in another form.
  package func values<Form: Sendable>(
    _ form: @escaping @Sendable (Value) -> Form
  ) -> AsyncStream<Form> {
    let (stream, continuation) = AsyncStream.makeStream(of: Form.self)
    let number = lock.withLock {
      lastListener += 1
      listeners[lastListener] = { continuation.yield(form($0)) }
      if let latest { continuation.yield(form(latest)) }
      return lastListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.lock.withLock { self?.listeners[number] = nil }
    }
    return stream
  }
}
