import Dispatch
import Synchronization
import WorkThreads

/// Holds work on its own threads until a test lets it go. The test itself never blocks.
final class Gate: Sendable {
  private let entered: AsyncStream<Void>
  private let arrivals: AsyncStream<Void>.Continuation
  private let latch = DispatchSemaphore(value: 0)

  init() { (entered, arrivals) = AsyncStream.makeStream(of: Void.self) }

  /// For the work: reports itself and waits.
  func pass() {
    arrivals.yield()
    latch.wait()
  }

  func open(_ count: Int) {
    for _ in 0..<count { latch.signal() }
  }

  /// Returns when that many more have come to the gate.
  func arrived(_ count: Int) async {
    var arrivals = entered.makeAsyncIterator()
    for _ in 0..<count { _ = await arrivals.next() }
  }
}

extension WorkThreads {
  /// Returns when as many wait; by the state, not by the clock.
  func reached(waiting count: Int) async {
    while load.waiting != count { await Task.yield() }
  }
}

/// A value that closures of several threads write to.
final class Noted<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in
      var copy = value
      defer { value = copy }
      return body(&copy)
    }
  }
}
