import FlowMachine
import Statechart

// Names to numbers, with a diagnostic where there is none.

extension Compilation {
  func fact(_ name: Name, _ scope: Scope, of types: [FactType] = []) -> FactID? {
    guard let id = scope.facts[name.value] else {
      if reportValue(name, scope) { return nil }
      reportUnknown("fact", name, known: Array(scope.facts.keys), in: "`facts`")
      return nil
    }
    let type = builder.tables.facts[Int(id)].type
    guard types.isEmpty || types.contains(type) else {
      report(
        .wrongType, at: name.position,
        "\(quoted(name.value)) is of type `\(type)`, but must be of type \(quoted(oneOf: types.map { "\($0)" })) here",
        "Use a fact of that type")
      return nil
    }
    return id
  }

  /// A fact that the flow itself may change.
  func ownFact(_ name: Name, _ scope: Scope, of types: [FactType] = []) -> FactID? {
    guard let id = fact(name, scope, of: types) else { return nil }
    switch builder.tables.facts[Int(id)].place {
    case .memory, .preferences, .secure: return id
    case .device:
      report(
        .notSettable, at: name.position,
        "\(quoted(name.value)) comes from the host, so the flow cannot change it",
        "Declare a fact with `place: memory` or `place: preferences` instead")
    case .computed:
      report(
        .notSettable, at: name.position,
        "\(quoted(name.value)) is computed from other facts, so nothing else can change it",
        "Change those, or remove its `value`")
    case .configuration:
      report(
        .notSettable, at: name.position,
        "\(quoted(name.value)) is a configuration value, which is constant during a run",
        "Declare a fact with `place: memory` or `place: preferences` instead")
    }
    return nil
  }

  func request(_ name: Name, _ scope: Scope) -> RequestID? {
    lookUp(name, in: scope.requests, "request", "`requests`")
  }

  func overlay(_ name: Name, _ scope: Scope) -> OverlayID? {
    if scope.overlays[name.value] == nil, reportState(name, scope) { return nil }
    return lookUp(name, in: scope.overlays, "overlay", "`overlays`")
  }

  func timer(_ name: Name, _ scope: Scope) -> TimerID? {
    lookUp(name, in: scope.timers, "timer", "`timers`")
  }

  private func lookUp(
    _ name: Name, in ids: [String: UInt16], _ what: String, _ place: String
  ) -> UInt16? {
    if let id = ids[name.value] { return id }
    reportUnknown(what, name, known: Array(ids.keys), in: place)
    return nil
  }

  func service(_ name: Name, _ scope: Scope) -> UInt16? {
    let known = scope.document.services.map(\.value)
    guard known.contains(name.value),
      let index = builder.tables.services.firstIndex(of: builder.blob(name.value))
    else {
      reportUnknown("service", name, known: known, in: "`services`")
      return nil
    }
    return UInt16(clamping: index)
  }

  /// A state of the document, or by its whole name one of a sub-flow.
  func state(_ name: Name, _ scope: Scope) -> PlannedState? {
    if let id = scope.states[name.value] { return states[Int(id)] }
    if let dot = name.value.firstIndex(of: "."),
      let outer = scope.states[String(name.value[..<dot])], let inner = states[Int(outer)].inner
    {
      let rest = name.value[name.value.index(after: dot)...]
      let offset = name.value.count - rest.count
      return state(Name(String(rest), at: name.position(ofOffset: offset)), inner)
    }
    if let removal = scope.document.extends?.removals.first(where: {
      name.value == $0.state.value || name.value.hasPrefix($0.state.value + ".")
    }) {
      report(
        .misplacedKey, at: removal.state.position,
        "\(quoted(removal.state.value)) cannot be left out: line \(name.position.line) of \(quoted(name.position.file)) refers to it",
        "Keep it")
      return nil
    }
    if reportOverlay(name, scope) { return nil }
    reportUnknown("state", name, known: Array(scope.states.keys), in: "`screens` or `states`")
    return nil
  }

  /// A target that a transition of `source` can lead to.
  func target(_ name: Name, from source: PlannedState, _ scope: Scope) -> PlannedState? {
    guard let target = state(name, scope) else { return nil }
    guard target.part == source.part || target.isInside(source) else {
      report(
        .crossRegion, at: name.position,
        "\(quoted(name.value)) is in a different region from this transition",
        "Coordinate regions through facts, statuses or `raise`")
      return nil
    }
    return target
  }

