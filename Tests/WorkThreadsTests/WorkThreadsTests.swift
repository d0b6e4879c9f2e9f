import Foundation
import TestSupport
import Testing
import WorkThreads

@Suite("The threads for work that blocks", .timeLimit(.minutes(20)))
struct WorkThreadsTests {
  private struct Broken: Error {}

  private func threads(_ count: Int, places: Int) -> WorkThreads {
    WorkThreads(threads: count, places: places, cost: .milliseconds(10))
  }

  /// The tests share a pool of about as many threads as there are cores. Were one of these jobs on
  /// it, eight that hold their thread would leave nobody to open the gate.
  @Test("SEC Passwords: a full queue refuses at once, with a wait that follows from its length")
  func full() async throws {
    let gate = Gate()
    let threads = threads(8, places: 3)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<11 {
        group.addTask {
          try await threads.run {
            gate.pass()
            return number
          }
        }
      }
      await gate.arrived(8)
      await threads.reached(waiting: 3)
      await #expect {
        try await threads.run { Issue.record("a refused job ran") }
      } throws: {
        $0 as? WorkRefusal == .full(wait: .milliseconds(20))
      }
      gate.open(11)
      var done: Set<Int> = []
      for try await number in group { done.insert(number) }
      #expect(done == Set(0..<11))
    }
    #expect(threads.load == WorkLoad(waiting: 0, running: 0))
    #expect(try await threads.run { 6 } == 6, "there is room again")
  }

  @Test("Waiting tasks are served in the order of arrival")
  func order() async throws {
    let gate = Gate()
    let threads = threads(1, places: 10)
    let served = Noted<[Int]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await threads.run { gate.pass() } }
      await gate.arrived(1)
      for number in 1...10 {
        group.addTask { try await threads.run { served.withLock { $0.append(number) } } }
        await threads.reached(waiting: number)
      }
      gate.open(1)
      try await group.waitForAll()
    }
    #expect(served.withLock { $0 } == Array(1...10))
  }

  @Test("An error that the work throws reaches its caller, and the thread continues")
  func throwing() async throws {
    let threads = threads(1, places: 1)
    for _ in 0..<50 {
      await #expect(throws: Broken.self) { try await threads.run { throw Broken() } }
    }
    #expect(try await threads.run { "on" } == "on")
  }

  @Test("A cancelled task that still waits leaves the queue, and its place is free at once")
  func cancelledWaiting() async throws {
    let gate = Gate()
    let threads = threads(1, places: 1)
    async let first: Void = threads.run { gate.pass() }
    await gate.arrived(1)
    for _ in 0..<20 {
      let waiting = Task {
        try await threads.run { Issue.record("cancelled work ran") }
      }
      await threads.reached(waiting: 1)
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      #expect(threads.load == WorkLoad(waiting: 0, running: 1))
    }
    gate.open(1)
    try await first
  }

  @Test("A task that was cancelled before it came gets no place")
  func cancelledBefore() async throws {
    let threads = threads(1, places: 1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await threads.run { Issue.record("cancelled work ran") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(threads.load == WorkLoad(waiting: 0, running: 0))
  }

  @Test("Work that has begun is finished, also when its task is cancelled meanwhile")
  func cancelledRunning() async throws {
    let gate = Gate()
    let threads = threads(1, places: 1)
    let task = Task {
      try await threads.run {
        gate.pass()
        return 7
      }
    }
    await gate.arrived(1)
    task.cancel()
    gate.open(1)
    #expect(try await task.value == 7)
  }

  @Test("Shutting down refuses waiting and new work, and waits for running work")
  func shutdown() async throws {
    let gate = Gate()
    let threads = threads(2, places: 5)
    let running = (0..<2).map { number in
      Task {
        try await threads.run {
          gate.pass()
          return number
        }
      }
    }
    await gate.arrived(2)
    let waiting = (0..<5).map { _ in
      Task { try await threads.run { Issue.record("ran after the shutdown") } }
    }
    await threads.reached(waiting: 5)
    let isDown = Noted(false)
    let down = Task {
      await threads.shutdown()
      isDown.withLock { $0 = true }
    }
    for task in waiting {
      await #expect(throws: WorkRefusal.stopped) { try await task.value }
    }
    await #expect(throws: WorkRefusal.stopped) {
      try await threads.run { Issue.record("ran after the shutdown") }
    }
    #expect(!isDown.withLock { $0 }, "two jobs are still held")
    gate.open(2)
    for (number, task) in running.enumerated() { #expect(try await task.value == number) }
    await down.value
    await threads.shutdown()
    #expect(threads.load == WorkLoad(waiting: 0, running: 0))
  }

  @Test("A thread rests after its work, and before it waits for more")
  func rests() async throws {
    let (rests, continuation) = AsyncStream.makeStream(of: Int.self)
    let done = Noted(0)
    let threads = WorkThreads(
      threads: 1, places: 1, cost: .zero,
      rest: WorkThreads.Rest(after: .zero) { continuation.yield(done.withLock { $0 }) })
    var seen = rests.makeAsyncIterator()
    for count in 1...20 {
      try await threads.run { done.withLock { $0 += 1 } }
      // It may have rested once more between two jobs.
      while let rested = await seen.next(), rested < count {}
    }
    await threads.shutdown()
  }

  @Test("Threads end when their owner is gone")
  func forgotten() async throws {
    let ended = AsyncStream.makeStream(of: Void.self)
    do {
      let gate = Gate()
      let threads = threads(2, places: 2)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            try await threads.run {
              // Lives as long as its thread does.
              Thread.current.threadDictionary["end"] = OnRelease { ended.continuation.yield() }
              gate.pass()
            }
          }
        }
        await gate.arrived(2)
        gate.open(2)
        try await group.waitForAll()
      }
    }
    var ends = ended.stream.makeAsyncIterator()
    for _ in 0..<2 { #expect(await ends.next() != nil) }
  }

  @Test("Any mix of calls, cancellations and a shutdown: each call ends once, the bounds hold")
  func interleavings() async {
    var random = SeededGenerator(announcing: "WorkThreadsTests.interleavings", seed: 7)
    for _ in 0..<40 {
      let count = 1 + random.below(3)
      let threads = threads(count, places: random.below(6))
      let counts = Noted((running: 0, ran: 0))
      let calls = (0..<60).map { number in
        Task {
          try await threads.run {
            let running = counts.withLock { counts in
              counts.running += 1
              counts.ran += 1
              return counts.running
            }
            #expect(running <= count)
            counts.withLock { $0.running -= 1 }
            return number
          }
        }
      }
      for _ in 0..<20 {
        random.pick(calls).cancel()
        if random.chance(30) { await Task.yield() }
      }
      if random.chance(50) { await threads.shutdown() }
      var ends = (done: 0, refused: 0)
      for (number, call) in calls.enumerated() {
        switch await call.result {
        case .success(let value):
          #expect(value == number)
          ends.done += 1
        case .failure(let error):
          #expect(
            error is WorkRefusal || error is CancellationError)
          ends.refused += 1
        }
      }
      #expect(ends.done == counts.withLock { $0.ran })
      #expect(ends.done + ends.refused == 60)
      #expect(threads.load == WorkLoad(waiting: 0, running: 0))
    }
  }
}

/// Tells when nobody holds it any longer.
private final class OnRelease: Sendable {
  private let then: @Sendable () -> Void
  init(_ then: @escaping @Sendable () -> Void) { self.then = then }
  deinit { then() }
}
