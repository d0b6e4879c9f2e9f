import FlowMachine

// What an author may have meant by a name that is not known where it stands: something of another kind,
// or a word of another language.

extension Compilation {
  /// Reports a name that is no state, if it is an overlay's.
  func reportOverlay(_ name: Name, _ scope: Scope) -> Bool {
    guard scope.overlays[name.value] != nil else { return false }
    return reportMeant(
      name, "\(quoted(name.value)) is an overlay, and no state",
      "Write `do: [{show: \(name.value)}]` in a transition, and `shown(\(name.value))` in a guard")
  }

  /// Reports a name that is no overlay, if it is a state's.
  func reportState(_ name: Name, _ scope: Scope) -> Bool {
    guard scope.states[name.value] != nil else { return false }
    return reportMeant(
      name, "\(quoted(name.value)) is a state, and no overlay",
      "Write `to: \(name.value)` in a transition, and `in(\(name.value))` in a guard")
  }

  /// Reports a name that is no fact, if it is how other languages write a value, or plays a failure.
  func reportValue(_ name: Name, _ scope: Scope) -> Bool {
    if reportFlag(name) || reportSubflowFact(name, scope) { return true }
    if Self.wordsForNothing.contains(name.value.lowercased()) {
      return reportMeant(
        name, "There is no fact \(quoted(name.value))", "Write `is absent` or `is present`")
    }
    let parts = name.value.split(separator: ".").map(String.init)
    if parts.count == 2, ["status", "state", "result"].contains(parts[1]),
      scope.requests[parts[0]] != nil
    {
      let statuses = ["running", "succeeded", "failed"].map { "\(parts[0]).\($0)" }
      return reportMeant(
        name, "There is no fact \(quoted(name.value))", "Write \(quoted(oneOf: statuses))")
    }
    guard parts.count == 3, parts[1] == "failed", scope.requests[parts[0]] != nil else {
      return false
    }
    return reportMeant(
      name, "There is no fact \(quoted(name.value))", "Write `\(parts[0]).failed(\(parts[2]))`")
  }

  private static let wordsForNothing = ["null", "nil", "none", "undefined"]

  /// Reports a name that is no fact, if it is how other languages write a flag.
  func reportFlag(_ name: Name) -> Bool {
    switch name.value.lowercased() {
    case "yes", "on", "true":
      reportMeant(name, "There is no fact \(quoted(name.value))", "Write `true`")
    case "no", "off", "false":
      reportMeant(name, "There is no fact \(quoted(name.value))", "Write `false`")
    default: false
    }
  }

  /// Reports what is set to nothing: facts are cleared.
  func reportNothing(_ name: Name, for target: Name) -> Bool {
    let words = Self.wordsForNothing + ["absent", "empty"]
    guard words.contains(name.value.lowercased()) else { return false }
    return reportMeant(
      name, "There is no fact \(quoted(name.value))",
      "Write `clear: [\(target.value)]` in place of `set`, which makes it absent")
  }

  /// Reports a fact of a sub-flow, which nothing outside reads but an outcome that copies it.
  ///
  /// - Parameter subflow: the state whose outcome it stands in.
  func reportSubflowFact(_ name: Name, _ scope: Scope, after subflow: PlannedState? = nil) -> Bool {
    guard let dot = name.value.lastIndex(of: ".") else { return false }
    let (state, fact) = (
      String(name.value[..<dot]), String(name.value[name.value.index(after: dot)...])
    )
    if let subflow, let inner = subflow.inner, inner.facts[fact] != nil,
      let own = subflow.declaration?.name.value, own != state
    {
      return reportMeant(
        name, "There is no fact \(quoted(name.value))", "Write `\(own).\(fact)`")
    }
    guard let id = scope.states[state], states[Int(id)].inner?.facts[fact] != nil else {
      return false
    }
    return reportMeant(
      name, "\(quoted(name.value)) is a fact of the sub-flow in \(quoted(state))",
      "Only an outcome of \(quoted(state)) may read it, as a whole: `set` another fact to it there, and use that one"
    )
  }

  /// Reports a comparison with a status: a request or a timer is no value.
  func reportStatus(
    _ name: Name, _ comparison: GuardExpression.Comparison, _ operand: GuardExpression.Operand,
    _ scope: Scope
  ) -> Bool {
    let isRequest = scope.requests[name.value] != nil
    guard isRequest || scope.timers[name.value] != nil, scope.facts[name.value] == nil else {
      return false
    }
    var written = ""
    switch operand {
    case .name(let word): written = word.text
    case .literal(.text(let text)): written = text
    case .literal: break
    }
    let classes = isRequest ? FlowReader.failureClasses + (scope.classes[name.value] ?? []) : []
    var status = isRequest ? "succeeded" : "elapsed"
    let statuses =
      isRequest
      ? ["idle", "running", "succeeded", "failed", "settled"] : ["idle", "running", "elapsed"]
    if statuses.contains(written) { status = written }
    if classes.contains(written) { status = "failed(\(written))" }
    report(
      .wrongType, at: name.position,
      "\(quoted(name.value)) is a \(isRequest ? "request" : "timer"), which has a status and no value",
      "Write `\(comparison == .notEqual ? "not " : "")\(name.value).\(status)`")
    return true
  }

  private func reportMeant(_ name: Name, _ problem: String, _ remedy: String) -> Bool {
    report(.unknownName, at: name.position, problem, remedy)
    return true
  }
}