  /// The event that a key of `on` names, or that `raise` gives.
  func event(_ name: Name, _ scope: Scope) -> EventID? {
    let text = name.value
    func rest(after start: String) -> Name? {
      text.after(start).map { Name($0, at: name.position(ofOffset: start.count)) }
    }
    if text == "back" {
      builder.tables.backEvent = builder.event("back")
      return builder.tables.backEvent
    }
    if text == "dismiss", scope.uses.hasModalScreens || scope.uses.ownEvents[text] != nil {
      builder.tables.dismissEvent = builder.event("dismiss")
      return builder.tables.dismissEvent
    }
    if let name = rest(after: "done.") { return doneEvent(of: name, scope) }
    if let name = rest(after: "dismissed.") {
      return overlay(name, scope).map { builder.tables.overlays[Int($0)].dismissedEvent }
    }
    if let name = rest(after: "changed.") { return changedEvent(of: name, scope) }
    if scope.uses.signals.contains(text) { return signalEvents[text] }
    guard scope.uses.ownEvents[text] != nil || scope.uses.raised[text] != nil else {
      reportUnknownEvent(name, scope)
      return nil
    }
    return builder.event(scope.prefix + text)
  }

  private func doneEvent(of name: Name, _ scope: Scope) -> EventID? {
    guard let state = state(name, scope) else { return nil }
    let ends = state.kind == .parallel ? state.children.flatMap(\.children) : state.children
    guard ends.contains(where: { $0.kind == .final }) else {
      report(
        .unknownName, at: name.position,
        "\(quoted(name.value)) has no final child state, so it is never done",
        "Write `final: true` in one of its children, or use another state")
      return nil
    }
    return builder.event("done." + state.name)
  }

  private func changedEvent(of name: Name, _ scope: Scope) -> EventID? {
    guard let fact = fact(name, scope) else { return nil }
    let event = builder.tables.facts[Int(fact)].changedEvent
    guard event == noID else { return event }
    report(
      .wrongType, at: name.position, "\(quoted(name.value)) does not come from the host",
      "Use a guard in `always`; `changed` works only with facts in `place: device`")
    return nil
  }

  private func reportUnknownEvent(_ name: Name, _ scope: Scope) {
    if scope.uses.otherElements.contains(name.value) {
      report(
        .unknownName, at: name.position, "\(quoted(name.value)) is neither a button nor a link",
        "Input changes a fact; test that fact in `always`")
    } else if name.value == "dismiss" {
      report(
        .unknownName, at: name.position, "Only `modal` screens can be dismissed",
        "Write `modal: true`, or `dismissed.OVERLAY` for an overlay")
    } else if let dot = name.value.lastIndex(of: "."),
      scope.requests[String(name.value[..<dot])] != nil
        || scope.timers[String(name.value[..<dot])] != nil
    {
      let isRequest = scope.requests[String(name.value[..<dot])] != nil
      report(
        .unknownName, at: name.position,
        "\(quoted(name.value)) is a status of a \(isRequest ? "request" : "timer"), and no event",
        "Write a transition under `always`, with `when: \(name.value)`")
    } else {
      let own = Array(scope.uses.ownEvents.keys) + Array(scope.uses.raised.keys)
      reportUnknown(
        "event", name, known: own + Array(signalEvents.keys) + ["back"],
        in: "`signals`, or give a button or link this id")
    }
  }

  /// Says that a name is not known, and which one may have been meant.
  func reportUnknown(
    _ what: String, _ name: Name, known: @autoclosure () -> [String], in place: String
  ) {
    let guess = nearest(to: name.value, among: known())
    let remedy =
      guess.map { "Write `\($0)`, or declare \(quoted(name.value)) in \(place)" }
      ?? "Declare it in \(place)"
    report(
      .unknownName, at: name.position, "There is no \(what) \(quoted(name.value))", remedy)
  }
}

extension Compilation {
  /// What was most likely meant. It costs time by the length of all words: a hostile document gets
  /// only so much of it.
  func nearest(to word: String, among known: @autoclosure () -> [String]) -> String? {
    guard suggestionBudget > 0, !diagnostics.isPlenty else { return nil }
    let known = known()
    suggestionBudget -= word.utf8.count * known.reduce(0) { $0 + $1.utf8.count }
    return Suggestion.nearest(to: word, among: known.sorted())
  }
}

extension String {
  /// What follows a beginning, or nil where it begins otherwise.
  func after(_ beginning: String) -> String? {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
  }
}
