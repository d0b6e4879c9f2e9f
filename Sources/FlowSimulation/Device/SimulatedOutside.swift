package import FlowMachine
import FlowRuntime

/// The real things outside a simulated device: a server, and the client through which an app would
/// call it. The device's clock is the only one; it stops while a response is awaited.
package protocol SimulatedOutside: AnyObject {
  /// What the device has that not every device has; called before the first launch.
  ///
  /// - Parameter sheets: the providers for which it has a native sheet.
  func equip(sheets: [String])

  /// A process of the app begins; what the last one held in memory is lost.
  ///
  /// - Parameter now: milliseconds since 1970, as everywhere here.
  func launch(at now: Int64)

  /// Waits for the response to a call, on this thread.
  ///
  /// - Returns: the response, and how many milliseconds it is to take; nil if the outside cannot
  ///   handle the call, so that the flow's own simulated response applies.
  func answer(_ call: OutgoingCall, at now: Int64) -> (answer: Answer, delay: Int64)?

  /// What the app has been told unasked since the last call.
  func news(at now: Int64) -> [OutsideEvent]

  /// The code in the latest message of a channel; nil for none.
  func code(in channel: Text, at now: Int64) -> Text?

  /// The person acts on the provider's page that the app has opened last, and comes back to the app.
  func comeBack(_ trip: ProviderReturn, at now: Int64) -> ReturnOutcome
}

extension SimulatedOutside {
  package func equip(sheets: [String]) {}

  package func comeBack(_ trip: ProviderReturn, at now: Int64) -> ReturnOutcome { .simulated }
}

/// Something that an app's client reports to a flow. Anything that the flow does not declare is
/// ignored.
package enum OutsideEvent: Sendable {
  /// A fact of place `device`, as JSON.
  case fact(name: Text, value: Text)
  case signal(name: Text, text: Text? = nil)
}

extension SimulatedDevice {
  /// Attaches a real outside to the device; call it before the launch.
  package func attach(_ outside: any SimulatedOutside) {
    self.outside = outside
    network.responder = { [clock, unowned outside] call in outside.answer(call, at: clock.now) }
    network.inbox = { [clock, unowned outside] channel in
      outside.code(in: channel, at: clock.now)
    }
  }

  /// Takes pending news from the outside.
  ///
  /// - Returns: whether there was any.
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
  /// The flow's input for it; nil if it has no such fact or signal.
  package func input(_ news: OutsideEvent) -> Input? {
    switch news {
    case .fact(let name, let value): return told(name, json: value)
    case .signal(let name, let text):
      return signal(named: name).map { .signal($0, number: 0, text: text) }
    }
  }
}
