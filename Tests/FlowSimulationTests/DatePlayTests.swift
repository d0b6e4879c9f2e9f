import FlowMachine
import FlowSimulation
import TestSupport
import Testing

/// A flow that asks for dates is played by scripts and proven as any other.
@Suite struct DatePlayTests {
  private static let flow = Result { try TestFlow.load("Tests/Flows/birthday.flow.yaml") }

  @Test("A script types dates, and an invalid one keeps the form from being sent")
  func script() throws {
    let problem = try Stages.play(
      """
        - launch
        - type: {born: "2026-02-30"}
        - {tap: next, refused: incomplete}
        - type: {born: "1990-07-09", start: "2026-10-01"}
        - tap: next
        - expect: {screen: done, texts: [Born on 1990-07-09.]}
      """, on: Self.flow.get())
    #expect(problem == nil)
  }

  @Test("The form of the page's tests has a date")
  func page() throws {
    let form = try TestFlow.load("Tests/Web/form.flow.yaml")
    #expect(form.tables.elements.contains { $0.kind == .date })
  }

  @Test("A script cannot toggle a date")
  func wrongStep() throws {
    #expect(throws: Stages.Wrong.self) {
      try Stages.play("  - launch\n  - {toggle: {born: true}}\n", on: Self.flow.get())
    }
  }

  @Test("A script says when it begins, and a form is judged by the day of its submit")
  func begins() throws {
    let flow = try TestFlow.load("Tests/Flows/come-of-age.flow.yaml")
    let script = try Stages.script(
      """
      begins: 2026-02-28T22:59:00Z
      device: {utcOffset: 60}
      steps:
        - launch
        - type: {born: "2008-02-29"}
        - {tap: next, refused: incomplete}
        - expect: {problems: {born: Enter an earlier date.}}
        - wait: 1m
        - tap: next
        - expect: {screen: done}
      """, for: flow)
    #expect(Player(script, flow).run() == nil)
    #expect(throws: Stages.Wrong.self) {
      try Stages.script("begins: tomorrow\nsteps: [launch]", for: flow)
    }
  }

  @Test("A script that the proof writes plays on a device, whose day is that of the proof")
  func sameDay() {
    #expect(SimulatedDevice.Settings().start == FlowMachine.explorationTime)
  }
}
