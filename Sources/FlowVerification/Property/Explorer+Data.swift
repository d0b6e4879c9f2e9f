import FlowMachine
import Statechart

// Data that only a session brings, and the screens that show it.

/// How a screen shows data of a session: in an element, in an overlay over it or in a message.
enum DataPlace {
  case element
  case overlay(OverlayID)
  case toast

  /// The subject of a violation: this place, a screen and a fact that it shows there, in one number.
  func subject(_ screen: StateID, _ fact: FactID) -> Int {
    let place =
      switch self {
      case .element: 0
      case .overlay(let overlay): Int(overlay) + 1
      case .toast: Int(noID)
      }
    return place << 32 | Int(screen) << 16 | Int(fact)
  }

  /// The place in such a subject.
  init(subject: Int) {
    switch subject >> 32 {
    case 0: self = .element
    case Int(noID): self = .toast
    case let number: self = .overlay(OverlayID(number - 1))
    }
  }
}

/// What was shown in the exploration, by the rows of screens and overlays.
private struct Shown {
  /// Screens that were shown before there was any session.
  var screens: Set<Int> = []
  /// Overlays that were shown before there was any session.
  var overlays: Set<Int> = []
  /// For each overlay the screens that it was shown over, with a session or without.
  var covered: [Int: Set<Int>] = [:]
}

extension Explorer {
  /// Finds screens that show data which only a session brings, but are not protected.
  func findUnprotectedData() {
    guard !intentions.sessions.isEmpty else { return }
    var (within, without): (Set<RequestID>, Set<RequestID>) = ([], [])
    for explorer in withParts {
      for (key, row) in explorer.sends {
        let request = RequestID(key & 0xFFFF)
        if row.isSentWithin { within.insert(request) }
        if row.isSentWithout { without.insert(request) }
      }
    }
    let shown = findShown()
    let inSession = within.subtracting(without)
    // Of merged states it is not known whether one way leads through all of them without a session.
    let typed = merged == nil ? typed(in: shown) : []
    func data(except own: (RequestID) -> Bool) -> Set<FactID> {
      SessionData(
        flow, Set(intentions.sessions.map(\.fact)), inSession.filter { !own($0) },
        typedBefore: typed
      ).facts
    }
    let all = data { _ in false }
    guard !all.isEmpty else { return }
    var dataOfParts: [Text: Set<FactID>] = [:]
    /// A sub-flow that is proven by itself says what its own requests bring.
    func data(shownBy row: ScreenRow) -> Set<FactID> {
      guard intentions.isElsewhere.states.contains(Int(row.state)) else { return all }
      let prefix = flow.stateName(row.state).prefix
      if let known = dataOfParts[prefix] { return known }
      let data = data { flow.blob(flow.tables.requests[Int($0)].name).prefix == prefix }
      dataOfParts[prefix] = data
      return data
    }
    let toasts = withParts.reduce(into: Set<ShownToast>()) { $0.formUnion($1.toasts) }
    for (screen, row) in flow.tables.screens.enumerated() where row.session == noID {
      let data = data(shownBy: row)
      if let fact = flow.facts(shownBy: row.elements, row.title).intersection(data).min() {
        report(.element, row, fact)
      }
      let texts = toasts.filter { $0.screen == row.state }.map { flow.facts(shownBy: $0.text) }
      if let fact = texts.compactMap({ $0.intersection(data).min() }).min() {
        report(.toast, row, fact)
      }
      for (overlay, screens) in shown.covered.sorted(by: { $0.key < $1.key })
      where screens.contains(screen) {
        let covering = flow.tables.overlays[overlay]
        let facts = flow.facts(shownBy: covering.elements, covering.title).intersection(data)
        // The same overlay over several such screens is one mistake, reported for the first of them.
        let isReported = screens.contains { $0 < screen && flow.tables.screens[$0].session == noID }
        if !isReported, let fact = facts.min() { report(.overlay(OverlayID(overlay)), row, fact) }
      }
    }
  }

  private func report(_ place: DataPlace, _ row: ScreenRow, _ fact: FactID) {
    violations.add(.unprotectedData, subject: place.subject(row.state, fact), at: .flow)
  }

