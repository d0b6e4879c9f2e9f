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
    requireNew(own.languages, beside: base.languages, "language")
    result.languages += own.languages
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
    result.migration.add(own.migration)
    addTexts()
    addStates()
  }

  // MARK: Texts

  private mutating func addTexts() {
    let listed = result.languages.map(\.value)
    for table in own.texts
    where !table.isFromCatalog && !listed.contains(table.language.value) {
      diagnostics.report(
        .unlistedLanguage, at: table.language.position,
        "There are texts in \(quoted(table.language.value)), which neither the base nor the extension lists in `languages`",
        "Add it to `languages`, or remove its texts")
    }
    // Those of a base that extends another one count less.
    result.extends = declaration
    result.extends?.languages = (base.extends?.languages ?? []) + own.languages
    result.extends?.texts =
      (base.extends?.texts ?? []) + own.texts.filter { listed.contains($0.language.value) }
  }

  // MARK: States

  private mutating func addStates() {
    let known = Self.states(of: base.root)
    let added = Self.states(of: own.root)
    requireNew(added, beside: known, "state")
    for (state, next) in declaration.removals {
      guard isKnown(state, known, "the base"),
        let next = followed(next, from: state),
        isKnown(next, known + added, "the base or in this document"), isFree(state)
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
    let guess = Suggestion.nearest(to: name.value, among: known.map(\.value).sorted())
    diagnostics.report(
      .unknownName, at: name.position, "There is no state \(quoted(name.value)) in \(place)",
      guess.map { "Write `\($0)`" } ?? "Write the name of one of its states")
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

extension StateDeclaration {
  /// Adds to the state of this name, here or inside.
  ///
  /// - Returns: what does not fit.
  fileprivate mutating func add(_ addition: ExtensionDeclaration.Addition) -> [Diagnostic] {
    guard name.value == addition.state.value else {
      var problems: [Diagnostic] = []
      for index in children.indices { problems += children[index].add(addition) }
      for index in regions.indices { problems += regions[index].state.add(addition) }
      return problems
    }
    enter += addition.enter
    always += addition.always
    let taken = on.map(\.event.value)
    var problems = addition.on.map(\.event).filter { taken.contains($0.value) }.map { event in
      Diagnostic(
        .duplicateName, at: event.position,
        "The base's \(quoted(name.value)) handles \(quoted(event.value)) already",
        "Use another event, or leave the state out and write one of your own")
    }
    on += addition.on
    guard !addition.elements.isEmpty else { return problems }
    guard let shown = screen?.elements else {
      return problems + [
        Diagnostic(
          .notAScreen, at: addition.state.position,
          "\(quoted(name.value)) is no screen, so it shows nothing", "Remove `elements`")
      ]
    }
    let ids = shown.map(\.id.value).filter { !$0.isEmpty }
    problems += addition.elements.map(\.id).filter { ids.contains($0.value) }.map { id in
      Diagnostic(
        .duplicateName, at: id.position,
        "The base's \(quoted(name.value)) has the element \(quoted(id.value)) already",
        "Choose another id")
    }
    var index = shown.count
    if let place = addition.place {
      index = shown.firstIndex { $0.id.value == place.value } ?? shown.count
      if index == shown.count {
        let guess = Suggestion.nearest(to: place.value, among: ids.sorted())
        problems.append(
          Diagnostic(
            .unknownName, at: place.position,
            "The base's \(quoted(name.value)) has no element \(quoted(place.value))",
            guess.map { "Write `\($0)`" } ?? "Remove `place`: then they stand at the end"))
      }
    }
    screen?.elements.insert(contentsOf: addition.elements, at: index)
    return problems
  }

  fileprivate var inner: [StateDeclaration] { children + regions.map(\.state) }

  fileprivate mutating func insert(_ child: StateDeclaration, before place: String) {
    if let index = children.firstIndex(where: { $0.name.value == place }) {
      children.insert(child, at: index)
      return
    }
    for index in children.indices { children[index].insert(child, before: place) }
    for index in regions.indices { regions[index].state.insert(child, before: place) }
  }

  fileprivate mutating func remove(_ name: String) {
    children.removeAll { $0.name.value == name }
    for index in children.indices { children[index].remove(name) }
    for index in regions.indices { regions[index].state.remove(name) }
  }

  /// Leads to another state what leads to a place.
  ///
  /// - Parameter isInside: whether this is the place itself, or inside of it.
  fileprivate mutating func redirect(
    _ place: String, to target: Name, isInside: Bool = false
  ) {
    let isInside = isInside || name.value == place
    if !isInside {
      initial?.lead(place, to: target)
      for index in on.indices {
        for row in on[index].transitions.indices {
          on[index].transitions[row].target?.lead(place, to: target)
        }
      }
      for index in always.indices { always[index].target?.lead(place, to: target) }
      for index in after.indices { after[index].transition.target?.lead(place, to: target) }
      for index in subflow?.outcomes.indices ?? 0..<0 {
        subflow?.outcomes[index].target.target?.lead(place, to: target)
      }
    }
    for index in children.indices {
      children[index].redirect(place, to: target, isInside: isInside)
    }
    for index in regions.indices {
      regions[index].state.redirect(place, to: target, isInside: isInside)
    }
  }
}

extension Name {
  fileprivate mutating func lead(_ place: String, to target: Name) {
    if value == place { self = Name(target.value, at: position) }
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
