import FlowMachine
import Statechart
import Testing

@testable import PorticoBench

@Suite("The engine's workload")
struct WorkloadTests {
  @Test("Each of four runs ends in D, and a cycle of 27 events presents 23 screens")
  func fullRun() throws {
    #expect(Exercise.fullRun.joined().count == 27)
    var chart = try ChartBench(Exercise())
    let before = (chart.host.presents, chart.host.requests)
    // Checked inside; it throws when a run ends elsewhere or a count is off.
    try chart.fullRun(3)
    #expect(chart.host.presents - before.0 == 3 * 23)
    #expect(chart.host.requests - before.1 == 3 * 15)
  }

  @Test("The machine does the same with real requests, launch included")
  func machineFullRun() throws {
    var machine = try MachineBench(Exercise())
    try machine.fullRun(3)
  }

  @Test("A count that is off, or a run that ends elsewhere, is an error that says so")
  func wrongCounts() {
    for (ended, presents, requests) in [(7, 46, 30), (8, 45, 30), (8, 46, 31)] {
      #expect(throws: WorkloadError.self) {
        try WorkloadError.check(
          cycles: 2, ended: ended, presents: presents, requests: requests)
      }
    }
    #expect(throws: Never.self) {
      try WorkloadError.check(cycles: 2, ended: 8, presents: 46, requests: 30)
    }
  }

  @Test("Every event of the steady loop is taken, and the loop comes back to where it began")
  func steadyLoop() throws {
    let exercise = try Exercise()
    let chart = exercise.flow.chart
    var host = CountingHost(exercise.flow)
    var state = ChartState(of: chart)
    _ = chart.start(&state, host: &host)
    for event in try exercise.events(Exercise.approach) {
      #expect(chart.transition(&state, on: event, host: &host).isTaken)
    }
    let active = state.activeStates
    for event in try exercise.events(Exercise.steady) {
      #expect(chart.transition(&state, on: event, host: &host).isTaken)
    }
    #expect(state.activeStates == active)
  }
}
