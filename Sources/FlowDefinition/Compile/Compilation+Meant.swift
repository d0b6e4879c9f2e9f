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
    switch name.value.lowercased() {
    case "yes", "on", "true":
      return reportMeant(name, "There is no fact \(quoted(name.value))", "Write `true`")
    case "no", "off", "false":
      return reportMeant(name, "There is no fact \(quoted(name.value))", "Write `false`")
    case "null", "nil", "none", "undefined":
      return reportMeant(
        name, "There is no fact \(quoted(name.value))", "Write `is absent` or `is present`")
    default: break
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

  private func reportMeant(_ name: Name, _ problem: String, _ remedy: String) -> Bool {
    report(.unknownName, at: name.position, problem, remedy)
    return true
  }
}
