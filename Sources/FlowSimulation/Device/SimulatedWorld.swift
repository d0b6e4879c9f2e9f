package import FlowMachine
import FlowRuntime

/// The visible actions of a simulated app: it records them, and passes calls on to the network.
package final class SimulatedWorld: FlowOutlet {
  package let network: SimulatedNetwork
  /// In the order in which they were started.
  package private(set) var services: [Text] = []
  package private(set) var toasts: [Text] = []
  package private(set) var opened: [Text] = []
  package private(set) var told: [(name: Text, body: Text)] = []

  init(_ network: SimulatedNetwork) { self.network = network }

  package func perform(_ action: OutsideAction) {
    switch action {
    case .perform(let call): network.send(call)
    case .cancel(let send): network.giveUp(send)
    case .startService(let name): if !services.contains(name) { services.append(name) }
    case .stopService(let name): services.removeAll { $0 == name }
    case .toast(let text): toasts.append(text)
    case .open(let url): opened.append(url)
    case .tell(let name, let body): told.append((name, body))
    }
  }

  /// The process is gone, and its services with it.
  func forgetProcess() {
    services = []
    network.forgetProcess()
  }
}
