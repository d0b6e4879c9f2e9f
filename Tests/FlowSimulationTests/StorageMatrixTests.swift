import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import TestSupport
import Testing

/// Whichever write fails, and wherever the app dies then.
@Suite struct StorageMatrixTests {
  /// Each write of each script, failing in each way; the kills take turns, unless `PORTICO_MATRIX=1` asks for all.
  @Test(
    "ENT-4: whichever write fails, and wherever the app is then killed, nothing is sent twice or lost",
    arguments: Shipped.names)
  func everyWrite(name: String) throws {
    let takesAll = ProcessInfo.processInfo.environment["PORTICO_MATRIX"] == "1"
    let flow = try Shipped.flow(name)
    var runs = 0
    var killed = 0
    for script in Shipped.scripts where script.flow == name {
      let matrix = StorageMatrix(try script.read(), flow)
      let plans = StorageMatrix.Plan.all(writes: matrix.run(nil).writes)
      // Six kills follow each other, so that every seventh plan has another one.
      for (place, plan) in plans.enumerated() where takesAll || place % 7 == 0 {
        let run = matrix.run(plan)
        runs += 1
        if run.wasKilled { killed += 1 }
        #expect(run.problems.isEmpty, "\(script.testDescription): \(plan): \(run.problems)")
      }
    }
    print("storage: \(name): \(runs) runs, \(killed) of them killed")
    #expect(killed > runs / 2)
  }
}
