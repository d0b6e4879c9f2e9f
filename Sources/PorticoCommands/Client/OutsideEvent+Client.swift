import ClientMachine
import FlowMachine
import FlowSimulation
import IdentityClient
import Portico

extension ClientEvent {
  /// The same for a simulated device, which knows no client.
  var outsideNews: [OutsideEvent] { news.map(\.outside) }
}

extension DeviceEvent {
  var outside: OutsideEvent {
    switch self {
    case .fact(let name, let value): .fact(name: Array(name.utf8), value: value.bytes)
    case .signal(let name, let value):
      .signal(name: Array(name.utf8), text: value.text.map { Array($0.utf8) })
    }
  }
}
