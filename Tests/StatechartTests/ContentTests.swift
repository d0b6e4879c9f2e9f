import Statechart
import Testing

@Suite("Actions and guards")
struct ContentTests {
  private func run(_ steps: [Step], x: Int64? = 1, y: Int64? = nil) throws -> ChartRun {
    var run = try ChartRun.started(
      .compound(
        "root", [.on("error", do: [.note("error")])],
        [
          .leaf("a", [.on("go", do: steps)])
        ]), cells: [SketchCell(name: "x", initial: x), SketchCell(name: "y", initial: y)])
    run.send("go", value: 5)
    return run
  }

  @Test("Only conditional actions are skipped when their guard does not hold")
  func conditional() throws {
    var run = try run([
      .when(.cell("x", .equal, 2), [.note("no"), .note("no either")]), .note("always"),
      .when(.cell("x", .equal, 1), [.note("yes"), .when(.asked(false), [.note("never")])]),
      .note("end"),
    ])
    #expect(run.takeLog() == ["a#0", "always", "yes", "end"])
  }

  @Test("A conditional action sees the effects of earlier actions")
  func conditionalSeesChanges() throws {
    var run = try run([.add("x", 1), .when(.cell("x", .equal, 2), [.note("grown")])])
    #expect(run.takeLog() == ["a#0", "grown"])
  }

  @Test("A failing action ends its block and raises the error event, and undoes nothing")
  func failure() throws {
    var run = try run([.set("x", 7), .fails, .note("not reached")])
    #expect(run.takeLog() == ["a#0", "root#0", "error"])
    #expect(run[cell: "x"] == 7)
  }

  @Test("A failure in one block does not affect the other blocks of the step")
  func failureIsLocal() throws {
    var run = try ChartRun.started(
      .compound(
        "root", [.on("error", do: [.note("error")])],
        [
          .leaf("a", exit: [.fails], [.on("go", to: "b", do: [.note("act")])]),
          .leaf("b", enter: [.note("in")]),
        ]))
    run.send("go")
    #expect(run.takeLog() == ["-a", "a#0", "act", "+b", "in", "root#0", "error"])
  }

  @Test("An overflowing sum is an error, and so is adding to an absent cell")
  func sums() throws {
    var overflow = try run([.add("x", .max)])
    #expect(overflow.takeLog() == ["a#0", "root#0", "error"])
    #expect(overflow[cell: "x"] == 1)
    var nothing = try run([.add("y", 1)])
    #expect(nothing.takeLog() == ["a#0", "root#0", "error"])
  }

  @Test("Cells take constants, other cells, the event's value, or nothing")
  func assignments() throws {
    let run = try run([.copy("y", from: "x"), .setToEvent("x")])
    #expect([run[cell: "x"], run[cell: "y"]] == [5, 1])
    let cleared = try self.run([.set("x", nil)])
    #expect(cleared[cell: "x"] == nil)
  }

  @Test(
    "An absent cell differs from everything, and is neither less nor greater",
    arguments: [
      (Comparison.equal, false), (.notEqual, true), (.less, false), (.lessOrEqual, false),
      (.greater, false), (.greaterOrEqual, false),
    ])
  func absentComparison(comparison: Comparison, expected: Bool) throws {
    for condition in [
      Condition.cell("y", comparison, 0), .cells("y", comparison, "x"),
      .cells("x", comparison, "y"),
      .cells("y", comparison, "y"),
    ] {
      var run = try run([.when(condition, [.note("holds")])])
      #expect(run.takeLog().contains("holds") == expected)
    }
  }

  @Test(
    "Comparisons compare two numbers",
    arguments: [
      (Comparison.equal, [false, true, false]), (.notEqual, [true, false, true]),
      (.less, [true, false, false]), (.lessOrEqual, [true, true, false]),
      (.greater, [false, false, true]), (.greaterOrEqual, [false, true, true]),
    ])
  func comparisons(comparison: Comparison, expected: [Bool]) throws {
    let results = try [Int64(0), 1, 2].map { value in
      var run = try run([.when(.cell("x", comparison, 1), [.note("holds")])], x: value)
      return run.takeLog().contains("holds")
    }
    #expect(results == expected)
  }

  @Test("Guards combine tests with and, or, not, in any nesting")
  func joined() throws {
    for bits in 0..<8 {
      let values = (0..<3).map { bits >> $0 & 1 == 1 }
      let tests = values.map { Condition.asked($0) }
      let condition = Condition.or(
        .and(tests[0], .not(.or(tests[1], .not(tests[2])))), .and(.not(tests[0]), tests[1]))
      var run = try run([.when(condition, [.note("holds")])])
      let expected = (values[0] && !(values[1] || !values[2])) || (!values[0] && values[1])
      #expect(run.takeLog().contains("holds") == expected, "\(values)")
    }
  }

  @Test("A guard can ask which states are active, even during an exit")
  func inState() throws {
    var run = try ChartRun.started(
      .compound(
        "root",
        [
          .compound(
            "c", exit: [.when(.not(.active("a")), [.note("a is left")])],
            [
              .leaf(
                "a", exit: [.when(.active("a"), [.note("still in a")])],
                [
                  .on("go", if: .and(.active("c"), .not(.active("b"))), to: "b")
                ])
            ]),
          .leaf("b"),
        ]))
    run.send("go")
    #expect(run.takeLog() == ["still in a", "-a", "a is left", "-c", "a#0", "+b"])
  }
}
