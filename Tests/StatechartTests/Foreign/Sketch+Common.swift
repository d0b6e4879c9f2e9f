import Statechart
import TestSupport

extension Sketch {
  /// The chart restricted to what SCXML and our charts both have, and both define. What is left out,
  /// and why:
  ///
  /// - Delayed events: the foreign side would need real time.
  /// - Content, transitions and histories of the root: `scxml` has none. Half of the charts lose
  ///   content and transitions, the others stand inside of another root.
  /// - The event in eventless transitions, in entries and in exits: SCXML keeps `_event` bound to
  ///   the last event through all that follows it; our eventless transitions see none.
  /// - A history as the target of a transition from inside of its parent: 3.10 says that it behaves
  ///   as if the states that it stands for were the targets, and so do we; appendix D, and Qt with
  ///   it, enters states again that such a transition did not leave.
  /// - Numbers beyond those that ECMAScript counts exactly.
  func common(_ random: inout SeededGenerator) -> Sketch {
    var sketch = self
    sketch.delays = []
    sketch.errorEvent = "error.execution"
    let parents = parents
    let needsRoot = root.kind == .parallel || root.children.contains(where: \.isHistory)
    if needsRoot || random.chance(50) {
      var inner = root.common(parents)
      if random.chance(50) { inner.arrows.append(.on("e3", to: "end")) }
      sketch.root = .compound("top", [inner, .final("end")])
    } else {
      sketch.root = root.common(parents)
      (sketch.root.enter, sketch.root.exit, sketch.root.arrows) = ([], [], [])
      sketch.root.done = nil
    }
    return sketch
  }

  /// The states around each state, from inside out.
  private var parents: [String: [SketchState]] {
    var result: [String: [SketchState]] = [:]
    func walk(_ state: SketchState, _ around: [SketchState]) {
      result[state.name] = around
      for child in state.children { walk(child, [state] + around) }
    }
    walk(root, [])
    return result
  }
}

extension SketchState {
  fileprivate func common(_ parents: [String: [SketchState]]) -> SketchState {
    var state = self
    state.children = children.map { $0.common(parents) }
    state.enter = enter.map { $0.common(seesEvent: false) }
    state.exit = exit.map { $0.common(seesEvent: false) }
    if kind == .compound || kind == .parallel { state.done = "done.state.\(name)" }
    state.arrows = arrows.map { arrow in
      var arrow = arrow
      let seesEvent = arrow.event != nil
      if let event = arrow.event {
        arrow.event =
          event.hasPrefix("done.")
          ? "done.state." + event.dropFirst(5) : event == "error" ? "error.execution" : event
      }
      arrow.condition = arrow.condition?.common(seesEvent: seesEvent)
      arrow.steps = arrow.steps.map { $0.common(seesEvent: seesEvent) }
      arrow.targets = arrow.targets.compactMap { target in
        guard let holder = parents[target]?.first,
          holder.children.contains(where: { $0.name == target && $0.isHistory }),
          parents[name]?.contains(where: { $0.name == holder.name }) == true
        else { return target }
        return parents[holder.name]?.isEmpty == true ? nil : holder.name
      }
      return arrow
    }
    return state
  }
}

extension Step {
  fileprivate func common(seesEvent: Bool) -> Step {
    switch self {
    case .schedule(let delay), .cancel(let delay): .note("d\(delay)")
    case .setToEvent(let cell) where !seesEvent: .set(cell, 1)
    case .add(let cell, .max): .add(cell, 1)
    case .when(let condition, let steps):
      .when(
        condition.common(seesEvent: seesEvent), steps.map { $0.common(seesEvent: seesEvent) })
    case .note, .set, .copy, .setToEvent, .add, .raise, .fails: self
    }
  }
}

extension Condition {
  fileprivate func common(seesEvent: Bool) -> Condition {
    switch self {
    case .event where !seesEvent: .asked(false)
    case .not(let inner): .not(inner.common(seesEvent: seesEvent))
    case .and(let left, let right):
      .and(left.common(seesEvent: seesEvent), right.common(seesEvent: seesEvent))
    case .or(let left, let right):
      .or(left.common(seesEvent: seesEvent), right.common(seesEvent: seesEvent))
    case .cell, .cells, .event, .absent, .active, .asked: self
    }
  }
}
