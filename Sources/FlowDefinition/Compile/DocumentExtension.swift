/// Puts what an extension declares into the document that it extends.
///
/// What leads to a place of the base leads to the state that stands before it, and what leads to a
/// state that is left out leads to the one that takes its place. Transitions of the extension itself,
/// and those inside the place, lead where they say.
struct DocumentExtension {
  private(set) var result: FlowDocument
  private(set) var diagnostics = Diagnostics()
  private let own: FlowDocument
  private let declaration: ExtensionDeclaration
  private let base: FlowDocument

  init(of base: FlowDocument, by own: FlowDocument, _ declaration: ExtensionDeclaration) {
    self.base = base
    self.own = own
    self.declaration = declaration
    result = base
  }

  mutating func run() {
    result.name = own.name
    result.version = own.version
    result.summary = own.summary ?? base.summary
    result.supports = own.supports
    setLanguages()
    requireNew(Self.values(of: own), beside: Self.values(of: base), "value")
    result.configuration += own.configuration
    result.facts += own.facts
    result.signals += own.signals
    result.requests += own.requests
    result.timers += own.timers
    requireNew(own.overlays.map(\.name), beside: base.overlays.map(\.name), "overlay")
    result.overlays += own.overlays
    requireNew(own.properties.map(\.name), beside: base.properties.map(\.name), "property")
    result.properties += own.properties
    requireNew(own.services, beside: base.services, "service")
    result.services += own.services
    result.goals += own.goals.filter { goal in !base.goals.contains { $0.value == goal.value } }
    result.origins += own.origins
    result.contracts += own.contracts
    result.migration.add(own.migration)
    addTexts()
    addStates()
  }

  // MARK: Texts

  private mutating func setLanguages() {
    requireNew(own.languages, beside: base.languages, "language")
    let known = base.languages.map(\.value)
    for removed in declaration.removedLanguages where !known.contains(removed.value) {
      let guess = known.first { $0.lowercased() == removed.value.lowercased() }
      diagnostics.report(
        .unknownName, at: removed.position,
        "The base has no texts in \(quoted(removed.value))",
        guess.map { "Write `\($0)`" }
          ?? "Remove it: the base has \(quoted(oneOf: known, before: "and"))"
      )
    }
    result.languages = base.languages.filter { !isRemoved($0.value) } + own.languages
    result.texts = base.texts.filter { !isRemoved($0.language.value) }
    if result.languages.isEmpty, let last = declaration.removedLanguages.last {
      diagnostics.report(
        .misplacedKey, at: last.position, "No language is left",
        "Keep one, or add one to `languages`")
    }
  }

  private func isRemoved(_ language: String) -> Bool {
    declaration.removedLanguages.contains { $0.value == language }
  }

  private mutating func addTexts() {
    let listed = result.languages.map(\.value)
    for table in own.texts
    where !table.isFromCatalog && !listed.contains(table.language.value) {
      let language = quoted(table.language.value)
      let isRemoved = isRemoved(table.language.value)
      diagnostics.report(
        .unlistedLanguage, at: table.language.position,
        isRemoved
          ? "There are texts in \(language), which `withoutLanguages` leaves out"
          : "There are texts in \(language), which neither the base nor the extension lists in `languages`",
        isRemoved
          ? "Remove them, or keep the language" : "Add it to `languages`, or remove its texts")
    }
    // Those of a base that extends another one count less.
    result.extends = declaration
    result.extends?.languages =
      (base.extends?.languages ?? []).filter { listed.contains($0.value) } + own.languages
    result.extends?.texts =
      ((base.extends?.texts ?? []) + own.texts).filter { listed.contains($0.language.value) }
  }

  // MARK: States

  private mutating func addStates() {
    let known = Self.states(of: base.root)
    let added = Self.states(of: own.root)
    requireNew(added, beside: known, "state")
    for (state, next) in declaration.removals {
      guard isKnown(state, known, "the base"),
        let next = followed(next, from: state),
        isKnown(next, known + added, "the base or in this document"), isFree(state),
        isInside(next, insteadOf: state)
      else { continue }
      result.root.remove(state.value)
      result.root.redirect(state.value, to: next)
    }
    let left = Self.states(of: result.root)
    var children = own.root.children
    var places: [(child: StateDeclaration, place: String)] = []
    for (place, state) in declaration.insertions {
      guard isKnown(place, left, "the base"),
        isKnown(state, own.root.children.map(\.name), "this document")
      else { continue }
      guard let index = children.firstIndex(where: { $0.name.value == state.value }) else {
        diagnostics.report(
          .duplicateName, at: state.position,
          "\(quoted(state.value)) already comes before another state",
          "Write a state for each place")
        continue
      }
      result.root.redirect(place.value, to: state)
      places.append((children.remove(at: index), place.value))
    }
    // What they lead to is said by this document, so they come in last.
    for (child, place) in places { result.root.insert(child, before: place) }
    result.root.children += children
    for (state, flow) in declaration.replacements where isKnown(state, left, "the base") {
      guard !result.root.runs(flow, in: state.value) else { continue }
      diagnostics.report(
        .misplacedKey, at: state.position,
        "\(quoted(state.value)) of the base runs no sub-flow, so none can take its place",
        "Name a state that has the key `flow`")
    }
    for addition in declaration.additions where isKnown(addition.state, left, "the base") {
      let problems = result.root.add(addition)
      diagnostics.report(problems)
    }
  }

