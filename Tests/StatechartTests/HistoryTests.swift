import Statechart
import Testing

@Suite("Histories")
struct HistoryTests {
  /// `c` with a deep tree in it, and a state outside from which its history is entered.
  private func chart(isDeep: Bool) -> SketchState {
    .compound(
      "root",
      [
        .compound(
          "c", initial: ["a"], [.on("leave", to: "out")],
          [
            .history("h", isDeep: isDeep, default: "b"),
            .compound(
              "a",
              [
                .leaf("a1", [.on("next", to: "a2")]), .leaf("a2"),
              ]),
            .leaf("b"),
          ]),
        .leaf("out", [.on("back", to: "h"), .on("enter", to: "c")]),
      ])
  }

  @Test("A shallow history restores the child, which starts at its initial state again")
  func shallow() throws {
    var run = try ChartRun.started(chart(isDeep: false))
    for event in ["enter", "next", "leave", "back"] { run.send(event) }
    #expect(run.leaves == ["a1"])
  }

  @Test("A deep history restores the leaves")
  func deep() throws {
    var run = try ChartRun.started(chart(isDeep: true))
    for event in ["enter", "next", "leave"] { run.send(event) }
    _ = run.takeLog()
    run.send("back")
    #expect(run.takeLog() == ["-out", "out#0", "+c", "+a", "+a2"])
  }

  @Test("A history without a recorded value leads to its default", arguments: [false, true])
  func withoutRecord(isDeep: Bool) throws {
    var sketch = chart(isDeep: isDeep)
    sketch.initial = ["out"]
    var run = try ChartRun.started(sketch)
    run.send("back")
    #expect(run.leaves == ["b"])
  }

  @Test("A history records the last visit, not the first")
  func lastVisit() throws {
    var run = try ChartRun.started(chart(isDeep: true))
    for event in ["enter", "next", "leave", "enter", "leave", "back"] { run.send(event) }
    #expect(run.leaves == ["a1"])
  }

  @Test("A deep history of a parallel state restores every region")
  func parallel() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .parallel(
            "p", [.on("leave", to: "out")],
            [
              .history("h", isDeep: true, default: "l1"),
              .compound("left", [.leaf("l1", [.on("go", to: "l2")]), .leaf("l2")]),
              .compound("right", [.leaf("r1", [.on("go", to: "r2")]), .leaf("r2")]),
            ]),
          .leaf("out", [.on("back", to: "h")]),
        ]))
    for event in ["go", "leave", "back"] { run.send(event) }
    #expect(run.leaves == ["l2", "r2"])
  }

  @Test("A history records the configuration before any exit")
  func recordedBeforeExit() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .compound(
            "c", [.on("leave", to: "out")],
            [
              .history("h", isDeep: true, default: "a"),
              .leaf("a", exit: [.set("seen", 1)]),
            ]),
          .leaf("out", [.on("back", if: .cell("seen", .equal, 1), to: "h")]),
        ]), cells: [SketchCell(name: "seen", initial: 0)])
    for event in ["leave", "back"] { run.send(event) }
    #expect(run.leaves == ["a"])
  }

  @Test("A transition to a history from inside its parent enters nothing that it did not exit")
  func fromInside() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .compound(
            "c", [.on("leave", to: "out")],
            [
              .history("h", isDeep: true, default: "a1"),
              .compound(
                "a",
                [
                  .leaf("a1", [.on("go", to: "h")]), .leaf("a2"),
                ]),
            ]),
          .leaf("out", [.on("visit", to: "a2"), .on("enter", to: "a1")]),
        ]))
    for event in ["leave", "visit", "leave", "enter"] { run.send(event) }
    _ = run.takeLog()
    run.send("go")
    #expect(run.takeLog() == ["-a1", "a1#0", "+a2"])
  }

  @Test("A history can be the initial state of a compound state")
  func asInitial() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .compound(
            "c", initial: ["h"], [.on("leave", to: "out")],
            [
              .history("h", default: "a"),
              .leaf("a", [.on("go", to: "b")]), .leaf("b"),
            ]),
          .leaf("out", [.on("enter", to: "c")]),
        ]))
    #expect(run.leaves == ["a"])
    for event in ["go", "leave", "enter"] { run.send(event) }
    #expect(run.leaves == ["b"])
  }
}