  private func findShown() -> Shown {
    var shown = Shown()
    for explorer in withParts {
      let isBefore = explorer.statesBeforeSession()
      explorer.forEachState { index, machine in
        guard let state = machine.screenState else { return }
        let screen = Int(flow.screenOfState[Int(state)])
        let overlays = machine.shownOverlays
        for overlay in overlays { shown.covered[Int(overlay), default: []].insert(screen) }
        guard isBefore[index] else { return }
        shown.screens.insert(screen)
        for overlay in overlays { shown.overlays.insert(Int(overlay)) }
      }
    }
    return shown
  }

  /// By state, whether it can be reached from an initial state through states without a session only. The exploration
  /// of a sub-flow does not know what came before it; there, whether the state has no session.
  private func statesBeforeSession() -> [Bool] {
    var isWithout = [Bool](repeating: false, count: store.count)
    forEachState { index, machine in
      isWithout[index] = !intentions.sessions.contains { machine.isPresent($0.fact) }
    }
    guard partGraph == nil else { return isWithout }
    let (parents, edges) = (graph.pointee.parents, graph.pointee.edges)
    let starts = graph.pointee.edgeStarts
    // A kill has no edge. It is known only where it was the first step to reach a state, from that state's parent.
    var found: [Int: [Int]] = [:]
    for (index, parent) in parents.enumerated() where Int(parent) != index {
      found[Int(parent), default: []].append(index)
    }
    var isBefore = [Bool](repeating: false, count: store.count)
    var open = parents.indices.filter { Int(parents[$0]) == $0 && isWithout[$0] }
    for index in open { isBefore[index] = true }
    while let index = open.popLast() {
      let targets = edges[starts[index]..<starts[index + 1]].map { Int($0 & Graph.target) }
      for target in targets + found[index, default: []] where isWithout[target] && !isBefore[target]
      {
        isBefore[target] = true
        open.append(target)
      }
    }
    return isBefore
  }

  /// The facts that a user can set before there is a session. What is picked from a list does not count: the list
  /// held it already.
  private func typed(in shown: Shown) -> Set<FactID> {
    let ranges =
      shown.screens.map { flow.tables.screens[$0].elements }
      + shown.overlays.map { flow.tables.overlays[$0].elements }
    return Set(
      ranges.flatMap { flow.tables.elements[$0.indices] }.filter { $0.list == noID }
        .flatMap { $0.takesValue ? flow.tables.valueFacts(of: $0) : [] })
  }
}

/// A message, and the screen that it was shown on.
struct ShownToast: Hashable {
  var screen: StateID
  var text: TextID
}

extension Flow {
  /// The facts that elements and a title show, in any language.
  func facts(shownBy elements: RowRange, _ title: TextID) -> Set<FactID> {
    var facts = facts(shownBy: title)
    for row in tables.elements[elements.indices] {
      facts.formUnion(self.facts(shownBy: row.text).union(self.facts(shownBy: row.hint)))
      for option in tables.options[row.options.indices] {
        facts.formUnion(self.facts(shownBy: option.text))
      }
      for rule in tables.validators[row.validators.indices] {
        facts.formUnion(self.facts(shownBy: rule.message))
      }
      if row.takesValue { facts.formUnion(tables.valueFacts(of: row)) }
      if row.kind == .progress || row.kind == .secret, row.fact != noID {
        facts.formUnion(sources(of: row.fact))
      }
      if row.list != noID { facts.insert(row.list) }
      if row.url != noID {
        facts.formUnion(self.facts(in: row.url).flatMap { sources(of: $0) })
      }
    }
    return facts
  }

  /// The facts that a text inserts; for a computed one, those that it is computed from.
  fileprivate func facts(shownBy text: TextID) -> Set<FactID> {
    text == noID ? [] : Set(facts(inText: text).flatMap { sources(of: $0) })
  }
}

extension Text {
  /// Of a whole name what stands before that in its own document.
  fileprivate var prefix: Text { lastIndex(of: UInt8(ascii: ".")).map { Array(self[...$0]) } ?? [] }
}
