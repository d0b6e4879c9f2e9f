import FlowMachine
import Statechart

// Steps before which the device has told what the state does not hold.

extension Explorer {
  /// A step is a move, with what the device has told just before it where the state does not hold
  /// that.
  func step(_ number: Int) -> (move: Int, told: [FactChange]) { environmentInputs.step(number) }

  func isWayOut(step: Int) -> Bool { watch.isWayOut(moves.all[self.step(step).move]) }

  /// Makes a move, and notes where it leads; with all that the device can have told before, as far
  /// as the step may read it and the state does not hold it.
  ///
  /// - Parameter source: the state, or one that stands in for it with another view of a sub-flow.
  func attempt(_ number: Int, from index: Int, at source: UnsafeRawPointer) {
    forgetAsked()
    make(number, from: index, at: source)
    guard !asked.isEmpty else { return }
    let step = self.step(number)
    guard !moves.kills.contains(step.move) else { return }
    var known: [FactID] = []
    while true {
      let facts = unheld(asked + known, number, at: source)
      guard facts.count > known.count else { return }
      known = facts
      for other in environmentInputs.steps(number, telling: facts, domain) {
        make(other, from: index, at: source)
      }
    }
  }

  /// Of some facts those whose values neither a state nor a step says, each once and in order.
  func unheld(_ facts: [FactID], _ number: Int, at source: UnsafeRawPointer) -> [FactID] {
    guard !facts.isEmpty else { return [] }
    let step = self.step(number)
    let here = reduction?.place(of: source) ?? 0
    return Set(facts).filter { fact in
      guard reduction?.isTold(fact, at: here) == false else { return false }
      return !step.told.contains { $0.fact == fact } && !moves.tells(step.move, fact)
    }.sorted()
  }

  func forgetAsked() { asked.removeAll(keepingCapacity: true) }
}
