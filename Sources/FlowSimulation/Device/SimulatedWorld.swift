package import FlowMachine
package import FlowRuntime

/// What a simulated app does that can be seen outside: it records, and passes calls on to the
/// network.
package final class SimulatedWorld: FlowOutlet {
  package let network: SimulatedNetwork
  /// In the order in which they were started.
  package private(set) var services: [Text] = []
  package private(set) var toasts: [Text] = []
  package private(set) var opened: [Text] = []
  package private(set) var told: [(name: Text, body: Text)] = []

  init(_ network: SimulatedNetwork) { self.network = network }

  package func perform(_ call: OutgoingCall) { network.send(call) }
  package func cancel(_ send: SendID) { network.giveUp(send) }

  package func startService(_ name: Text) {
    if !services.contains(name) { services.append(name) }
  }

  package func stopService(_ name: Text) { services.removeAll { $0 == name } }
  package func toast(_ text: Text) { toasts.append(text) }
  package func open(_ url: Text) { opened.append(url) }
  package func tell(_ name: Text, _ body: Text) { told.append((name, body)) }

  /// The process is gone, and with it its services.
  func forgetProcess() {
    services = []
    network.forgetProcess()
  }
}
