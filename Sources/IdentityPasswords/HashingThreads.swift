import Dispatch
import Foundation
import IdentityDomain
import Synchronization

/// Threads of their own for work that blocks: a slow hash on the cooperative pool would stop every
/// request of the server.
package final class HashingThreads: Sendable {
  private let shared: Shared

  /// - Parameters:
  ///   - threads: at least 1; each runs one job at a time.
  ///   - places: how many jobs may wait beside those that run, 0 or more.
  ///   - cost: what one job is expected to take, for the estimate of a refusal.
  package init(threads: Int, places: Int, cost: Duration) {
    let count = max(1, threads)
    shared = Shared(HashingLine(threads: count, places: max(0, places), cost: cost))
    for _ in 1...count {
      let shared = shared
      let thread = Thread { shared.serve() }
      // Argon2 keeps its memory on the heap.
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }

  deinit { shared.close() }

  package var load: HashingLoad { shared.state.withLock { $0.line.load } }

  /// Runs `work` on one of the threads. A task that is cancelled while its work still waits leaves
  /// the queue; work that has begun is finished.
  /// - Throws: `PasswordHashingBusy`, `Argon2Failure.stopped`, `CancellationError`, or what `work`
  ///   throws.
  package func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let place = Place()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        shared.enter(
          Job(
            perform: {
              let result = Result { try work() }
              return { continuation.resume(with: result) }
            },
            refuse: { continuation.resume(throwing: $0) }),
          at: place)
      }
    } onCancel: {
      shared.withdraw(place)
    }
  }

  /// Refuses what waits and what comes, and returns when the work that had begun is done and the
  /// threads have ended.
  package func shutdown() async {
    shared.close()
    await withCheckedContinuation { continuation in
      let isOver = shared.state.withLock { state in
        if state.alive > 0 { state.watchers.append(continuation) }
        return state.alive == 0
      }
      if isOver { continuation.resume() }
    }
  }
}

/// One job and its one continuation: exactly one of the two is called, once.
private struct Job: Sendable {
  /// - Returns: what wakes the caller up.
  let perform: @Sendable () -> @Sendable () -> Void
  let refuse: @Sendable (any Error) -> Void
}

/// Where a call's job is in the line, for its cancellation.
private final class Place: Sendable {
  /// 0 before it has a ticket.
  let ticket = Mutex<UInt64>(0)
}

/// What the threads share with the object that owns them; they must not keep that one alive.
private final class Shared: Sendable {
  struct State {
    var line: HashingLine<Job>
    var alive: Int
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  let state: Mutex<State>
  /// Counted up once for each job that enters, and once for each thread when the line closes. A job
  /// that was withdrawn leaves its count behind: a thread then wakes up and finds nothing.
  private let bell = DispatchSemaphore(value: 0)

  init(_ line: HashingLine<Job>) {
    state = Mutex(State(line: line, alive: line.threads))
  }

  func enter(_ job: Job, at place: Place) {
    let refusal: (any Error)? = state.withLock { state in
      // Cancelled before it had a ticket: then `withdraw` has come and gone, or it comes after this
      // lock. The flag of the task is set before it, so nobody slips through.
      if Task.isCancelled { return CancellationError() }
      switch state.line.admit(job) {
      case .ticket(let ticket):
        place.ticket.withLock { $0 = ticket }
        return nil
      case .full(let wait): return PasswordHashingBusy(wait: wait)
      case .closed: return Argon2Failure.stopped
      }
    }
    if let refusal { job.refuse(refusal) } else { bell.signal() }
  }

  func withdraw(_ place: Place) {
    let job = state.withLock { state in
      state.line.withdraw(place.ticket.withLock { $0 })
    }
    job?.refuse(CancellationError())
  }

  func close() {
    let (jobs, threads) = state.withLock { state in
      let isFirst = !state.line.isClosed
      return (state.line.close(), isFirst ? state.line.threads : 0)
    }
    for job in jobs { job.refuse(Argon2Failure.stopped) }
    for _ in 0..<threads { bell.signal() }
  }

  /// The life of one thread.
  func serve() {
    while true {
      bell.wait()
      let (job, isOver) = state.withLock { state in
        let job = state.line.take()
        return (job, job == nil && state.line.isClosed)
      }
      if let job {
        let wake = job.perform()
        // Before the caller goes on, so that it sees its own place free.
        state.withLock { $0.line.finish() }
        wake()
      } else if isOver {
        break
      }
    }
    let watchers = state.withLock { state in
      state.alive -= 1
      guard state.alive == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.watchers = [] }
      return state.watchers
    }
    for watcher in watchers { watcher.resume() }
  }
}
