import FlowMachine

/// How far a step is from what happens if all goes well. Only the order of costs counts: the happy path is the cheapest
/// way.
///
/// Guards are judged by what is known where the step is taken: what a first launch begins with, and what the steps before
/// it have set.
struct StepCost: Sendable {
  static let step = 10
  static let timer = 15
  static let plain = 20
  static let behindTrue = 300
  static let destructive = 60
  static let told = 100
  static let signal = 200
  static let untrue = 300
  static let back = 500
  static let failure = 1_000

  /// Of what makes it happen.
  var trigger: Int
  /// The guards of transitions that are tried before this one.
  var earlier: [GuardExpression] = []
  /// Its own guard, unless it needs a failure.
  var condition: GuardExpression?
  /// What is tapped.
  var element: ElementDeclaration?
  var launch: FirstLaunch?
  var effects: [Effect] = []

  init(_ trigger: Int) { self.trigger = trigger }

  /// What a step does to what is known.
  enum Effect: Sendable {
    case set(FactID, Known)
    case copy(FactID, from: FactID)
    /// A person may have filled it in.
    case typed(FactID)
  }

  /// - Parameter known: what is known where the step is taken.
  func total(_ known: Knowledge) -> Int {
    guard let launch else { return trigger }
    var total = trigger
    for guardExpression in earlier {
      total += launch.value(of: guardExpression, known) == true ? Self.behindTrue : 1
    }
    if let condition, launch.value(of: condition, known) == false { total += Self.untrue }
    if let element, launch.isShown(element, known) == false { total += Self.untrue }
    return total
  }

  /// What is known after the step.
  func after(_ known: Knowledge) -> Knowledge {
    var known = known
    for effect in effects {
      switch effect {
      case .set(let fact, let value): known.facts[fact] = value
      case .copy(let fact, let source): known.facts[fact] = known.facts[source] ?? .something
      case .typed(let fact):
        if known.facts[fact] ?? .absent == .absent { known.facts[fact] = .something }
      }
    }
    return known
  }
}

/// What is known of a fact.
enum Known: Hashable, Sendable {
  case literal(Literal)
  case absent
  /// A value that nobody can foretell.
  case something
}

/// What the steps of a way have set; of all other facts a first launch says the values.
struct Knowledge: Hashable, Sendable {
  var facts: [FactID: Known] = [:]
}
