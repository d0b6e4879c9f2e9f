import Statechart
import Testing

@Suite("Endless steps, and steps from outside")
struct StepLimitTests {
  @Test("A chart in an endless loop is stopped at the limit of microsteps, in a legal state")
  func circle() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .leaf("a", [.on("go", to: "b")]), .leaf("b", [.always(to: "c")]),
          .leaf("c", [.always(to: "b")]),
        ]))
    let result = run.send("go")
    #expect(result.isEndless)
    #expect(result.microsteps == ChartLimits.microsteps + 1)
    #expect(run.isLegal)
  }

  @Test("A chart that raises events endlessly is stopped, and the remaining events are dropped")
  func raisingCircle() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .leaf("a", [.on("go", do: [.raise("go"), .raise("go")]), .on("next", to: "b")]),
          .leaf("b"),
        ]))
    #expect(run.send("go").isEndless)
    #expect(run.settle().microsteps == 0)
    #expect(!run.send("next").isEndless)
    #expect(run.leaves == ["b"])
  }

  @Test("As many microsteps as the limit allows are not an endless loop")
  func justEnough() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .leaf(
            "a",
            [
              .on("go", do: [.add("x", 1)]),
              .always(
                if: .and(.cell("x", .greater, 0), .cell("x", .less, 1_000)), do: [.add("x", 1)]),
            ])
        ]), cells: [SketchCell(name: "x", initial: 0)])
    let result = run.send("go")
    #expect(!result.isEndless)
    #expect(result.microsteps == 1_000)
    #expect(run[cell: "x"] == 1_000)
  }

  private let rooms: SketchState = .compound(
    "root",
    [
      .compound(
        "house", enter: [.note("in house")], exit: [.note("out house")],
        [
          .leaf("hall", exit: [.note("out hall")]), .leaf("attic", enter: [.note("in attic")]),
          .leaf("cellar", [.always(to: "hall")]),
        ]),
      .leaf("garden"),
    ])

  @Test("A move exits and enters as a transition would, then runs to rest")
  func move() throws {
    var run = try ChartRun.started(rooms)
    run.move(from: "hall", to: "attic")
    #expect(run.takeLog() == ["out hall", "-hall", "+attic", "in attic"])
    run.move(from: "attic", to: "garden")
    #expect(run.takeLog() == ["-attic", "out house", "-house", "+garden"])
    run.move(from: "garden", to: "cellar")
    #expect(
      run.takeLog() == [
        "-garden", "+house", "in house", "+cellar", "-cellar", "cellar#0", "+hall",
      ])
  }

  @Test("A move within one region does not affect the others")
  func moveInRegion() throws {
    var run = try ChartRun.started(
      .parallel(
        "root",
        [
          .compound("left", [.leaf("l1"), .leaf("l2")]), .compound("right", [.leaf("r1")]),
        ]))
    run.move(from: "l1", to: "l2")
    #expect(run.takeLog() == ["-l1", "+l2"])
  }

  @Test("A move to a history restores its recorded value")
  func moveToHistory() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .compound(
            "c",
            [
              .history("h", isDeep: true, default: "a"),
              .compound("a", [.leaf("a1", [.on("go", to: "a2")]), .leaf("a2")]),
            ]),
          .leaf("out"),
        ]))
    run.send("go")
    run.move(from: "a2", to: "out")
    _ = run.takeLog()
    run.move(from: "out", to: "h")
    #expect(run.takeLog() == ["-out", "+c", "+a", "+a2"])
  }

  @Test("A restart starts a region again, but only an active one")
  func restart() throws {
    var run = try ChartRun.started(rooms)
    run.move(from: "hall", to: "attic")
    _ = run.takeLog()
    run.restart("house")
    #expect(run.takeLog() == ["-attic", "+hall"])
    run.move(from: "hall", to: "garden")
    _ = run.takeLog()
    run.restart("house")
    #expect(run.takeLog().isEmpty)
  }
}
