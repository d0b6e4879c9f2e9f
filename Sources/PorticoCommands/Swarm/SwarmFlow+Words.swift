import FlowMachine
import Statechart

// What a report says of a flow.

extension SwarmFlow {
  func elementName(_ element: ElementID) -> String {
    String(decoding: flow.blob(flow.tables.elements[Int(element)].id), as: UTF8.self)
  }

  func words(for input: Input) -> String {
    switch input {
    case .tap(let element): "tap \(elementName(element))"
    case .set(let element, let value):
      "\(value.name) \(value.option.map { "\($0) in " } ?? "")\(elementName(element))"
    case .back: "back"
    default: "dismiss"
    }
  }

  /// Why the last session ended, as the client has told the flow.
  func signOutCause(_ machine: FlowMachine) -> String? {
    guard let fact = flow.fact(named: Array("signOutCause".utf8)),
      case .number(let place) = machine.value(of: fact)
    else { return nil }
    let ids = Array(flow.tables.ids[flow.tables.facts[Int(fact)].choices.indices])
    guard ids.indices.contains(Int(place)) else { return nil }
    return String(decoding: flow.blob(ids[Int(place)]), as: UTF8.self)
  }
}
