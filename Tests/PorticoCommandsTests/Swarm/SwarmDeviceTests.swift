import FlowMachine
import FlowRuntime
import IdentityClient
import PorticoCommands
import Synchronization
import Testing

@Suite("A device of a swarm")
struct SwarmDeviceTests {
  @Test(
    "A process that was killed stores nothing any more, and the next one finds what it had stored")
  func storage() throws {
    let memory = DeviceMemory()
    let first = memory.begin()
    try first.append([1, 2], isForced: true)
    try first.write("k".bytes, "v".bytes)
    try first.secure.write([SecureChange("session", [7])])
    memory.kill()
    #expect(throws: StorageFailure.ownedElsewhere) { try first.append([3], isForced: false) }
    #expect(throws: StorageFailure.ownedElsewhere) { try first.write("k".bytes, nil) }
    #expect(throws: SecureStoreFailure.self) {
      try first.secure.write([SecureChange("session", nil)])
    }
    let second = memory.begin()
    #expect(try second.read() == [1, 2])
    #expect(try second.read("k".bytes) == "v".bytes)
    #expect(second.secure.read("session") == [7])
  }

  /// Answers at once.
  private final class Wire: ClientTransport {
    let sent = Mutex(0)

    func send(_ request: ClientRequest) async -> ClientOutcome {
      sent.withLock { $0 += 1 }
      return .received(ClientReply(status: 200, contentType: nil, nonce: nil, body: []))
    }
  }

  @Test("What the network loses is lost where it says, and only what the server heard counts")
  func network() async {
    let (wire, tally) = (Wire(), SwarmTally())
    var plan = SwarmPlan()
    plan.network = .bad
    // Time stands, and whoever waits for it goes on at once.
    let clock = SwarmClock(runtime: RuntimeClock(now: { 0 }, sleep: { _ in }), ticks: { 0 })
    let transport = SwarmTransport(
      SwarmTransport.Wire(client: wire) { _ in .lost }, plan, device: 1, clock: clock, tally: tally)
    var (answered, lost, notSent) = (0, 0, 0)
    for _ in 0..<500 {
      let request = ClientRequest(
        method: "GET", url: "http://127.0.0.1:1/v1/user", headers: [], body: [], timeout: 1000)
      switch await transport.send(request) {
      case .received: answered += 1
      case .lost: lost += 1
      case .notSent: notSent += 1
      case .timedOut: Issue.record("nothing takes time here")
      }
    }
    let faults = tally.counts.faults
    #expect(notSent == faults[.offline] && notSent > 0)
    let lostThere = [.requestLost, .answerLost, .cut].compactMap { faults[$0] }
    #expect(lost == lostThere.reduce(0, +) && lostThere.count == 3)
    #expect(answered + lost + notSent == 500)
    // The request of a cut one may have got through.
    let heard = answered + (faults[.answerLost] ?? 0)
    #expect((heard...heard + (faults[.cut] ?? 0)).contains(wire.sent.withLock { $0 }))
    #expect(tally.counts.requests["GET /v1/user"]?.statuses["200"] ?? 0 >= heard)
  }
}

extension String {
  fileprivate var bytes: Text { Array(utf8) }
}
