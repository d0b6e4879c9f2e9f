// PorticoBench: the speed of the engine, measured on one fixed workload, and the speed of the
// identity server, measured against what it is built on.
//
// Owns: the workloads, the clocks, the load on sockets, the bare servers, and the tables that are
// printed. Must not: use a shortcut of its own into what it measures: the flow comes from its
// document through the compiler and the loader, events go in where every host sends them, and the
// server is `serve` as an operator starts it.

import ArgumentParser
import Foundation
import ServerCommands

@main
struct PorticoBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "portico-bench",
    abstract: "Measure what Portico costs.",
    subcommands: [
      EngineCommand.self, LaunchCommand.self, ServerBenchCommand.self, CeilingCommand.self,
    ] + ServerCommands.all)
}

/// `portico-bench engine`.
struct EngineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Measure the engine on the exercise's chart.",
    discussion: """
      Prints a row a metric, with tabs between the columns: engine, metric, wall time as median, \
      minimum and maximum of seven repetitions after a warm-up, processor time as median, unit. \
      Rows that are no times have their value in all four columns.
      """)

  func run() throws {
    var output = StandardOutput()
    try EngineBench.run { print($0.line, to: &output) }
  }
}

/// Shows each row as soon as it is measured.
struct StandardOutput: TextOutputStream {
  mutating func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }
}
