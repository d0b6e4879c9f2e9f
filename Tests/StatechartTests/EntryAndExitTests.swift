import Statechart
import Testing

@Suite("The order of exits, actions and entries")
struct EntryAndExitTests {
  @Test("A start enters parents before children, in document order, through all regions")
  func start() throws {
    var run = try ChartRun(
      Sketch(
        root: .compound(
          "root", enter: [.note("in root")],
          [
            .parallel(
              "p",
              [
                .compound("left", [.leaf("l1", enter: [.note("in l1")]), .leaf("l2")]),
                .compound("right", initial: ["r2"], [.leaf("r1"), .leaf("r2")]),
              ])
          ])))
    let result = run.start()
    #expect(result == StepResult(isTaken: true, microsteps: 1, isEndless: false))
    #expect(
      run.takeLog() == ["+root", "in root", "+p", "+left", "+l1", "in l1", "+right", "+r2"])
    #expect(run.state.isRunning)
  }

  @Test("A step exits children first in reverse document order, acts, then enters parents first")
  func fullStep() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .parallel(
            "p", exit: [.note("out p")], [.on("go", to: "q", do: [.note("act")])],
            [
              .compound("left", [.leaf("l", exit: [.note("out l")])]),
              .compound("right", [.leaf("r", exit: [.note("out r")])]),
            ]),
          .compound("q", enter: [.note("in q")], [.leaf("q1", enter: [.note("in q1")])]),
        ]))
    run.send("go")
    #expect(
      run.takeLog() == [
        "out r", "-r", "-right", "out l", "-l", "-left", "out p", "-p", "p#0", "act", "+q",
        "in q", "+q1", "in q1",
      ])
  }

  @Test(
    "An external transition of a compound state exits and reenters it, an internal one does not"
  )
  func internalAndExternal() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .compound(
            "c",
            [.on("out", to: "b"), .on("in", to: "b", isInternal: true)], [.leaf("a"), .leaf("b")])
        ]))
    run.send("in")
    #expect(run.takeLog() == ["-a", "c#1", "+b"])
    run.send("out")
    #expect(run.takeLog() == ["-b", "-c", "c#0", "+c", "+b"])
  }

  @Test("An internal transition whose target is outside its source is external")
  func internalOutside() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .compound("c", [.on("go", to: "d", isInternal: true)], [.leaf("a")]), .leaf("d"),
        ]))
    run.send("go")
    #expect(run.takeLog() == ["-a", "-c", "c#0", "+d"])
  }

  @Test("A transition of a state to itself exits and reenters it")
  func selfTransition() throws {
    var run = try ChartRun.started(
      .compound("root", [.leaf("a", enter: [.note("again")], [.on("go", to: "a")])]))
    run.send("go")
    #expect(run.takeLog() == ["-a", "a#0", "+a", "again"])
  }

  @Test("A transition without a target exits nothing")
  func targetless() throws {
    var run = try ChartRun.started(
      .compound("root", [.leaf("a", [.on("go", do: [.note("act")])])]))
    let result = run.send("go")
    #expect(result == StepResult(isTaken: true, microsteps: 1, isEndless: false))
    #expect(run.takeLog() == ["a#0", "act"])
  }

  @Test("An event that enables no transition changes nothing")
  func unwantedEvent() throws {
    var run = try ChartRun.started(
      .compound("root", [.leaf("a", [.on("go", if: .asked(false), to: "b")]), .leaf("b")]))
    let before = run.state
    let result = run.send("go")
    #expect(result == StepResult(isTaken: false, microsteps: 0, isEndless: false))
    #expect(run.state == before)
    #expect(run.takeLog().isEmpty)
  }

  @Test("Several targets fill their regions, and defaults fill the others")
  func severalTargets() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .leaf("a", [.on("go", to: "l2", "r2")]),
          .parallel(
            "p",
            [
              .compound("left", [.leaf("l1"), .leaf("l2")]),
              .compound("middle", [.leaf("m1"), .leaf("m2")]),
              .compound("right", [.leaf("r1"), .leaf("r2")]),
            ]),
        ]))
    run.send("go")
    #expect(run.leaves == ["l2", "m1", "r2"])
  }

  @Test("Initial states may be nested deeper, and in several regions")
  func deepInitial() throws {
    var run = try ChartRun(
      Sketch(
        root: .compound(
          "root", initial: ["l2", "r2"],
          [
            .parallel(
              "p",
              [
                .compound("left", [.leaf("l1"), .leaf("l2")]),
                .compound("right", [.leaf("r1"), .leaf("r2")]),
              ])
          ])))
    run.start()
    #expect(run.leaves == ["l2", "r2"])
  }

  @Test("A transition from one region of a parallel state to another exits the whole state")
  func acrossRegions() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .parallel(
            "p",
            [
              .compound("left", [.leaf("l1", [.on("go", to: "r2")])]),
              .compound("right", [.leaf("r1"), .leaf("r2")]),
            ])
        ]))
    run.send("go")
    #expect(
      run.takeLog() == [
        "-r1", "-right", "-l1", "-left", "-p", "l1#0", "+p", "+left", "+l1", "+right", "+r2",
      ])
  }

  @Test("Regions of a parallel root that a transition exits are entered again")
  func acrossRegionsOfRoot() throws {
    var run = try ChartRun.started(
      .parallel(
        "root",
        [
          .compound("left", [.leaf("l1", [.on("go", to: "r2")])]),
          .compound("right", [.leaf("r1"), .leaf("r2")]),
          .leaf("third"),
        ]))
    run.send("go")
    #expect(run.active == ["root", "left", "l1", "right", "r2", "third"])
    #expect(run.isLegal)
  }
}
