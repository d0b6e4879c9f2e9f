import Portico
import Testing

/// What becomes of links, as values.
@Suite("The links of one turn")
struct LinkTurnTests {
  private func ended(_ deliveries: [(String, Int)]) -> [DeliveredLink] {
    var turn = LinkTurn()
    for (address, flow) in deliveries { _ = turn.deliver(address, to: flow) }
    return turn.end()
  }

  @Test("A link that is delivered to two views is one link, and the topmost flow comes first")
  func once() {
    let links = ended([("a", 1), ("a", 3), ("a", 1), ("a", 2)])
    #expect(links.map(\.address) == ["a"])
    #expect(links.first?.flows == [3, 2, 1])
  }

  @Test("Two links of one turn stay two, in the order in which they came")
  func two() {
    let links = ended([("b", 1), ("a", 1), ("b", 2), ("a", 2)])
    #expect(links.map(\.address) == ["b", "a"])
    #expect(links.map(\.flows) == [[2, 1], [2, 1]])
  }

  @Test("The same address in a later turn is another link")
  func again() {
    var turn = LinkTurn()
    for _ in 0..<2 {
      let firsts = [1, 2].map { turn.deliver("a", to: $0) }
      #expect(firsts == [true, false])
      let links = turn.end()
      #expect(links.map(\.address) == ["a"])
    }
    let rest = turn.end()
    #expect(rest == [])
  }

  @Test("Only the first delivery of a turn has to end it, also after a flood")
  func flood() {
    var turn = LinkTurn()
    let firsts = (0..<10_000).filter { turn.deliver("\($0)", to: 1) }
    let links = turn.end()
    #expect(firsts == [0])
    #expect(links.count == 64)
  }

  @Test("The topmost flow that can take a link takes it, and no other")
  func taker() throws {
    let link = try #require(ended([("a", 1), ("a", 2), ("a", 3)]).first)
    let cases: [([DeliveredLink.Taking], Int?)] = [
      ([.takes, .takes, .takes], 3),
      ([.takes, .takes, .never], 2),
      ([.takes, .takes, .cannotRun], 2),
      ([.takes, .cannotRun, .never], 1),
      // It is launched later, or says why it is not.
      ([.cannotRun, .cannotRun, .never], 2),
      ([.never, .never, .never], nil),
    ]
    for (taking, place) in cases { #expect(link.taker { taking[$0 - 1] } == place, "\(taking)") }
  }
}

/// FED-4: who is told that the user has come back.
@Suite("The flow that is told of a return from a provider")
struct ReturnReceiversTests {
  private let good = DeviceEvent.signal("federationReturned", .text("ok"))
  private let foreign = DeviceEvent.signal("federationReturned", .text("federation_state_mismatch"))

  /// Who is told of some events, one after the other.
  private func told(
    _ events: [DeviceEvent], among running: [Int] = [1, 2, 3],
    after changes: (inout ReturnReceivers) -> Void = { $0.sentAway(by: 2) }
  ) -> [[Int]] {
    var returns = ReturnReceivers()
    changes(&returns)
    return events.map { returns.receivers(of: $0, among: running) }
  }

  @Test("It is the one that has sent the user away, once, and the last one if there are two")
  func sender() {
    #expect(told([good, good]) == [[2], [1, 2, 3]])
    let last = told([good]) { returns in
      returns.sentAway(by: 2)
      returns.sentAway(by: 1)
    }
    #expect(last == [[1]])
  }

  @Test("FED-5: a return that belongs to another sign-in leaves this one waiting")
  func mismatch() {
    #expect(told([foreign, foreign, good]) == [[2], [2], [2]])
  }

  @Test("CMP-7: in a fresh process, or once that flow has ended, all are told")
  func unknown() {
    #expect(told([good]) { _ in } == [[1, 2, 3]])
    #expect(told([good], among: [1, 3]) == [[1, 3]])
    let ended = told([good]) { returns in
      returns.sentAway(by: 2)
      returns.left(2)
    }
    #expect(ended == [[1, 2, 3]])
    let other = told([good]) { returns in
      returns.sentAway(by: 2)
      returns.left(1)
    }
    #expect(other == [[2]])
  }

  @Test("Everything else is told to all, and changes nothing")
  func others() {
    let events: [DeviceEvent] = [
      .signal("sessionExpired"), .fact("network", .flag(true)),
      .fact("federationReturned", .text("ok")), good,
    ]
    #expect(told(events) == [[1, 2, 3], [1, 2, 3], [1, 2, 3], [2]])
  }
}
