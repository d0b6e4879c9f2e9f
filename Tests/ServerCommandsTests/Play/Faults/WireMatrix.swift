import Foundation
import FlowSimulation
import IdentityAPI
import StandardFlows
import TestSupport

/// The runs of all walks.
struct WireMatrix: Sendable {
  private(set) var runCount = 0
  private(set) var killCount = 0
  private(set) var failures: [String] = []
  private(set) var faults: Set<WireFault> = []
  /// Calls that went wrong at least once, as `POST /v1/login`.
  private var struck: Set<String> = []
  private var called: Set<String> = []
  private var wanted: Set<String> = []
  private var walkCount = 0

  /// Codes of an authenticator app and passkeys come from outside the app, where no walk goes: the simulated faults
  /// and the browser's tests cover these.
  private static let leavesTheApp = [
    "/v1/login/second_step", "/v1/passkeys/",
    "/v1/session/step_up/passkey", "/v1/user/passkeys", "/v1/factors/recovery_codes",
  ]

  var unmet: [String] { wanted.subtracting(called).sorted() }
  var unfaulted: [String] { wanted.subtracting(struck).sorted() }

  var report: String {
    let end = failures.isEmpty ? "none" : "\(failures.count)"
    return "faults over sockets: \(runCount) runs, \(killCount) of them with a kill, "
      + "\(walkCount) walks, \(called.count) operations, \(end) failed"
  }

  /// Runs in a sample.
  private static let sampleCount = 44

  /// On a thread of its own: the player waits on it for the server.
  ///
  /// - Parameter words: only the runs whose names contain them.
  static func run(takesAll: Bool, words: String?) async throws -> WireMatrix {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(with: Result { try WireMatrix(takesAll, words) })
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private init(_ takesAll: Bool, _ words: String?) throws {
    var flows: [String: WalkedFlow] = [:]
    for name in Set(Walks.all.map(\.flow)) { flows[name] = try WalkedFlow(name) }
    wanted = Set(flows.values.flatMap(\.operations).flatMap(Self.calls))
      .filter { call in !Self.leavesTheApp.contains { call.contains($0) } }
    var plans: [(course: WalkCourse, plan: WirePlan)] = []
    for walk in Walks.all {
      guard let flow = flows[walk.flow] else { continue }
      do {
        let course = try WalkCourse(walk, flow)
        called.formUnion(course.calls)
        walkCount += 1
        plans += course.plans.map { (course, $0) }
      } catch { failures.append("\(walk.name), with nothing wrong: \(error)") }
    }
    if let words { plans = plans.filter { "\($0.course.walk.name), \($0.plan)".contains(words) } }
    for (course, plan) in takesAll || words != nil ? plans : Self.sample(of: plans) {
      let (problems, call) = course.problems(with: plan)
      runCount += 1
      if plan.kill != .none { killCount += 1 }
      faults.insert(plan.fault)
      if let call { struck.insert(call) }
      // A run of all takes long: it says how far it is, and what it found.
      if takesAll, runCount % 200 == 0 { Self.say("faults over sockets: \(runCount) done") }
      guard !problems.isEmpty else { continue }
      let failure =
        "\(course.walk.name), \(plan) of \(course.calls[plan.place - 1]):\n  "
        + problems.joined(separator: "\n  ")
      if takesAll { Self.say(failure) }
      failures.append(failure)
    }
  }

  private static func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// What of the API an operation of a flow calls.
  private static func calls(_ operation: String) -> [String] {
    let own = [
      "launch": ["launch"], "extendSession": ["refreshSession"],
      "automaticLogin": ["refreshSession"], "signOut": ["logout"],
    ]
    return (own[operation] ?? [operation]).compactMap { name in
      APIOperation.all.first { $0.name == name }.map { "\($0.method.rawValue) \($0.path)" }
    }
  }

  /// Spread over calls, faults and kills: each call once before any comes twice, and the faults in
  /// turn.
  private static func sample(
    of plans: [(course: WalkCourse, plan: WirePlan)]
  ) -> [(course: WalkCourse, plan: WirePlan)] {
    var chance = SeededGenerator(announcing: "faults over sockets", seed: 1)
    var left = Dictionary(grouping: plans.shuffled(using: &chance)) {
      $0.course.calls[$0.plan.place - 1]
    }
    var chosen: [(course: WalkCourse, plan: WirePlan)] = []
    var turn = 0
    while chosen.count < sampleCount, left.values.contains(where: { !$0.isEmpty }) {
      for call in left.keys.sorted() where chosen.count < sampleCount {
        let fault = WireFault.allCases[turn % WireFault.allCases.count]
        let kill = WirePlan.Kill.allCases[turn % WirePlan.Kill.allCases.count]
        let index =
          left[call]?.firstIndex { $0.plan.fault == fault && $0.plan.kill == kill }
          ?? left[call]?.firstIndex { $0.plan.fault == fault }
        guard let index, let plan = left[call]?.remove(at: index) else { continue }
        chosen.append(plan)
        turn += 1
      }
    }
    return chosen
  }
}
