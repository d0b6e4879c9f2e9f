import FlowMachine
import TestSupport
import Testing

@Suite("Launches as lines of JSON")
struct LaunchLineTests {
  @Test("A launch reads back as it was written, with and without a record")
  func roundTrip() throws {
    let flow = try Fixture.everything.get()
    var monkey = Monkey(seed: SeededGenerator(announcing: "launch lines", seed: 81).seed)
    for _ in 0..<200 {
      var context = monkey.context(of: flow, at: Play.start)
      // A host does not write what the machine would ignore.
      context.facts.removeAll { change in
        let place = flow.tables.facts[Int(change.fact)].place
        let isTold = place == .device || place == .configuration || place == .preferences
        return !isTold || !flow.canHold(change.value, change.fact)
      }
      context.storedSecrets.removeAll { flow.tables.facts[Int($0)].type != .secret }
      context.isRecordLost = monkey.random.chance(50)
      let record: [UInt8]? = monkey.random.chance(50) ? [0, 255, 16] : nil
      let line = flow.write(LaunchLine(context, record: record))
      let read = try flow.launchLine(line)
      #expect(read.context.now == context.now)
      #expect(read.context.entropy == context.entropy)
      #expect(read.context.runID == context.runID)
      #expect(read.context.facts == context.facts, "\(line.string)")
      #expect(read.context.storedSecrets == context.storedSecrets)
      #expect(read.context.isSecureStorageUnreadable == context.isSecureStorageUnreadable)
      #expect(read.context.isRecordLost == context.isRecordLost)
      #expect(read.record == record)
    }
  }

  private static let head = #""at":1,"entropy":"1","run":"00000000000000070000000000000009""#

  @Test(
    "Lines that are not launches are refused",
    arguments: [
      ("", InputError.notJSON), ("{}", .unknownInput), (#"{"launch":[]}"#, .unknownInput),
      (#"{"launch":{}}"#, .wrongValue),
      (
        #"{"launch":{"at":-1,"entropy":"1","run":"00000000000000070000000000000009"}}"#, .wrongValue
      ),
      (
        #"{"launch":{"at":9007199254740992,"entropy":"1","run":"00000000000000070000000000000009"}}"#,
        .wrongValue
      ),
      (#"{"launch":{"at":1,"entropy":"x","run":"00000000000000070000000000000009"}}"#, .wrongValue),
      (#"{"launch":{"at":1,"entropy":"1","run":"7"}}"#, .wrongValue),
      (#"{"launch":{\#(head),"facts":{"nobody":1}}}"#, .unknownName),
      (#"{"launch":{\#(head),"facts":{"draft":"x"}}}"#, .unknownName),
      (#"{"launch":{\#(head),"facts":{"network":1}}}"#, .wrongValue),
      (#"{"launch":{\#(head),"facts":{"color":"pink"}}}"#, .wrongValue),
      (#"{"launch":{\#(head),"secrets":["name"]}}"#, .unknownName),
      (#"{"launch":{\#(head),"secrets":[1]}}"#, .unknownName),
      (#"{"launch":{\#(head),"unreadable":1}}"#, .wrongValue),
      (#"{"launch":{\#(head),"lost":1}}"#, .wrongValue),
      (#"{"launch":{\#(head),"record":"0"}}"#, .wrongValue),
      (#"{"launch":{\#(head),"record":"0g"}}"#, .wrongValue),
      (#"{"launch":{\#(head),"record":7}}"#, .wrongValue),
    ])
  func refused(line: String, error: InputError) throws {
    let flow = try Fixture.everything.get()
    #expect(throws: error) { try flow.launchLine(Array(line.utf8)) }
  }

  @Test("A launch from a line is the launch that was written")
  func launched() throws {
    let flow = try Fixture.onboarding.get()
    var play = try Play(flow)
    play.answer("rFetchExperiments", 200, #""screenB3""#)
    let line = try flow.launchLine(flow.write(LaunchLine(play.context, record: play.record)))
    let machine = try FlowMachine.launch(flow, line.context, record: line.record)
    #expect(
      machine.journalRecord
        == (try FlowMachine.launch(flow, play.context, record: play.record)).journalRecord)
    #expect(machine.screenState == flow.state(named: Text("screenB3")))
  }
}
