import FlowMachine
import Statechart

/// The rows of `portico-bench engine`, in their order.
enum EngineBench {
  /// Measures everything, and passes on each row as soon as it is done.
  ///
  /// - Throws: `WorkloadError` if the engine did not do what the workload requires.
  static func run(_ stopwatch: Stopwatch = Stopwatch(), _ show: (Row) -> Void) throws {
    let exercise = try Exercise()
    var chart = try ChartBench(exercise)
    var machine = try MachineBench(exercise)

    show(stopwatch.row("steady", eventsEach: 6, &chart) { $0.steady($1) })
    show(try stopwatch.row("full-run", eventsEach: 27, &chart) { try $0.fullRun($1) })
    show(stopwatch.row("machine steady", eventsEach: 6, &machine) { $0.steady($1) })
    show(try stopwatch.row("machine full-run", eventsEach: 27, &machine) { try $0.fullRun($1) })
    show(stopwatch.row("create+start", unit: "ns", &chart) { $0.createAndStart($1) })
    show(Row("instance size", value: chart.instanceSize(), unit: "B"))
    var loading = exercise
    show(try stopwatch.row("load", unit: "ns", &loading) { try $0.load($1) })
    show(stopwatch.row("snapshot save", unit: "ns", &machine) { $0.save($1) })
    show(try stopwatch.row("snapshot restore", unit: "ns", &machine) { try $0.restore($1) })
    show(stopwatch.row("journal append", unit: "ns/step", &machine) { $0.append($1) })
    show(stopwatch.row("traced steady", eventsEach: 6, &machine) { $0.tracedSteady($1) })

    let cycles = 1_000
    let steady = AllocationCounter.count { chart.steady(cycles) }
    show(Row("allocations steady", value: steady / Double(6 * cycles), unit: "1/event"))
    let full = try AllocationCounter.count { try chart.fullRun(cycles) }
    show(Row("allocations full-run", value: full / Double(27 * cycles), unit: "1/event"))

    var exploration = try ExplorationBench(exercise)
    let times = try stopwatch.row("exploration", unit: "ns", &exploration) { try $0.explore($1) }
    show(times.rate("exploration states", of: exploration.states))
    show(times.rate("exploration transitions", of: exploration.transitions))

    var tests = FlowTestBench()
    show(
      try stopwatch.row("flow tests, sign-in", unit: "ns", &tests) { try $0.signIn($1) }
        .rate("flow tests, sign-in", of: 1))
    show(
      try stopwatch.row("flow tests, kill", unit: "ns", &tests) { try $0.kill($1) }
        .rate("flow tests, kill", of: 1))
  }
}
