import FlowMachine
import FlowRuntime
import FlowSimulation
import Statechart
import TestSupport
import Testing

/// A recording tells the machine again all that it was told.
@Suite struct RecordingTests {
  @Test(
    "A recording over a relaunch, a lost response and a full disk replays to the same trace and record"
  )
  func replay() throws {
    let rig = try StorageFailureTests.readyToSignIn()
    rig.journal.fault = StorageFault(.full)
    try rig.tap("submit")
    rig.journal.fault = StorageFault()
    try rig.running.send(.dismiss(0))
    try rig.tap("submit")
    try rig.answer("login", .lost)
    try rig.running.send(.dismiss(0))
    rig.clock.move(to: rig.clock.now + 5_000)
    try rig.launch()
    try rig.type("password", "CANARY-again")
    try rig.tap("submit")
    try rig.answer("login", Rig.tokens)
    try rig.answer("login", Rig.tokens)
    try rig.running.send(.signal(1, number: absent, text: "app://somewhere".bytes))
    try rig.running.send(.foreground(false))

    var replay = Replay(rig.flow)
    for (line, traced) in zip(rig.recording, rig.trace) {
      #expect(try replay.take(line).string == traced.string)
    }
    #expect(rig.recording.count == rig.trace.count)
    #expect(try replay.machine?.journalRecord == rig.running.machine.journalRecord)
  }

  @Test("An invalid line is reported by its number")
  func wrongLine() throws {
    let flow = try TestFlow.wallet.get()
    var replay = Replay(flow)
    #expect(throws: ReplayFailure(line: 1, reason: .notLaunched)) {
      try replay.take(#"{"at":1,"entropy":"0","wake":true}"#.bytes)
    }
    #expect(throws: ReplayFailure(line: 2, reason: .input(.notJSON))) {
      try replay.take(#"{"launch":"#.bytes)
    }
  }
}
