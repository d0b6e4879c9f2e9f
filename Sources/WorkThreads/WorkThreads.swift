// WorkThreads: threads for work that blocks, such as a slow hash or a transfer over libcurl.
//
// Owns: a bounded number of threads, the bounded line before them, cancellation and the end of both.
// Must not: know what the work is, or leave a thread alive after `shutdown` has returned.
import Dispatch
import Glibc
import Synchronization

/// Threads of their own: on the cooperative pool one piece of slow work would stop every request of
/// the server.
package final class WorkThreads: Sendable {
  private let shared: Shared
  /// To be waited for; Foundation's threads cannot be.
  private let threads: Mutex<[pthread_t]>

  /// What each thread does, on itself, when it has had no work for a while: giving back what it keeps.
  package struct Rest: Sendable {
    let after: Duration
    let perform: @Sendable () -> Void

    /// - Parameter after: 0 or more.
    package init(after: Duration, perform: @escaping @Sendable () -> Void) {
      self.after = after
      self.perform = perform
    }
  }

  /// - Parameters:
  ///   - threads: at least 1; each runs one job at a time.
  ///   - places: how many jobs may wait beside those that run, 0 or more.
  ///   - cost: what one job is expected to take, for the estimate of a refusal.
  ///   - stack: bytes of stack for each thread.
  ///   - rest: once, before the thread waits for as long as it takes.
  package init(
    threads: Int, places: Int, cost: Duration, stack: Int = 512 * 1024, rest: Rest? = nil
  ) {
    let count = max(1, threads)
    shared = Shared(WorkLine(threads: count, places: max(0, places), cost: cost), rest)
    var made: [pthread_t] = []
    for _ in 1...count {
      if let thread = shared.start(stack: stack) { made.append(thread) }
    }
    let missing = count - made.count
    shared.state.withLock { $0.alive -= missing }
    self.threads = Mutex(made)
  }

  deinit {
    shared.close()
    for thread in threads.withLock({ $0 }) { pthread_detach(thread) }
  }

  package var load: WorkLoad { shared.state.withLock { $0.line.load } }

  /// Runs `work` on one of the threads. A task that is cancelled while its work still waits leaves
  /// the queue; work that has begun is finished.
  /// - Throws: `WorkRefusal`, `CancellationError`, or what `work` throws.
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
    // Their work is over; what libraries clean up at the end of a thread must be as well, before
    // the process ends.
    let ended = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in ended { pthread_join(thread, nil) }
  }
}

/// Why work was not begun.
package enum WorkRefusal: Error, Hashable, Sendable {
  /// No place in the line. `wait` is what those in it still need, by the expected cost.
  case full(wait: Duration)
  /// The threads are going down, or are gone.
  case stopped
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
    var line: WorkLine<Job>
    var alive: Int
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  let state: Mutex<State>
  /// Counted up once for each job that enters, and once for each thread when the line closes. A job
  /// that was withdrawn leaves its count behind: a thread then wakes up and finds nothing.
  private let bell = DispatchSemaphore(value: 0)

  private let rest: WorkThreads.Rest?

  init(_ line: WorkLine<Job>, _ rest: WorkThreads.Rest?) {
    state = Mutex(State(line: line, alive: line.threads))
    self.rest = rest
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
      case .full(let wait): return WorkRefusal.full(wait: wait)
      case .closed: return WorkRefusal.stopped
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
    for job in jobs { job.refuse(WorkRefusal.stopped) }
    for _ in 0..<threads { bell.signal() }
  }

  /// - Returns: nil when the system gives no thread.
  func start(stack: Int) -> pthread_t? {
    var thread: pthread_t = 0
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    pthread_attr_setstacksize(attributes, stack)
    let context = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, attributes,
      { context in
        context.map { Unmanaged<Shared>.fromOpaque($0).takeRetainedValue().serve() }
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      return nil
    }
    return thread
  }

  /// Returns when there may be a job, or the line was closed.
  private func waitForBell() {
    if let rest {
      let patience = DispatchTimeInterval.nanoseconds(Int(rest.after / .nanoseconds(1)))
      if bell.wait(timeout: .now() + patience) == .success { return }
      rest.perform()
    }
    bell.wait()
  }

  /// The life of one thread.
  func serve() {
    while true {
      waitForBell()
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
