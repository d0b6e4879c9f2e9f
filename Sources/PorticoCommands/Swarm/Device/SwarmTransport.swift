package import FlowMachine
import FlowRuntime
package import IdentityClient
import Synchronization

/// The network of one device: real HTTP, over a connection of its own quality, and each exchange is counted.
package final class SwarmTransport: ClientTransport {
  /// What sends what gets through.
  package struct Wire: Sendable {
    package var client: any ClientTransport
    /// Performs the HTTP calls that a flow makes itself.
    package var http: @Sendable (OutgoingCall) async -> Answer

    package init(
      client: any ClientTransport, http: @escaping @Sendable (OutgoingCall) async -> Answer
    ) {
      self.client = client
      self.http = http
    }
  }

  /// What the device asked the server last.
  package struct LastExchange: Equatable, Sendable {
    package var request: String
    package var outcome: String
  }

  private let wire: Wire
  private let quality: NetworkQuality
  private let clock: SwarmClock
  private let tally: SwarmTally
  private let random: Mutex<DeviceRandom>
  private let last = Mutex<LastExchange?>(nil)

  package init(
    _ wire: Wire, _ plan: SwarmPlan, device: Int, clock: SwarmClock, tally: SwarmTally
  ) {
    self.wire = wire
    quality = plan.network
    self.clock = clock
    self.tally = tally
    random = Mutex(DeviceRandom(seed: plan.seed, device: device, .network))
  }

  package var lastExchange: LastExchange? { last.withLock { $0 } }

  package func send(_ request: ClientRequest) async -> ClientOutcome {
    let name = RequestName.of(request.method, request.url)
    return await exchange(name) { [wire] in await wire.client.send(request) }
  }

  package func perform(_ call: OutgoingCall) async -> Answer {
    let name = RequestName.of(
      String(decoding: call.name, as: UTF8.self), String(decoding: call.url, as: UTF8.self))
    return await exchange(name) { [wire] in await wire.http(call) }
  }

  private func exchange<Outcome: ExchangeOutcome>(
    _ name: String, _ send: @escaping @Sendable () async -> Outcome
  ) async -> Outcome {
    let exchange = random.withLock { quality.exchange(&$0) }
    note(name, "no response yet")
    if exchange.delay > 0 { await clock.sleep(exchange.delay) }
    if let fault = exchange.fault { tally.add(fault) }
    let outcome: Outcome
    switch exchange.fault {
    case nil: outcome = await counted(name, send)
    case .offline: outcome = .notSent
    case .requestLost: outcome = .lost
    case .answerLost:
      _ = await counted(name, send)
      outcome = .lost
    case .cut:
      let moment = random.withLock { Int64.random(in: 1...200, using: &$0) }
      let sending = Task { await counted(name, send) }
      await clock.sleep(moment)
      sending.cancel()
      _ = await sending.value
      outcome = .lost
    }
    note(name, outcome.words + (exchange.fault.map { " (injected: \($0.rawValue))" } ?? ""))
    return outcome
  }

  private func counted<Outcome: ExchangeOutcome>(
    _ name: String, _ send: @Sendable () async -> Outcome
  ) async -> Outcome {
    let start = clock.ticks()
    let outcome = await send()
    // What the device itself has cut off says nothing of the server.
    if !Task.isCancelled { tally.add(name, outcome.words, after: clock.ticks() - start) }
    return outcome
  }

  private func note(_ request: String, _ outcome: String) {
    last.withLock { $0 = LastExchange(request: request, outcome: outcome) }
  }
}

/// How an exchange can end.
private protocol ExchangeOutcome: Sendable {
  static var notSent: Self { get }
  static var lost: Self { get }
  /// The status, or what came instead.
  var words: String { get }
}

extension ClientOutcome: ExchangeOutcome {
  var words: String {
    switch self {
    case .received(let reply): "\(reply.status)"
    case .notSent: "not sent"
    case .lost: "lost"
    case .timedOut: "timed out"
    }
  }
}

extension Answer: ExchangeOutcome {
  var words: String {
    switch self {
    case .received(let status, _): "\(status)"
    case .notSent: "not sent"
    case .lost, .interrupted: "lost"
    case .timedOut: "timed out"
    }
  }
}

/// What requests are counted under: method and path, with ids as `{id}`.
package enum RequestName {
  package static func of(_ method: String, _ url: String) -> String {
    let parts = url.prefix { $0 != "?" && $0 != "#" }
      .split(separator: "/", omittingEmptySubsequences: false)
    return method + " " + parts.dropFirst(3).map { "/" + (isID($0) ? "{id}" : $0) }.joined()
  }

  /// No name of the API is so long and has a digit.
  private static func isID(_ part: Substring) -> Bool {
    part.count >= 8 && part.contains(where: \.isNumber)
  }
}
