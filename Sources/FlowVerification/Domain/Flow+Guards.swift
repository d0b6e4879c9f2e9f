import FlowMachine
import Statechart

extension Flow {
  /// The steps that a guard can come to, each once.
  ///
  /// - Parameter condition: its first step, or `noID` for one that always holds.
  func guardSteps(of condition: UInt16) -> [GuardStep] {
    var open = [condition]
    var seen: Set<UInt16> = []
    var steps: [GuardStep] = []
    while let index = open.popLast() {
      guard index < GuardStep.reject, seen.insert(index).inserted else { continue }
      let step = chart.guards[index]
      steps.append(step)
      open += [step.ifTrue, step.ifFalse]
    }
    return steps
  }
}
