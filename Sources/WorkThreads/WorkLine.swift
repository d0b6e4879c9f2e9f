/// Who works and who waits, without threads: what `WorkThreads` does under its lock.
///
/// `threads` jobs run at once, `places` more wait in the order in which they came, the next is
/// refused. Nobody is in it twice and nobody is forgotten: a job leaves by being taken, by being
/// withdrawn, or with everybody else when the line is closed.
package struct WorkLine<Job> {
  package let threads: Int
  package let places: Int
  /// What one job is expected to take.
  package let cost: Duration
  private var waiting: [(ticket: UInt64, job: Job)] = []
  private var lastTicket: UInt64 = 0
  package private(set) var running = 0
  package private(set) var isClosed = false

  package enum Admission: Hashable, Sendable {
    /// The name under which the job can be withdrawn.
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

  /// Until all who are in the line now are served: each round serves one job a thread.
  package var wait: Duration {
    let jobs = waiting.count + running
    return cost * ((jobs + threads - 1) / threads)
  }

  /// The oldest job, for a thread that has none.
  package mutating func take() -> Job? {
    guard !waiting.isEmpty else { return nil }
    running += 1
    return waiting.removeFirst().job
  }

  /// A thread is done with the job that it took.
  package mutating func finish() { running -= 1 }

  /// - Returns: the job, if it still waited.
  package mutating func withdraw(_ ticket: UInt64) -> Job? {
    guard let place = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return waiting.remove(at: place).job
  }

  /// - Returns: all who waited, the oldest first.
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

extension WorkLine: Sendable where Job: Sendable {}
