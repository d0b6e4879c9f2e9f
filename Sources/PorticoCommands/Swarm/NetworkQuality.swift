/// The network of a swarm's devices: how often which fault happens to an exchange.
package enum NetworkQuality: String, CaseIterable, Sendable {
  /// Adds nothing to the network that is there.
  case good
  /// A phone on the move: 20 to 250 ms more, and 2 % of the exchanges fail.
  case mobile
  /// The edge of coverage: 50 ms to 3 s more, and 16 % of the exchanges fail.
  case bad

  package enum Fault: String, CaseIterable, Sendable {
    /// There is no connection: definitely not sent.
    case offline
    /// The request does not arrive; the app cannot tell.
    case requestLost
    /// The server does what was asked, and the app gets no response.
    case answerLost
    /// The connection breaks while the app waits; how far the server got is left to chance.
    case cut
  }

  /// What happens to one exchange.
  package struct Exchange: Equatable, Sendable {
    /// Milliseconds.
    package var delay: Int64 = 0
    package var fault: Fault?
  }

  private var delays: ClosedRange<Int64> {
    switch self {
    case .good: 0...0
    case .mobile: 20...250
    case .bad: 50...3000
    }
  }

  /// The probability of each fault.
  private var rates: [(fault: Fault, rate: Double)] {
    switch self {
    case .good: []
    case .mobile: Fault.allCases.map { ($0, 0.005) }
    case .bad: Fault.allCases.map { ($0, 0.04) }
    }
  }

  package func exchange(_ random: inout DeviceRandom) -> Exchange {
    var exchange = Exchange(delay: Int64.random(in: delays, using: &random))
    // One number decides, so that each exchange draws as many.
    var drawn = Double.random(in: 0..<1, using: &random)
    for (fault, rate) in rates where exchange.fault == nil {
      if drawn < rate { exchange.fault = fault }
      drawn -= rate
    }
    return exchange
  }
}
