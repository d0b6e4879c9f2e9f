import Statechart
import Testing

@Suite("Which transitions are taken")
struct ConflictTests {
  @Test("A transition of an inner state takes priority over one of an outer state")
  func innerFirst() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .compound(
            "c", [.on("go", to: "d")],
            [
              .leaf("a", [.on("go", to: "b")]), .leaf("b"),
            ]),
          .leaf("d"),
        ]))
    run.send("go")
    #expect(run.takeLog() == ["-a", "a#0", "+b"])
    run.send("go")
    #expect(run.takeLog() == ["-b", "-c", "c#0", "+d"])
  }

  @Test("The first transition in document order whose guard holds is taken")
  func documentOrder() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .leaf(
            "a",
            [
              .on("go", if: .asked(false), to: "b"), .on("other", to: "b"), .on("go", to: "c"),
              .on("go", to: "b"),
            ]),
          .leaf("b"), .leaf("c"),
        ]))
    run.send("go")
    #expect(run.takeLog() == ["-a", "a#2", "+c"])
  }

  @Test("Regions take their transitions together, in document order")
  func together() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .parallel(
            "p",
            [
              .compound(
                "left", [.leaf("l1", [.on("go", to: "l2", do: [.note("left")])]), .leaf("l2")]),
              .compound(
                "right", [.leaf("r1", [.on("go", to: "r2", do: [.note("right")])]), .leaf("r2")]),
            ])
        ]))
    let result = run.send("go")
    #expect(result.microsteps == 1)
    #expect(
      run.takeLog() == ["-r1", "-l1", "l1#0", "left", "r1#0", "right", "+l2", "+r2"])
  }

  @Test("If two regions would leave a common state, the first in document order wins")
  func firstRegionWins() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .parallel(
            "p",
            [
              .compound("left", [.leaf("l1", [.on("go", to: "out")])]),
              .compound("right", [.leaf("r1", [.on("go", to: "r2")]), .leaf("r2")]),
            ]),
          .leaf("out"),
        ]))
    run.send("go")
    #expect(run.takeLog() == ["-r1", "-right", "-l1", "-left", "-p", "l1#0", "+out"])
  }

  @Test("A transition of a descendant preempts an earlier one of its ancestor")
  func descendantPreempts() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .parallel(
            "p", [.on("go", to: "out")],
            [
              .compound("left", [.leaf("l1")]),
              .compound("right", [.leaf("r1", [.on("go", to: "r2")]), .leaf("r2")]),
            ]),
          .leaf("out"),
        ]))
    run.send("go")
    #expect(run.takeLog() == ["-r1", "r1#0", "+r2"])
  }

  @Test("A transition without a target conflicts with no other")
  func targetlessNeverConflicts() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .parallel(
            "p",
            [
              .compound("left", [.leaf("l1", [.on("go", do: [.note("only acts")])])]),
              .compound("right", [.leaf("r1", [.on("go", to: "out")])]),
            ]),
          .leaf("out"),
        ]))
    run.send("go")
    #expect(
      run.takeLog() == ["-r1", "-right", "-l1", "-left", "-p", "l1#0", "only acts", "r1#0", "+out"])
  }

  @Test("A transition that several leaves select is taken once")
  func chosenTwice() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .parallel(
            "p", [.on("go", do: [.note("once")])],
            [
              .compound("left", [.leaf("l1")]), .compound("right", [.leaf("r1")]),
            ])
        ]))
    run.send("go")
    #expect(run.takeLog() == ["p#0", "once"])
  }
}
