import FlowMachine
import Statechart

/// What the device tells, as far as a launch can find it in other combinations than steps lead to.
///
/// Where no step reads a fact that can be told at any time, a state stands for all its values. So a
/// launch, which can read several of them at once, has to be tried with all their combinations.
struct SurroundingFacts {
  /// Nil where every fact is kept everywhere.
  let liveness: Liveness?
  /// Facts that a relaunch may read of the place that it leads to.
  let atRelaunch: Set<FactID>
  /// The same in the order of `combinations`, with their values, the first of which is none.
  private(set) var relaunchValues: [(fact: FactID, values: [FactValue])] = []
  /// All values of those together.
  let combinations: [[FactChange]]

  /// By transition: the facts that the device tells and that a step may read once it was taken.
  private(set) var afterTransition: [[FactID]] = []
  /// Whether there are any.
  private(set) var isLazy = false

  /// Combinations of one launch at most; with more of them nothing that the device tells is dropped.
  static let most = 600
  /// Combinations of what the device can have told before a step at most.
  static let mostReports = 10_000

  /// - Parameter mayBeLazy: whether steps may be tried with all values of what the device tells, so
  ///   that states need none; where they are too many, states hold them.
  init(_ domain: Domain, _ liveness: Liveness?, isLazy mayBeLazy: Bool) {
    guard var liveness else {
      self.liveness = nil
      atRelaunch = []
      combinations = []
      return
    }
    let told = domain.flow.tables.facts.indices.map { FactID($0) }.filter {
      liveness.told.contains($0) && domain.isRelevant[Int($0)]
    }
    let read = told.filter { liveness.atRelaunch.contains($0) }
    func count(_ facts: [FactID]) -> Int {
      facts.reduce(1) { min($0, Self.most) * (domain.present(of: $1).count + 1) }
    }
    let first = told.filter { liveness.atLaunch.contains($0) }
    guard count(read) <= Self.most, count(first) <= Explorer.InitialState.mostDevices else {
      for fact in told { liveness.pinned.insert(fact) }
      self.liveness = liveness
      atRelaunch = []
      combinations = []
      return
    }
    let environmentInputs = told.reduce(1) {
      min($0, Self.mostReports) * (domain.present(of: $1).count + 2)
    }
    liveness.isLazy = mayBeLazy && environmentInputs <= Self.mostReports
    self.liveness = liveness
    atRelaunch = Set(read)
    combinations = Self.combinations(of: read, domain)
    relaunchValues = read.map { ($0, [.absent] + domain.present(of: $0)) }
    guard liveness.isLazy else { return }
    afterTransition = liveness.afterTransition.map { cells in told.filter { cells.contains($0) } }
    isLazy = afterTransition.contains { !$0.isEmpty }
  }

  /// All values of some facts together.
  static func combinations(of facts: [FactID], _ domain: Domain) -> [[FactChange]] {
    var combinations: [[FactChange]] = [[]]
    for fact in facts {
      let values = [.absent] + domain.present(of: fact)
      combinations = combinations.flatMap { known in
        values.map { known + [FactChange(fact, $0)] }
      }
    }
    return combinations
  }

  /// The place of a combination among all, by the places of its values.
  func place(_ values: [Int]) -> Int {
    zip(relaunchValues, values).reduce(0) { $0 * $1.0.values.count + $1.1 }
  }

  /// Whether a first launch, or what follows at once, can tell the values of a fact apart.
  func canDifferAtLaunch(_ fact: FactID) -> Bool {
    guard let liveness, liveness.told.contains(fact), !liveness.pinned.contains(fact) else {
      return true
    }
    return liveness.atLaunch.contains(fact)
  }
}

extension Projection {
  /// Whether a projected state holds a value of a fact, as far as it tells values apart.
  func holds(_ value: FactValue, of fact: FactID, at bytes: UnsafeRawPointer) -> Bool {
    guard let index = kept.firstIndex(where: { $0.cell == fact }) else { return true }
    return code(index, at: bytes) == code(value, index)
  }
}
