import Statechart

/// A chart with what happens to it.
struct ChartCase {
  var sketch: Sketch
  var events: [(name: String, value: Int64?)]

  /// What the engine and the reference interpreter disagree on, or nil.
  func disagreement() throws -> String? {
    var run = try ChartRun(sketch)
    let reference = Reference(sketch)
    var result = run.start()
    reference.start()
    var step = 0
    while true {
      if result.isEndless {
        // Steps are counted in different ways; both have to find that there is no end.
        let isEndless = reference.microsteps >= Reference.mostMicrosteps
        return isEndless ? nil : "endless at step \(step)"
      }
      guard reference.microsteps < Reference.mostMicrosteps else { return nil }
      if let difference = difference(&run, reference) {
        return "after \(step == 0 ? "start" : "\(events[step - 1])") (step \(step)): \(difference)"
      }
      guard run.isLegal else { return "illegal configuration \(run.active) at step \(step)" }
      guard step < events.count else { return nil }
      reference.microsteps = 0
      result = run.send(events[step].name, value: events[step].value)
      reference.send(events[step].name, value: events[step].value)
      step += 1
    }
  }

  private func difference(_ run: inout ChartRun, _ reference: Reference) -> String? {
    let log = run.takeLog()
    defer { reference.log = [] }
    if log != reference.log { return "log \(log), expected \(reference.log)" }
    if run.active != reference.active {
      return "active \(run.active), expected \(reference.active)"
    }
    for cell in sketch.cells.map(\.name) where run[cell: cell] != reference.cells[cell] {
      return "\(cell) is \(String(describing: run[cell: cell]))"
    }
    return run.state.isRunning == reference.isRunning ? nil : "running: \(run.state.isRunning)"
  }

  /// The smallest case found by leaving parts out that still shows a disagreement.
  func shrunk() -> ChartCase {
    var best = self
    var attempts = 0
    while let smaller = best.smaller.first(where: { smaller in
      attempts += 1
      return attempts < 4_000 && ((try? smaller.disagreement()) ?? nil) != nil
    }) {
      best = smaller
    }
    return best
  }

  /// The case with one part left out, for each part.
  var smaller: [ChartCase] {
    let shorter = events.indices.reversed().map { index in
      var copy = self
      copy.events.remove(at: index)
      return copy
    }
    let simpler = sketch.root.simplified.map { root in
      var copy = self
      copy.sketch.root = root
      return copy
    }
    return shorter + simpler
  }
}

extension SketchState {
  /// The state with one part left out, for each part of it and below it.
  fileprivate var simplified: [SketchState] {
    var result: [SketchState] = []
    func add(_ change: (inout SketchState) -> Void) {
      var copy = self
      change(&copy)
      result.append(copy)
    }
    for index in children.indices { add { $0.children.remove(at: index) } }
    for index in arrows.indices { add { $0.arrows.remove(at: index) } }
    for index in enter.indices { add { $0.enter.remove(at: index) } }
    for index in exit.indices { add { $0.exit.remove(at: index) } }
    for index in arrows.indices {
      if arrows[index].condition != nil { add { $0.arrows[index].condition = nil } }
      if arrows[index].isInternal { add { $0.arrows[index].isInternal = false } }
      for step in arrows[index].steps.indices { add { $0.arrows[index].steps.remove(at: step) } }
      if arrows[index].targets.count > 1 {
        for target in arrows[index].targets.indices {
          add { $0.arrows[index].targets.remove(at: target) }
        }
      }
    }
    if done != nil { add { $0.done = nil } }
    for (index, child) in children.enumerated() {
      result += child.simplified.map { smaller in
        var copy = self
        copy.children[index] = smaller
        return copy
      }
    }
    return result
  }
}
