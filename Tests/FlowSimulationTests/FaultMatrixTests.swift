import FlowDefinition
import FlowMachine
import FlowSimulation
import FlowVerification
import Foundation
import TestSupport
import Testing

/// Each request that a shipped flow sends in its play scripts, and on the paths that are generated
/// for it, with each fault, alone and with a kill.
@Suite struct FaultMatrixTests {
  @Test(
    "ENT-3, ENT-4: whatever goes wrong with a request of a script, the run ends well",
    arguments: Shipped.names)
  func scripts(name: String) throws {
    var matrix = try FaultMatrix(name)
    for script in Shipped.scripts where script.flow == name && !script.needsNumberingPlan {
      try matrix.run(script.read(), script.name)
    }
    matrix.report("scripts")
  }

  /// The paths are made from as much of a flow as this; `portico check` explores the rest.
  static let mostStates = 10_000

  @Test(
    "ENT-3, ENT-4: whatever goes wrong with a request of a generated path, the run ends well",
    arguments: Shipped.names)
  func paths(name: String) throws {
    var matrix = try FaultMatrix(name)
    let budget = Verification.Budget(states: Self.mostStates)
    let run = try Verification.run(matrix.flow, matrix.plan, budget: budget, wantsCover: true)
    let cover = try #require(run.cover)
    // What resets the app is said in the heads of the scripts alone.
    let reset = try Shipped.scripts.filter { $0.flow == name }.compactMap { try $0.read().reset }
      .first
    for (index, path) in cover.scripts.enumerated() {
      let title = "path \(index + 1)"
      if let words = FaultMatrix.words, words != "\(name), \(title)" { continue }
      var script = try Stages.script(path.text, for: matrix.flow)
      script.reset = reset
      matrix.run(script, title)
    }
    matrix.report("paths (\(cover.left.count) transitions on none)")
  }
}

/// The runs of one flow.
struct FaultMatrix {
  /// Only this path, as `entry, path 1`.
  static let words = ProcessInfo.processInfo.environment["PORTICO_FAULTS_NAMED"]

  let flow: Flow
  let plan: VerificationPlan
  private let name: String
  private let intent: FaultEverywhere.Intent
  private var scriptCount = 0
  private var runCount = 0
  private var sameEndCount = 0
  private var failureCount = 0

  /// Without a numbering plan, as the verifier has none: what it types are numbers that no plan knows.
  /// - Parameter folder: the one that has the flow's.
  init(_ name: String, in folder: String = "Flows") throws {
    self.name = name
    let (compiled, plan, diagnostics) = FlowCompiler.compileForVerification(
      file: "\(folder)/\(name)/\(name).flow.yaml", files: Repository.read)
    guard let compiled, let plan else {
      throw TestFlow.NotCompiled(diagnostics.map(\.description))
    }
    flow = try Flow(decoding: compiled.bytes)
    self.plan = plan
    intent = try .init(flow, plan)
  }

  mutating func run(_ script: PlayScript, _ title: String) {
    let result = FaultEverywhere(script, flow, intent).run()
    #expect(result.unfaultedFailure == nil, "\(name)/\(title)")
    for failure in result.failures {
      Issue.record("\(name)/\(title), \(failure.place): \(failure.problems)")
    }
    scriptCount += 1
    runCount += result.runCount
    sameEndCount += result.sameEndCount
    failureCount += result.failures.count
  }

  func report(_ kind: String) {
    #expect(Self.words != nil || runCount > 10 * scriptCount)
    // Most faults a patient person gets over.
    #expect(Self.words != nil || sameEndCount > runCount / 2)
    print(
      "faults: \(name): \(scriptCount) \(kind), \(runCount) runs,",
      "\(sameEndCount) to the same end, \(failureCount == 0 ? "none" : "\(failureCount)") failed")
  }
}

extension FaultEverywhere.Intent {
  init(_ flow: Flow, _ plan: VerificationPlan) throws {
    let search = try GoalSearch(flow, plan)
    self.init(
      goals: plan.goals, sessions: plan.sessions.map(\.fact), canReachGoal: search.canReachGoal)
  }
}
