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

  /// The facts from which a computed one follows, in any depth, each once; of any other fact itself.
  func sources(of fact: FactID) -> Set<FactID> {
    guard tables.facts[Int(fact)].place == .computed else { return [fact] }
    var sources: Set<FactID> = []
    var wanted: Set<FactID> = [fact]
    // A fact uses only those before it.
    for row in tables.computed.reversed() where wanted.contains(row.fact) {
      for source in factsRead(by: row.condition) + operands(of: row) {
        if tables.facts[Int(source)].place == .computed {
          wanted.insert(source)
        } else {
          sources.insert(source)
        }
      }
    }
    return sources
  }

  /// Facts from which some come: those of computed ones, and those that are assigned to them, in any depth.
  func origins(of facts: Set<FactID>) -> Set<FactID> {
    var known = facts
    var open = Array(facts)
    while let fact = open.popLast() {
      var found = sources(of: fact)
      for row in tables.assignments where row.fact == fact && row.source == .fact {
        found.insert(row.operand)
      }
      for index in 0..<chart.actions.count {
        let action = chart.actions[index]
        if action.kind == .setCell, action.a == fact, Int(action.b) < tables.facts.count {
          found.insert(action.b)
        }
      }
      for next in found where known.insert(next).inserted { open.append(next) }
    }
    return known
  }

  func factsRead(by condition: UInt16) -> [FactID] {
    guardSteps(of: condition).flatMap { step -> [FactID] in
      switch step.test {
      case .cellToConstant, .isAbsent: return [step.a]
      case .cellToCell: return [step.a, step.b]
      case .host where Question(rawValue: step.a) == .textEquals:
        let row = tables.textTests[Int(step.b)]
        return [row.fact] + (row.isLiteral ? [] : [row.operand])
      case .host, .eventToConstant, .isActive: return []
      }
    }
  }

  /// The facts in the expression or template of a computed value.
  func operands(of row: ComputedRow) -> [FactID] {
    tables.segments[tables.templates[Int(row.template)].indices].compactMap { segment in
      segment.kind == .fact || segment.kind == .flag ? segment.operand : nil
    }
  }
}
