import FlowMachine
import FlowSimulation
import Foundation
import TestSupport
import Testing

/// The play scripts of the shipped flows.
@Suite struct ShippedScriptsTests {
  /// How many rows each part of the requirements has.
  static let rows = [
    ("MKT", 10), ("PHN", 10), ("ONB", 12), ("BOOT", 18), ("ACC", 9), ("ENT", 10),
  ]

  @Test(
    "Every requirement has a play script named after it that says it proves it", arguments: rows)
  func coverage(part: String, count: Int) throws {
    for number in 1...count {
      let mine = Shipped.scripts.filter { $0.name.hasPrefix("\(part)-\(number)-") }
      #expect(!mine.isEmpty, "no script for \(part)-\(number)")
      for script in mine { #expect(try script.read().proves.contains("\(part)-\(number)")) }
    }
  }

  @Test("A folder of flows is a shipped flow, or a part of one")
  func complete() {
    let documents = Repository.files(below: "Flows", ending: ".flow.yaml")
    for document in documents where !document.contains("/versions/") {
      let folders = document.split(separator: "/").map(String.init)
      let isPart = folders.count == 4 && folders[1] == "shared"
      #expect(isPart || folders.count == 3 && Shipped.names.contains(folders[1]), "\(document)")
    }
    #expect(Shipped.scripts.contains { $0.name.hasPrefix("exercise/") })
  }

  @Test("Each script passes", arguments: Shipped.scripts)
  func plays(script: Shipped.Script) throws {
    let failure = try Player(script.read(), Shipped.flow(script.flow)).run()
    #expect(failure == nil, "\(failure?.description ?? "")")
  }

  @Test("Each script gives the same trace each time", arguments: Shipped.scripts)
  func repeats(script: Shipped.Script) throws {
    var traces: [[String]] = [[], []]
    for index in traces.indices {
      let player = try Player(
        script.read(), Shipped.flow(script.flow), write: { traces[index].append($0.string) })
      _ = player.run()
    }
    #expect(traces[0] == traces[1])
    #expect(traces[0].last?.contains(#""verdict":"passed""#) == true)
  }

  /// A second kill at each point of each relaunch squares the number of runs: of long scripts that is
  /// a matter for `scripts/soak kills`.
  static let mostRunsTwice = 40

  @Test(
    "ENT-3: each script ends the same wherever the app is killed, the short ones even twice",
    arguments: Shipped.scripts)
  func killed(script: Shipped.Script) throws {
    var everywhere = try KillEverywhere(script.read(), Shipped.flow(script.flow))
    var result = everywhere.run()
    #expect(result.unkilledFailure == nil)
    #expect(result.runCount > 3)
    let wantsAll = ProcessInfo.processInfo.environment["PORTICO_KILLS"] != nil
    if result.isPassed, wantsAll || result.runCount <= Self.mostRunsTwice {
      everywhere.killsRelaunches = true
      result = everywhere.run()
    }
    for failure in result.failures { Issue.record("\(failure.place): \(failure.problems)") }
  }
}
