import FlowMachine
import Statechart

/// A guard with its names resolved, before it is laid out as steps.
indirect enum Condition {
  case always
  case test(GuardStep)
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)

  func and(_ other: Condition) -> Condition {
    switch (self, other) {
    case (.always, _): other
    case (_, .always): self
    default: .and(self, other)
    }
  }

  /// The steps, with jumps counted from the first one; empty for what always holds.
  var steps: [GuardStep] {
    var layout = GuardLayout()
    if case .always = self { return [] }
    layout.lay(self, ifTrue: GuardLayout.accept, ifFalse: GuardLayout.reject)
    return layout.resolved
  }
}

/// Lays a condition out as tests with jumps that only lead forward.
private struct GuardLayout {
  static let accept = -1
  static let reject = -2

  private var steps: [GuardStep] = []
  /// For each step its two ways on: a label, `accept` or `reject`.
  private var ways: [(ifTrue: Int, ifFalse: Int)] = []
  /// For each label the step that it stands before.
  private var labels: [Int] = []

  mutating func lay(_ condition: Condition, ifTrue: Int, ifFalse: Int) {
    switch condition {
    case .always:
      // Only alone, where there is nothing to lay out.
      break
    case .test(let step):
      steps.append(step)
      ways.append((ifTrue, ifFalse))
    case .not(let inner): lay(inner, ifTrue: ifFalse, ifFalse: ifTrue)
    case .and(let left, let right):
      let label = newLabel()
      lay(left, ifTrue: label, ifFalse: ifFalse)
      labels[label] = steps.count
      lay(right, ifTrue: ifTrue, ifFalse: ifFalse)
    case .or(let left, let right):
      let label = newLabel()
      lay(left, ifTrue: ifTrue, ifFalse: label)
      labels[label] = steps.count
      lay(right, ifTrue: ifTrue, ifFalse: ifFalse)
    }
  }

  private mutating func newLabel() -> Int {
    labels.append(0)
    return labels.count - 1
  }

  var resolved: [GuardStep] {
    zip(steps, ways).map { step, way in
      var step = step
      step.ifTrue = place(way.ifTrue)
      step.ifFalse = place(way.ifFalse)
      return step
    }
  }

  private func place(_ way: Int) -> UInt16 {
    switch way {
    case Self.accept: GuardStep.accept
    case Self.reject: GuardStep.reject
    default: UInt16(labels[way])
    }
  }
}
