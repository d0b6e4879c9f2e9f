// How a state of a base changes by what an extension adds to it, puts before it or leaves out.

extension StateDeclaration {
  /// Adds to the state of this name, here or inside.
  ///
  /// - Returns: what does not fit.
  mutating func add(_ addition: ExtensionDeclaration.Addition) -> [Diagnostic] {
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

  /// Lets the state of this name, here or inside, run another sub-flow.
  ///
  /// - Returns: whether there is such a state, and it runs one.
  mutating func runs(_ flow: Name, in state: String) -> Bool {
    if name.value == state {
      subflow?.path = flow
      return subflow != nil
    }
    for index in children.indices where children[index].runs(flow, in: state) { return true }
    for index in regions.indices where regions[index].state.runs(flow, in: state) { return true }
    return false
  }

  var inner: [StateDeclaration] { children + regions.map(\.state) }

  /// A state inside, at any depth.
  func state(named name: String) -> StateDeclaration? {
    for state in inner {
      if state.name.value == name { return state }
      if let found = state.state(named: name) { return found }
    }
    return nil
  }

  /// The state inside, at any depth, whose initial state is the one of this name.
  func holder(beginningWith name: String) -> StateDeclaration? {
    for state in inner {
      if state.initial?.value == name { return state }
      if let found = state.holder(beginningWith: name) { return found }
    }
    return nil
  }

  mutating func insert(_ child: StateDeclaration, before place: String) {
    if let index = children.firstIndex(where: { $0.name.value == place }) {
      children.insert(child, at: index)
      return
    }
    for index in children.indices { children[index].insert(child, before: place) }
    for index in regions.indices { regions[index].state.insert(child, before: place) }
  }

  mutating func remove(_ name: String) {
    children.removeAll { $0.name.value == name }
    for index in children.indices { children[index].remove(name) }
    for index in regions.indices { regions[index].state.remove(name) }
  }

  /// Leads to another state what leads to a place.
  ///
  /// - Parameter isInside: whether this is the place itself, or inside of it.
  mutating func redirect(
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
