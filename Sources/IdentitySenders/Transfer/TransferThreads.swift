import Dispatch
import Foundation
import IdentityDelivery
import Synchronization

/// Threads for transfers, which block: on the cooperative pool they would stop the server.
///
/// A call takes at most `1 + places / threads` times what one transfer may take.
package final class TransferThreads: Sendable {
  private let shared: Shared

  /// - Parameters:
  ///   - count: how many transfers run at once, at least 1. The worker's own bound (16 a channel) is
  ///     the right number: then nobody waits.
  ///   - places: how many more may wait; the next one is refused.
  package init(count: Int = 16, places: Int = 64) {
    shared = Shared(places: max(0, places), threads: max(1, count))
    for _ in 0..<max(1, count) {
      let shared = shared
      let thread = Thread { shared.serve() }
      thread.stackSize = 1024 * 1024
      thread.start()
    }
  }

  /// What is in the line is still done; then the threads end. A process keeps its threads to its
  /// own end: what OpenSSL does at the end of a thread must not meet what it does at `exit`.
  deinit { shared.close() }

  /// - Throws: when the line is full.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value
  ) async throws(SendFailure) -> Value {
    let value: Value? = await withCheckedContinuation { continuation in
      let isIn = shared.enter {
        let value = work()
        return { continuation.resume(returning: value) }
      }
      if !isIn { continuation.resume(returning: nil) }
    }
    guard let value else { throw .retryable(.channel, .throttled, after: nil) }
    return value
  }

  /// What is to be done; it returns what wakes the caller up.
  private typealias Job = @Sendable () -> @Sendable () -> Void

  /// Must not keep the owner alive.
  private final class Shared: Sendable {
    struct State {
      var jobs: [Job] = []
      var idle: Int
      var isClosed = false
    }

    private let places: Int
    private let threads: Int
    private let state: Mutex<State>
    private let bell = DispatchSemaphore(value: 0)

    init(places: Int, threads: Int) {
      self.places = places
      self.threads = threads
      state = Mutex(State(idle: threads))
    }

    func enter(_ job: @escaping Job) -> Bool {
      let isIn = state.withLock { state in
        guard state.jobs.count < places + state.idle else { return false }
        state.jobs.append(job)
        return true
      }
      if isIn { bell.signal() }
      return isIn
    }

    func close() {
      state.withLock { $0.isClosed = true }
      for _ in 0..<threads { bell.signal() }
    }

    /// The life of one thread. The bell was rung once for each job and, at the end, for each thread.
    func serve() {
      while true {
        bell.wait()
        let job = state.withLock { state -> Job? in
          guard !state.jobs.isEmpty else { return nil }
          state.idle -= 1
          return state.jobs.removeFirst()
        }
        guard let job else { return }
        let wake = job()
        // Before the caller goes on, so that it finds its own place free.
        state.withLock { $0.idle += 1 }
        wake()
      }
    }
  }
}
