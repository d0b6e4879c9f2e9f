import FlowMachine
import Statechart

// Names to numbers, with a diagnostic where there is none.

extension Compilation {
  func fact(_ name: Name, _ scope: Scope, of types: [FactType] = []) -> FactID? {
    guard let id = scope.facts[name.value] else {
      reportUnknown("fact", name, known: Array(scope.facts.keys), in: "`facts`")
      return nil
    }
    let type = builder.tables.facts[Int(id)].type
    guard types.isEmpty || types.contains(type) else {
      let wanted = types.map { "\($0)" }.joined(separator: " or ")
      report(
        .wrongType, at: name.position,
        "\(quoted(name.value)) is of type `\(type)`; here a \(wanted) is needed",
        "Name a fact of that type")
      return nil
    }
    return id
  }

  /// A fact that the flow itself may change.
  func ownFact(_ name: Name, _ scope: Scope, of types: [FactType] = []) -> FactID? {
    guard let id = fact(name, scope, of: types) else { return nil }
    let place = builder.tables.facts[Int(id)].place
    guard place != .device, place != .configuration else {
      report(
        .notSettable, at: name.position,
        "\(quoted(name.value)) is told by the host and cannot be set by the flow",
        "Declare a fact of place `memory` or `preferences` for it")
      return nil
    }
    return id
  }

  func request(_ name: Name, _ scope: Scope) -> RequestID? {
    guard let id = scope.requests[name.value] else {
      reportUnknown("request", name, known: Array(scope.requests.keys), in: "`requests`")
      return nil
    }
    return id
  }

  func overlay(_ name: Name, _ scope: Scope) -> OverlayID? {
    guard let id = scope.overlays[name.value] else {
      reportUnknown("overlay", name, known: Array(scope.overlays.keys), in: "`overlays`")
      return nil
    }
    return id
  }

  func timer(_ name: Name, _ scope: Scope) -> TimerID? {
    guard let id = scope.timers[name.value] else {
      reportUnknown("timer", name, known: Array(scope.timers.keys), in: "`timers`")
      return nil
    }
    return id
  }

  func service(_ name: Name) -> UInt16? {
    let names = builder.tables.services
    guard let index = names.firstIndex(of: builder.blob(name.value)) else {
      let known = names.map { String(decoding: builder.tables.blobs[Int($0)], as: UTF8.self) }
      reportUnknown("service", name, known: known, in: "`services`")
      return nil
    }
    return UInt16(index)
  }

  func state(_ name: Name, _ scope: Scope) -> PlannedState? {
    guard let id = scope.states[name.value] else {
      reportUnknown("state", name, known: Array(scope.states.keys), in: "`screens` or `states`")
      return nil
    }
    return states[Int(id)]
  }

  /// A target that a transition of `source` can lead to.
  func target(_ name: Name, from source: PlannedState, _ scope: Scope) -> PlannedState? {
    guard let target = state(name, scope) else { return nil }
    guard target.part == source.part else {
      report(
        .crossRegion, at: name.position,
        "\(quoted(name.value)) lies in another region than \(quoted(source.name))",
        "Let the regions speak through facts, statuses or `raise`")
      return nil
    }
    return target
  }

  /// The event that a key of `on` names.
  func event(_ name: Name, _ scope: Scope) -> EventID? {
    let text = name.value
    if text == "back" {
      let event = builder.event("back")
      builder.tables.backEvent = event
      return event
    }
    if let rest = text.after("done.") {
      guard let state = state(Name(rest, at: name.position), scope) else { return nil }
      return builder.event("done." + state.name)
    }
    if let rest = text.after("dismissed.") {
      guard overlay(Name(rest, at: name.position), scope) != nil else { return nil }
      return builder.event("dismissed." + scope.prefix + rest)
    }
    if let rest = text.after("changed.") {
      guard let fact = fact(Name(rest, at: name.position), scope) else { return nil }
      let event = builder.tables.facts[Int(fact)].changedEvent
      guard event != noID else {
        report(
          .wrongType, at: name.position, "\(quoted(rest)) is not told by the host",
          "Use a guard in `always`; `changed` is for facts of place `device`")
        return nil
      }
      return event
    }
    if let signal = builder.tables.signals.first(where: { $0.name == builder.blob(text) }) {
      return signal.event
    }
    guard scope.ownEvents.contains(text) else {
      let known = Array(scope.ownEvents) + scope.document.signals.map(\.name.value) + ["back"]
      reportUnknown(
        "event", name, known: known, in: "`signals`, or give a button or link this id")
      return nil
    }
    return builder.event(scope.prefix + text)
  }
}

extension String {
  /// What follows a beginning, or nil where it begins otherwise.
  func after(_ beginning: String) -> String? {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
  }
}