  /// What takes the place of a state that is left out, if that is left out too.
  private mutating func followed(_ next: Name, from state: Name) -> Name? {
    var next = next
    for _ in declaration.removals.indices {
      guard let removal = declaration.removals.first(where: { $0.state.value == next.value }) else {
        return next
      }
      next = removal.next
    }
    guard declaration.removals.contains(where: { $0.state.value == next.value }) else {
      return next
    }
    diagnostics.report(
      .misplacedKey, at: state.position,
      "Nothing takes the place of \(quoted(state.value)): what should is left out too",
      "Write a state that stays")
    return nil
  }

  private mutating func isKnown(_ name: Name, _ known: [Name], _ place: String) -> Bool {
    guard !known.contains(where: { $0.value == name.value }) else { return true }
    let unknown = "There is no state \(quoted(name.value)) in \(place)"
    if let removal = declaration.removals.first(where: { $0.state.value == name.value }),
      removal.state.position != name.position,
      Self.states(of: base.root).contains(where: { $0.value == name.value })
    {
      diagnostics.report(
        .misplacedKey, at: name.position,
        "\(quoted(name.value)) is left out by `without`, on line \(removal.state.position.line)",
        "Remove one of the two")
      return false
    }
    if let new = renamed(name.value), known.contains(where: { $0.value == new }) {
      diagnostics.report(
        .unknownName, at: name.position,
        unknown
          + ": the base has renamed it to \(quoted(new)), by its version \(base.version.value)",
        "Write \(quoted(new))")
      return false
    }
    if let outer = name.value.firstIndex(of: ".").map({ name.value[..<$0] }),
      let subflow = base.root.state(named: String(outer))?.subflow
    {
      diagnostics.report(
        .unknownName, at: name.position,
        unknown + ": it is in the sub-flow \(quoted(subflow.path.value))",
        "Write a document that extends that flow, and name it under `flows` for the state \(quoted(String(outer)))"
      )
      return false
    }
    let guess = Suggestion.nearest(to: name.value, among: known.map(\.value).sorted())
    diagnostics.report(
      .unknownName, at: name.position, unknown,
      guess.map { "Write `\($0)`" } ?? "Write the name of one of its states")
    return false
  }

  /// What a state of an earlier version of the base is called now.
  private func renamed(_ state: String) -> String? {
    var name = state
    for _ in base.migration.states.indices {
      guard let rename = base.migration.states.first(where: { $0.old.value == name }) else { break }
      name = rename.new.value
    }
    return name == state ? nil : name
  }

  /// Whether a state can be where the state begins that holds what is left out.
  private mutating func isInside(_ next: Name, insteadOf state: Name) -> Bool {
    guard let holder = base.root.holder(beginningWith: state.value),
      holder.state(named: next.value) == nil
    else { return true }
    let others = holder.inner.map(\.name.value).filter { $0 != state.value }
    diagnostics.report(
      .badInitial, at: next.position,
      "\(quoted(holder.name.value)) begins with \(quoted(state.value)), and \(quoted(next.value)) is not inside it",
      others.isEmpty
        ? "Leave out \(quoted(holder.name.value)) as a whole"
        : "Write \(quoted(oneOf: Array(others.prefix(4)))), or leave out \(quoted(holder.name.value)) as a whole"
    )
    return false
  }

  /// Whether nothing but transitions needs a state.
  private mutating func isFree(_ name: Name) -> Bool {
    let use =
      base.goals.contains { $0.value == name.value }
      ? "a goal"
      : base.restore?.value == name.value
        ? "where relaunches lead"
        : base.fallback?.value == name.value ? "where a launch leads whose journal is lost" : nil
    guard let use else { return true }
    diagnostics.report(
      .misplacedKey, at: name.position,
      "\(quoted(name.value)) cannot be left out: it is \(use) of the base", "Keep it")
    return false
  }

  // MARK: Names

  private mutating func requireNew(
    _ names: [Name], beside known: some Sequence<Name>, _ kind: String
  ) {
    let taken = Dictionary(
      known.map { ($0.value, $0.position) }, uniquingKeysWith: { first, _ in first })
    for name in names {
      guard let other = taken[name.value] else { continue }
      diagnostics.report(
        .duplicateName, at: name.position,
        "The base has the \(kind) \(quoted(name.value)) already, on line \(other.line)",
        kind == "language" ? "Remove it; its texts may stay" : "Choose another name")
    }
  }

  /// Names that guards and values read.
  private static func values(of document: FlowDocument) -> [Name] {
    document.configuration.map(\.name) + document.facts.map(\.name) + document.signals.map(\.name)
      + document.requests.map(\.name) + document.timers.map(\.name) + timers(of: document.root)
  }

  private static func timers(of state: StateDeclaration) -> [Name] {
    state.timers.map(\.name) + state.inner.flatMap { timers(of: $0) }
  }

  private static func states(of state: StateDeclaration) -> [Name] {
    state.inner.flatMap { [$0.name] + states(of: $0) }
  }
}

extension MigrationDeclaration {
  fileprivate mutating func add(_ other: MigrationDeclaration) {
    states += other.states
    facts += other.facts
    values += other.values
    requests += other.requests
    classes += other.classes
    timers += other.timers
    overlays += other.overlays
  }
}
