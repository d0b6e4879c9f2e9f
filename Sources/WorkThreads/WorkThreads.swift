// WorkThreads: threads for blocking work, such as a slow hash or a transfer over libcurl.
//
// Owns: a bounded number of threads, the bounded queue before them, cancellation and the end of
// both. Must not: know what the work is, or leave a thread running after `shutdown` has returned.
import Dispatch
import Glibc
import Synchronization

/// Dedicated threads: on the cooperative pool one piece of slow work would stop every request of
/// the server.
package final class WorkThreads: Sendable {
  private let shared: Shared
  /// POSIX threads can be joined, Foundation's cannot.
  private let threads: Mutex<[pthread_t]>

  /// What each thread does, on itself, after being idle for a while: release what it keeps.
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
  ///   - places: how many jobs may wait in addition to those that run, 0 or more.
  ///   - cost: the expected duration of one job, for the estimate in a refusal.
  ///   - stack: bytes of stack for each thread.
  ///   - rest: performed once before a thread waits indefinitely.
  package init(
    threads: Int, places: Int, cost: Duration, stack: Int = 512 * 1024, rest: Rest? = nil
  ) {
    let count = max(1, threads)
    shared = Shared(WorkQueue(threads: count, places: max(0, places), cost: cost), rest)
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

  /// Runs `work` on one of the threads. A task that is cancelled while its work is still waiting
  /// leaves the queue; work that has begun is finished.
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

  /// Refuses waiting and new jobs, and returns when running jobs are done and the threads have
  /// ended.
  package func shutdown() async {
    shared.close()
    await withCheckedContinuation { continuation in
      let isOver = shared.state.withLock { state in
        if state.alive > 0 { state.watchers.append(continuation) }
        return state.alive == 0
      }
      if isOver { continuation.resume() }
    }
    // Their work is over, but libraries must also finish their cleanup at the end of each thread
    // before the process ends.
    let ended = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in ended { pthread_join(thread, nil) }
  }
}

/// Why work was not begun.
package enum WorkRefusal: Error, Hashable, Sendable {
  /// The queue is full. `wait` is how long the jobs in it still need, by the expected cost.
  case full(wait: Duration)
  /// The threads are ending or have ended.
  case stopped
}

/// One job and its continuation: exactly one of the two is called, once.
private struct Job: Sendable {
  /// - Returns: what wakes the caller up.
  let perform: @Sendable () -> @Sendable () -> Void
  let refuse: @Sendable (any Error) -> Void
}

/// The place of a call's job in the queue, for its cancellation.
private final class Place: Sendable {
  /// 0 before it has a ticket.
  let ticket = Mutex<UInt64>(0)
}

/// What the threads share with their owner; they must not keep the owner alive.
private final class Shared: Sendable {
  struct State {
    var line: WorkQueue<Job>
    var alive: Int
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  let state: Mutex<State>
  /// Signalled once for each job that enters, and once for each thread when the queue closes. A
  /// withdrawn job leaves its signal behind: a thread then wakes up and finds nothing.
  private let bell = DispatchSemaphore(value: 0)

  private let rest: WorkThreads.Rest?

  init(_ line: WorkQueue<Job>, _ rest: WorkThreads.Rest?) {
    state = Mutex(State(line: line, alive: line.threads))
    self.rest = rest
  }

  func enter(_ job: Job, at place: Place) {
    let refusal: (any Error)? = state.withLock { state in
      // Cancelled before it had a ticket: then `withdraw` has already run, or runs after this lock
      // is released. The task's flag is set before it, so no cancellation is missed.
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

  /// - Returns: nil if the system cannot create a thread.
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

  /// Returns when there may be a job, or the queue was closed.
  private func waitForBell() {
    if let rest {
      let patience = DispatchTimeInterval.nanoseconds(Int(rest.after / .nanoseconds(1)))
      if bell.wait(timeout: .now() + patience) == .success { return }
      rest.perform()
    }
    bell.wait()
  }

  /// The main loop of one thread.
  func serve() {
    while true {
      waitForBell()
      let (job, isOver) = state.withLock { state in
        let job = state.line.take()
        return (job, job == nil && state.line.isClosed)
      }
      if let job {
        let wake = job.perform()
        // Before the caller continues, so that it sees its own place free.
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
