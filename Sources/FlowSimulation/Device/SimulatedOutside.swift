package import FlowMachine
import FlowRuntime

/// What is really there outside of a simulated device: a server, and the client with which an app
/// would speak to it. The device's clock is the only one; it stands while an answer is waited for.
package protocol SimulatedOutside: AnyObject {
  /// A process of the app begins; what the last one held in memory is gone.
  ///
  /// - Parameter now: milliseconds since 1970, as everywhere here.
  func launch(at now: Int64)

  /// Waits for the answer to a call, on this thread.
  ///
  /// - Returns: the answer, and how many milliseconds it shall have taken; nil for what is not to be
  ///   had there: the flow's own simulated answer counts.
  func answer(_ call: OutgoingCall, at now: Int64) -> (answer: Answer, delay: Int64)?

  /// What the app is told without asking, since this was asked last.
  func news(at now: Int64) -> [OutsideNews]

  /// The code in the newest message of a channel; nil for none.
  func code(in channel: Text, at now: Int64) -> Text?

  /// The person acts on the provider's page that the app has opened last, and comes back to the app.
  func comeBack(_ trip: ProviderReturn, at now: Int64) -> ReturnOutcome
}

extension SimulatedOutside {
  package func comeBack(_ trip: ProviderReturn, at now: Int64) -> ReturnOutcome { .simulated }
}

/// Something that an app's client tells a flow. What the flow does not have is left alone.
package enum OutsideNews: Sendable {
  /// A fact of place `device`, as JSON.
  case fact(name: Text, value: Text)
  case signal(name: Text, text: Text? = nil)
}

extension SimulatedDevice {
  /// Puts something real outside of the device, before it is launched.
  package func attach(_ outside: any SimulatedOutside) {
    self.outside = outside
    network.responder = { [clock, unowned outside] call in outside.answer(call, at: clock.now) }
    network.inbox = { [clock, unowned outside] channel in
      outside.code(in: channel, at: clock.now)
    }
  }

  /// Takes in what the outside has to tell.
  ///
  /// - Returns: whether there was something.
  func hear() -> Bool {
    let news = outside?.news(at: now) ?? []
    for item in news {
      guard let input = flow.input(item) else { continue }
      if case .told(let fact, let value) = input { note(fact, value) }
      inform(input)
    }
    return !news.isEmpty
  }
}

extension SimulatedDevice {
  /// The person comes back from a provider's page that is really there.
  func comeBack(_ trip: ProviderReturn) -> ReturnOutcome {
    let outcome = outside?.comeBack(trip, at: now) ?? .simulated
    if outcome == .done { run { _ in StepReport() } }
    return outcome
  }
}

extension Flow {
  /// What the flow makes of it; nil where it has no such fact or signal.
  package func input(_ news: OutsideNews) -> Input? {
    switch news {
    case .fact(let name, let value): return told(name, json: value)
    case .signal(let name, let text):
      return signal(named: name).map { .signal($0, number: 0, text: text) }
    }
  }
}
