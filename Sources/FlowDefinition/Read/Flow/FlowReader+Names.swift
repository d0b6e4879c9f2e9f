import FlowMachine

extension FlowReader {
  /// Which names may not be the same.
  enum NameSpace {
    /// States, screens and regions.
    case state
    /// Facts, configuration, requests, timers and signals.
    case value
  }

  mutating func report(
    _ code: DiagnosticCode, at position: Position, _ problem: String, _ remedy: String
  ) {
    diagnostics.report(code, at: position, problem, remedy)
  }

  mutating func declare(_ name: Name, in space: NameSpace) {
    if space == .value, GuardParser.words.contains(name.value) {
      report(
        .reservedName, at: name.position, "`\(name.value)` is a reserved word in guards and values",
        "Choose another name")
    }
    if space == .state, name.value == "here" {
      report(
        .reservedName, at: name.position, "`here` is reserved: `restore: here` uses it",
        "Rename the state")
    }
    if space == .state, "\(name.value)." == FrameWord.prefix {
      report(
        .reservedName, at: name.position,
        "`\(name.value)` is reserved: text keys that begin with it are for the words around the screens",
        "Rename the state")
    }
    if let first = declared[space]?[name.value] {
      // Whichever comes second in the document is the one to rename, in whatever order they are
      // read.
      let (earlier, later) = (min(first, name.position), max(first, name.position))
      report(
        .duplicateName, at: later,
        "\(quoted(name.value)) is already declared on line \(earlier.line)",
        "Rename one of the two")
    } else {
      declared[space, default: [:]][name.value] = name.position
    }
  }

  /// Refuses a name that stands twice in a list.
  mutating func requireDistinct(_ names: [Name]) {
    var seen: [String: Position] = [:]
    for name in names {
      if let first = seen[name.value] {
        report(
          .duplicateName, at: name.position,
          "\(quoted(name.value)) is already listed on line \(first.line)", "Remove one of the two")
      } else {
        seen[name.value] = name.position
      }
    }
  }

  mutating func requireAtMost(_ most: Int, _ things: String, _ pairs: [YAMLNode.Pair]) {
    guard pairs.count > most else { return }
    report(
      .tooMany, at: pairs[most].key.position, "The flow has more than \(most) \(things)",
      "Split it into sub-flows")
  }

  /// Refuses a list that is longer than anybody reads.
  mutating func requireFew(_ most: Int, _ things: String, _ names: [Name]) {
    guard names.count > most else { return }
    report(
      .tooMany, at: names[most].position, "There are more than \(most) \(things) here",
      "Remove some")
  }
}
