import TestSupport
import Testing
import WorkThreads

@Suite("The queue before the threads", .timeLimit(.minutes(20)))
struct WorkQueueTests {
  /// The same rules, written as slowly and plainly as they can be.
  private struct Reference {
    var waiting: [Int] = []
    var running = 0
    var isClosed = false
  }

  @Test("SEC Passwords: any order of calls keeps the bounds, loses no job and serves the oldest")
  func anyOrder() throws {
    var random = SeededGenerator(announcing: "WorkQueueTests.anyOrder", seed: 41)
    for _ in 0..<300 {
      let threads = 1 + random.below(4)
      let places = random.below(5)
      var line = WorkQueue<Int>(threads: threads, places: places, cost: .milliseconds(10))
      var reference = Reference()
      var tickets: [Int: UInt64] = [:]
      for job in 0..<100 {
        switch random.below(10) {
        case 0...4:
          let isRoom = reference.waiting.count + reference.running < threads + places
          switch line.admit(job) {
          case .ticket(let ticket):
            #expect(isRoom && !reference.isClosed)
            #expect(!tickets.values.contains(ticket) && ticket > 0)
            tickets[job] = ticket
            reference.waiting.append(job)
          case .full(let wait):
            #expect(!isRoom && !reference.isClosed)
            #expect(wait > .zero)
          case .closed: #expect(reference.isClosed)
          }
        case 5, 6:
          guard reference.running < threads else { continue }
          let taken = line.take()
          #expect(taken == reference.waiting.first)
          if taken != nil {
            reference.waiting.removeFirst()
            reference.running += 1
          }
        case 7:
          guard reference.running > 0 else { continue }
          line.finish()
          reference.running -= 1
        case 8:
          let (wanted, ticket) =
            tickets.isEmpty
            ? (-1, 0)
            : random.pick(Array(tickets.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
          let withdrawn = line.withdraw(ticket)
          #expect(withdrawn == (reference.waiting.contains(wanted) ? wanted : nil))
          reference.waiting.removeAll { $0 == wanted }
        default:
          guard random.chance(5) else { continue }
          #expect(line.close() == reference.waiting)
          reference.waiting = []
          reference.isClosed = true
        }
        #expect(
          line.load == WorkLoad(waiting: reference.waiting.count, running: reference.running))
        #expect(line.isClosed == reference.isClosed)
      }
    }
  }

  @Test(
    "The wait of a refusal is one cost for each round that earlier jobs still need",
    arguments: [(1, 0, 10), (1, 3, 40), (2, 2, 20), (2, 3, 30), (4, 128, 330)])
  func estimate(threads: Int, places: Int, milliseconds: Int) {
    var line = WorkQueue<Int>(threads: threads, places: places, cost: .milliseconds(10))
    var before = line.wait
    #expect(before == .zero)
    for job in 0..<threads + places {
      _ = line.admit(job)
      #expect(line.wait >= before)
      before = line.wait
    }
    #expect(line.admit(-1) == .full(wait: .milliseconds(milliseconds)))
    // Whether a job runs or waits makes no difference to who comes after it.
    _ = line.take()
    #expect(line.admit(-1) == .full(wait: .milliseconds(milliseconds)))
  }

  @Test("A closed queue admits no job and returns its jobs once")
  func closing() {
    var line = WorkQueue<Int>(threads: 1, places: 5, cost: .milliseconds(1))
    for job in 0..<4 { _ = line.admit(job) }
    #expect(line.take() == 0)
    #expect(line.close() == [1, 2, 3])
    #expect(line.close() == [])
    #expect(line.admit(9) == .closed)
    #expect(line.take() == nil)
    #expect(line.load == WorkLoad(waiting: 0, running: 1))
  }
}
