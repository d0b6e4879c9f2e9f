import Statechart
import Testing

@Suite("Events and their order")
struct EventTests {
  private let log = SketchCell(name: "x", initial: 0)

  @Test("Eventless transitions come before raised events, raised events before the next step")
  func order() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .leaf("a", [.on("go", to: "b", do: [.raise("first"), .raise("second")])]),
          .leaf("b", [.always(to: "c")]),
          .leaf("c", [.on("first", to: "d"), .on("second", to: "a")]),
          .leaf("d", [.on("second", to: "e")]), .leaf("e"),
        ]))
    let result = run.send("go")
    #expect(
      run.takeLog() == [
        "-a", "a#0", "+b", "-b", "b#0", "+c", "-c", "c#0", "+d", "-d", "d#0", "+e",
      ])
    #expect(result.isTaken)
    #expect(result.microsteps == 6)
  }

  @Test("A raised event that enables no transition is discarded")
  func unwantedRaise() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .leaf("a", [.on("go", to: "b", do: [.raise("nobody")])]),
          .leaf("b", [.on("again", to: "c")]), .leaf("c", [.on("nobody", to: "a")]),
        ]))
    run.send("go")
    run.send("again")
    #expect(run.leaves == ["c"])
  }

  @Test("Events raised at entry and at exit are processed in the order in which they were raised")
  func raisedEverywhere() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [.on("x", do: [.note("x")]), .on("y", do: [.note("y")]), .on("z", do: [.note("z")])],
        [
          .leaf("a", exit: [.raise("x")], [.on("go", to: "b", do: [.raise("y")])]),
          .leaf("b", enter: [.raise("z")]),
        ]))
    run.send("go")
    #expect(run.takeLog().filter { $0.count == 1 } == ["x", "y", "z"])
  }

  @Test("The value of an event is available in its own step only")
  func eventValue() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .leaf(
            "a", exit: [.setToEvent("x")],
            [
              .on("go", if: .event(.greater, 6), to: "b", do: [.raise("next")])
            ]),
          .leaf("b", enter: [.setToEvent("y")], [.on("next", to: "c")]),
          .leaf("c", enter: [.setToEvent("z")]),
        ]), cells: ["x", "y", "z"].map { SketchCell(name: $0, initial: 0) })
    run.send("go", value: 6)
    #expect(run.leaves == ["a"])
    run.send("go", value: 7)
    #expect([run[cell: "x"], run[cell: "y"], run[cell: "z"]] == [7, 7, nil])
  }

  @Test("A compound state is done when its final child is entered")
  func doneOfCompound() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .compound(
            "c", [.on("done.c", to: "d")], done: "done.c",
            [
              .leaf("a", [.on("go", to: "f")]), .final("f"),
            ]),
          .leaf("d"),
        ]))
    run.send("go")
    #expect(run.takeLog() == ["-a", "a#0", "+f", "-f", "-c", "c#0", "+d"])
  }

  @Test("A parallel state is done when all its regions are, after the last region's done event")
  func doneOfParallel() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .parallel(
            "p",
            [
              .on("done.left", do: [.note("left")]), .on("done.right", do: [.note("right")]),
              .on("done.p", do: [.note("all")]),
            ], done: "done.p",
            [
              .compound(
                "left", done: "done.left", [.leaf("l", [.on("one", to: "lf")]), .final("lf")]),
              .compound(
                "right", done: "done.right", [.leaf("r", [.on("two", to: "rf")]), .final("rf")]),
            ])
        ]))
    run.send("one")
    #expect(run.takeLog().filter { $0.count > 3 } == ["left"])
    run.send("two")
    #expect(run.takeLog().filter { $0.count > 4 || $0 == "all" } == ["right", "all"])
  }

  @Test("A final child of the root ends the chart, which then takes no more events")
  func doneOfRoot() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .leaf("a", [.on("go", to: "f", do: [.raise("more")])]), .final("f"), .leaf("b"),
        ]))
    let result = run.send("go")
    #expect(!run.state.isRunning)
    #expect(!result.isEndless)
    #expect(run.send("go") == StepResult(isTaken: false, microsteps: 0, isEndless: false))
    #expect(run.isLegal)
  }

  @Test("Delayed events are values: the chart says what to start and stop, and keeps no time")
  func delayed() throws {
    let sketch = Sketch(
      root: .compound(
        "root",
        [
          .leaf("a", enter: [.schedule(0)], exit: [.cancel(0)], [.on("late", to: "b")]), .leaf("b"),
        ]), delays: ["late"])
    var run = try ChartRun(sketch)
    run.start()
    #expect(run.takeLog() == ["+root", "+a", "schedule 0"])
    let row = run.drawn.chart.delayedEvents[0]
    #expect(row == DelayedEventRow(event: run.drawn.events["late"] ?? noID, milliseconds: 1_000))
    run.send("late")
    #expect(run.takeLog() == ["cancel 0", "-a", "a#0", "+b"])
  }

  @Test("A macrostep is completed in one call")
  func runToCompletion() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .leaf("a", [.on("go", to: "b")]), .leaf("b", [.always(to: "c")]),
          .leaf("c", [.always(to: "d")]), .leaf("d"),
        ]))
    #expect(run.send("go").microsteps == 3)
    #expect(run.settle().microsteps == 0)
    #expect(run.leaves == ["d"])
  }
}
