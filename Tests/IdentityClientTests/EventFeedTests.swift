import Portico
import Testing

@testable import PorticoLive

@Suite("Whoever listens is told outside of the lock", .timeLimit(.minutes(20)))
struct EventFeedTests {
  @Test("A listener that asks for the value while it is told of it gets it")
  func asking() async {
    let value = ObservedValue<Int>()
    let stream = value.values { _ in value.value ?? 0 }
    value.set(1)
    var seen = stream.makeAsyncIterator()
    #expect(await seen.next() == 1)
  }

  @Test("A flow that is ended while it is told something holds nobody up")
  func ending() async {
    let feed = EventFeed()
    for _ in 0..<300 {
      let stream = feed.stream(for: feed.newFlow(), beside: AsyncStream { $0.finish() })
      let follower = Task { for await _ in stream {} }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for _ in 0..<20 { feed.add([.fact("network", .flag(true))]) } }
        group.addTask { follower.cancel() }
      }
      await follower.value
    }
  }

  @Test("What is told meanwhile comes after what is being told, and is told by the same one")
  func order() {
    var due = DueNews()
    let counts: [Int?] = [
      due.add([]) ? 1 : 0, due.add([{}, {}]) ? 1 : 0, due.take()?.count,
      due.add([{}]) ? 1 : 0, due.take()?.count, due.take()?.count, due.add([{}]) ? 1 : 0,
    ]
    #expect(counts == [0, 1, 2, 0, 1, nil, 1])
  }
}
