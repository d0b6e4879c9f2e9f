import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import Statechart
import Testing

/// Whatever happens to an app, and in whatever order, some things hold.
@Suite struct MonkeyTests {
  /// Forty from `PORTICO_SEED` on, or from 1.
  static let seeds: [UInt64] = {
    let first = ProcessInfo.processInfo.environment["PORTICO_SEED"].flatMap { UInt64($0) } ?? 1
    return (0..<40).map { first &+ $0 }
  }()

  @Test(
    "ENT-4: after any history the onboarding still ends on D, once all works (seeds printed)",
    arguments: seeds)
  func onboarding(seed: UInt64) throws {
    let flow = try Stages.onboarding.get()
    var monkey = Monkey(flow, seed: seed)
    try unleash(&monkey, seed)
    for _ in 0..<10 {
      monkey.comeToRest()
      let machine = try #require(
        monkey.device.driver?.machine, "seed \(seed): \(monkey.device.words)")
      let screen = flow.stateName(try #require(machine.screenState)).string
      if screen == "screenD" { return }
      // A person who goes on: chooses, taps.
      if let origin = flow.element(named: "origin".bytes, in: machine.topElements) {
        monkey.device.send(.set(origin, .option(0)))
      }
      if let next = flow.element(named: "next".bytes, in: machine.topElements) {
        monkey.device.send(.tap(next))
      }
    }
    Issue.record("seed \(seed): a dead end")
  }

  @Test(
    "ENT-3, ENT-4: after any history the wallet can be entered, and nothing was paid twice (seeds printed)",
    arguments: seeds)
  func wallet(seed: UInt64) throws {
    let flow = try Stages.wallet.get()
    var monkey = Monkey(flow, seed: seed)
    try unleash(&monkey, seed)
    let pay = monkey.device.network.record(of: "pay".bytes)
    #expect(pay.sendCount <= monkey.sendTaps, "seed \(seed): paid more often than tapped")
    for _ in 0..<10 {
      monkey.comeToRest()
      let machine = try #require(
        monkey.device.driver?.machine, "seed \(seed): \(monkey.device.words)")
      let screen = flow.stateName(try #require(machine.screenState)).string
      if screen == "home" {
        #expect(machine.runningServices.count == 2, "seed \(seed)")
        return
      }
      try goOn(from: screen, monkey.device)
    }
    Issue.record("seed \(seed): a dead end")
  }

  private func goOn(from screen: String, _ device: SimulatedDevice) throws {
    func element(_ name: String) throws -> ElementID {
      let machine = try #require(device.driver?.machine)
      return try #require(device.flow.element(named: name.bytes, in: machine.topElements))
    }
    switch screen {
    case "signIn":
      device.send(.type(try element("email"), "ada@example.org".bytes))
      let password = try element("password")
      device.run { driver throws(Killed) in
        try driver.type("CANARY-last".bytes, into: password)
      }
      device.send(.tap(try element("submit")))
    case "receipt": device.send(.tap(try element("done")))
    default: device.send(.back)
    }
  }

  /// Lets a monkey do 250 things, and looks at what must hold at every moment.
  private func unleash(_ monkey: inout Monkey, _ seed: UInt64) throws {
    let device = monkey.device
    var trace: [Text] = []
    var recording: [Text] = []
    device.trace = { trace.append($0) }
    device.record = { recording.append($0) }
    for _ in 0..<250 {
      monkey.act()
      #expect(!device.isEndless, "seed \(seed)")
    }
    let canary = "CANARY".bytes
    for text in [device.journal.bytes] + device.journal.asides + trace + recording
      + Array(device.preferences.values.values)
    {
      #expect(text.firstRange(of: canary) == nil, "seed \(seed): a secret leaked")
    }
    for (name, record) in device.network.records {
      #expect(record.misusedKeyCount == 0, "seed \(seed): \(name.string)")
    }
    try replay(device, recording, trace, seed)
  }

  private func replay(
    _ device: SimulatedDevice, _ recording: [Text], _ trace: [Text], _ seed: UInt64
  ) throws {
    #expect(recording.count == trace.count, "seed \(seed)")
    var replay = Replay(device.flow)
    for (line, traced) in zip(recording, trace) {
      let again = try replay.take(line)
      #expect(again == traced, "seed \(seed): \(line.string)")
    }
    guard let machine = device.driver?.machine else { return }
    #expect(replay.machine?.journalRecord == machine.journalRecord, "seed \(seed)")
  }
}

extension SimulatedDevice {
  /// What is to be known about an app that does not run.
  fileprivate var words: String {
    "\(String(describing: launchFailure)), \(String(describing: lastPoint)), \(killCount) kills"
  }
}
