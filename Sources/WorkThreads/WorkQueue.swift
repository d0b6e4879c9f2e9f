/// Who works and who waits, without threads: what `WorkThreads` does under its lock.
///
/// `threads` jobs run at once, `places` more wait in the order of arrival, and the next is refused.
/// No job is in it twice and none is forgotten: a job leaves by being taken, by being withdrawn, or
/// with all others when the queue is closed.
package struct WorkQueue<Job> {
  package let threads: Int
  package let places: Int
  /// The expected duration of one job.
  package let cost: Duration
  private var waiting: [(ticket: UInt64, job: Job)] = []
  private var lastTicket: UInt64 = 0
  package private(set) var running = 0
  package private(set) var isClosed = false

  package enum Admission: Hashable, Sendable {
    /// The ticket with which the job can be withdrawn.
    case ticket(UInt64)
    case full(wait: Duration)
    case closed
  }

  package init(threads: Int, places: Int, cost: Duration) {
    self.threads = threads
    self.places = places
    self.cost = cost
  }

  package var load: WorkLoad { WorkLoad(waiting: waiting.count, running: running) }

  package mutating func admit(_ job: Job) -> Admission {
    if isClosed { return .closed }
    guard waiting.count + running < threads + places else { return .full(wait: wait) }
    lastTicket += 1
    waiting.append((lastTicket, job))
    return .ticket(lastTicket)
  }

  /// Until all jobs now in the queue are done: each round completes one job per thread.
  package var wait: Duration {
    let jobs = waiting.count + running
    return cost * ((jobs + threads - 1) / threads)
  }

  /// The oldest job, for an idle thread.
  package mutating func take() -> Job? {
    guard !waiting.isEmpty else { return nil }
    running += 1
    return waiting.removeFirst().job
  }

  /// A thread has finished the job that it took.
  package mutating func finish() { running -= 1 }

  /// - Returns: the job, if it was still waiting.
  package mutating func withdraw(_ ticket: UInt64) -> Job? {
    guard let place = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return waiting.remove(at: place).job
  }

  /// - Returns: all waiting jobs, oldest first.
  package mutating func close() -> [Job] {
    isClosed = true
    defer { waiting = [] }
    return waiting.map(\.job)
  }
}

/// How busy threads are.
package struct WorkLoad: Hashable, Sendable {
  package let waiting: Int
  package let running: Int

  package init(waiting: Int, running: Int) {
    self.waiting = waiting
    self.running = running
  }
}

extension WorkQueue: Sendable where Job: Sendable {}
