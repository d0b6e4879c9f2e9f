import Testing

/// All orders of what can happen, each within its bound. What must never be stands in `World`.
@Suite struct ExplorationTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let processes: Int
    let signedIn: Bool
    let change: @Sendable (inout World.Budget) -> Void
    var testDescription: String { name }
  }

  private static let cases: [Case] = [
    Case(name: "many callers, lost and doubled answers", processes: 1, signedIn: true) {
      ($0.needs, $0.refusedNeeds, $0.launches) = (1, 2, 1)
      ($0.losses, $0.doubles, $0.giveUps) = (2, 1, 1)
    },
    Case(name: "sign-out at any moment", processes: 1, signedIn: true) {
      ($0.refusedNeeds, $0.launches, $0.signOuts, $0.wakes) = (1, 1, 1, 1)
      ($0.losses, $0.doubles, $0.kills) = (1, 1, 1)
    },
    Case(name: "a sign-out that is told in vain", processes: 1, signedIn: true) {
      ($0.signOuts, $0.signIns, $0.losses) = (2, 1, 3)
      ($0.kills, $0.wakes, $0.reached) = (1, 1, 1)
    },
    Case(name: "kills and losses", processes: 1, signedIn: true) {
      ($0.refusedNeeds, $0.needs, $0.kills, $0.losses) = (2, 1, 2, 2)
    },
    Case(name: "the server ends the session", processes: 1, signedIn: true) {
      ($0.refusedNeeds, $0.launches, $0.revocations, $0.newProofs) = (1, 1, 1, 1)
      ($0.kills, $0.losses) = (1, 1)
    },
    Case(name: "another person signs in", processes: 1, signedIn: true) {
      ($0.needs, $0.refusedNeeds, $0.signIns, $0.signOuts) = (1, 1, 1, 1)
      ($0.doubles, $0.losses) = (1, 1)
    },
    Case(name: "storage that fails", processes: 1, signedIn: true) {
      ($0.refusedNeeds, $0.signOuts, $0.wakes, $0.kills) = (2, 1, 1, 1)
      ($0.unreadable, $0.failedWrites) = (1, 1)
    },
    Case(name: "two processes renew", processes: 2, signedIn: true) {
      ($0.refusedNeeds, $0.losses, $0.kills, $0.lockMisses) = (2, 1, 1, 1)
    },
    Case(name: "two processes, one signs out", processes: 2, signedIn: true) {
      ($0.refusedNeeds, $0.signOuts, $0.losses) = (2, 1, 1)
    },
    Case(name: "two processes, one signs out, the server revokes", processes: 2, signedIn: true) {
      ($0.refusedNeeds, $0.signOuts, $0.revocations) = (1, 1, 1)
    },
    Case(name: "two processes, one signs in", processes: 2, signedIn: true) {
      ($0.refusedNeeds, $0.signIns, $0.kills) = (2, 1, 1)
    },
    Case(name: "a first sign-in", processes: 2, signedIn: false) {
      ($0.needs, $0.launches, $0.signIns, $0.signOuts, $0.failedWrites) = (1, 1, 1, 1, 1)
    },
  ]

  @Test(
    "CMP-1, CMP-3, ENT-4: no order of losses, copies, kills and sign-outs loses or revives a session or loses a sign-out, and each caller gets one response",
    arguments: cases)
  private func everyOrder(_ explored: Case) async {
    var budget = World.Budget()
    explored.change(&budget)
    let world = World(
      processes: explored.processes, signedIn: explored.signedIn, budget: budget)
    let exploration = await Exploration(of: world)
    print(
      "session exploration: \(explored.name): \(exploration.states) states,",
      "\(exploration.steps) steps, \(exploration.rests) at rest")
    #expect(exploration.flaw == nil)
    #expect(exploration.rests > 0)
  }

  @Test("A store that accepts a late response revives a session, which the exploration would find")
  func seesRevival() async {
    var budget = World.Budget()
    (budget.refusedNeeds, budget.signOuts) = (1, 1)
    let world = World(
      processes: 2, signedIn: true, budget: budget, fault: .lateAnswersCount)
    #expect(await Exploration(of: world).flaw?.contains("came back after its sign-out") == true)
  }

  @Test(
    "A server without a repeated successor signs users out after a loss, which it would find too")
  func seesReuse() async {
    var budget = World.Budget()
    (budget.refusedNeeds, budget.losses) = (1, 1)
    let world = World(
      processes: 1, signedIn: true, budget: budget, fault: .noSecondSuccessor)
    #expect(await Exploration(of: world).flaw?.contains("for a stolen one") == true)
  }
}
