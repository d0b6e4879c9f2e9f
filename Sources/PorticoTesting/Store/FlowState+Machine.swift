import FlowMachine
import FlowRuntime
import FlowSimulation
import Portico
import Statechart

extension FlowState {
  init(of machine: FlowMachine) {
    let flow = machine.flow
    screen = machine.screenState.map { ScreenName(rawValue: flow.stateName($0).string) }
    overlays = machine.shownOverlays.map {
      OverlayName(rawValue: flow.blob(flow.tables.overlays[Int($0)].name).string)
    }
    canGoBack = machine.canGoBack
    for (index, row) in flow.tables.facts.enumerated()
    where ![.configuration, .device, .computed].contains(row.place) && row.name != noID {
      let (fact, name) = (FactID(index), FactName(rawValue: flow.blob(row.name).string))
      guard machine.isPresent(fact) else { continue }
      if row.type == .secret {
        secrets.insert(name)
      } else if let value = flow.json(machine.value(of: fact), of: row) {
        facts[name] = value
      }
    }
    for (index, row) in flow.tables.requests.enumerated() {
      let status = machine.status(of: RequestID(index))
      guard status != RequestStatus.idle else { continue }
      requests[RequestName(rawValue: flow.blob(row.name).string)] = flow.status(
        status, of: RequestID(index))
    }
  }
}

extension Flow {
  /// The new value of a fact, as stated by a test.
  func change(_ name: String, _ value: JSONValue, _ place: FactPlace) -> FactChange? {
    guard let id = fact(named: Array(name.utf8)), tables.facts[Int(id)].place == place else {
      return nil
    }
    if value == .null { return FactChange(id, .absent) }
    return factValue(value.bytes, of: id).map { FactChange(id, $0) }
  }

  fileprivate func json(_ value: FactValue, of row: FactRow) -> JSONValue? {
    switch (value, row.type) {
    case (.number(let number), .flag): .flag(number != 0)
    case (.number(let place), .choice):
      .text(blob(tables.ids[Int(row.choices.start) + Int(place)]).string)
    case (.number(let number), _): .number(number)
    case (.text(let bytes), .list):
      .list(
        ListValue.decode(bytes, columns: Int(row.columns.count)).map { cells in
          .list(cells.map { .text($0.string) })
        })
    case (.text(let bytes), .json): JSONValue(bytes)
    case (.text(let bytes), _): .text(bytes.string)
    case (.absent, _): nil
    }
  }

  fileprivate func status(_ status: Int64, of request: RequestID) -> FlowState.Status {
    switch status {
    case RequestStatus.running: return .running
    case RequestStatus.succeeded: return .succeeded
    default:
      let place = UInt16(clamping: status - RequestStatus.failed)
      let own = ownClasses(of: request).first { FailureClass.own + $0.place == place }
      if let own { return .failed(blob(own.name).string) }
      return .failed("\(FailureClass.names[Int(place)])")
    }
  }
}
