import ArgumentParser
import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation

/// `portico play`: a script taps.
struct PlayCommand<Server: OwnServer>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "play",
      abstract: "Play a script on a simulated device.",
      discussion: """
        Prints the trace as lines of JSON, on a terminal without --json only what came of it, and leaves \
        with status 0 only if every expectation holds. \
        Requests get the answers that the script states. Of those that it leaves open, operations go \
        to \(Server.isIncluded ? included : missing) \
        Other calls go to --server, or get the answers that the flow declares as simulated, as all do with --simulated.
        """)
  }

  private static var included: String {
    "an identity server: that of --server, or one that is started for this play, whose clock is the simulated one."
  }
  private static var missing: String {
    "the identity server of --server, or get simulated answers: this program was built without one."
  }

  @Argument(help: "The path of a flow document, or the name of a shipped flow.")
  var flow: String

  @Option(help: "The play script.")
  var script: String

  @Flag(help: "No server: what the script leaves open is simulated.")
  var simulated = false

  @Flag(
    help: "As on a host that has no table of telephone numbers.")
  var plainPhones = false

  @Flag(help: "Also play it once for each point at which the app can die.")
  var killEverywhere = false

  @Flag(help: "Print the trace on a terminal too.")
  var json = false

  @Option(help: "Also write what happened to the flow, to be replayed by any host.")
  var record: String?

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let loaded = try FlowSource(flow).load(phones: plainPhones ? nil : .standard)
    let facts = try options.facts(of: loaded)
    let play = try ScriptFile.read(script, for: loaded)
    let outside = simulated ? nil : PlayedServer<Server>.stage(server: options.server)
    let responder = options.server.map { _ in ServerResponder(operations: outside) }
    let report = PlayReport(isForPeople: StandardOutput.isTerminal && !json)
    let player = Player(
      play, loaded, overrides: facts, outside: responder ?? outside, write: report.trace)
    var recording: [UInt8] = []
    if record != nil { player.device.record = { recording += $0 + [UInt8(ascii: "\n")] } }
    let failure = player.run()
    if let record { try Data(recording).write(to: URL(fileURLWithPath: record)) }
    report.played(play, failure)
    if let failure {
      throw PlayFailed(description: "\(script): \(failure)")
    }
    if killEverywhere { try playKilled(play, loaded, facts, report) }
  }

  private func playKilled(
    _ play: PlayScript, _ flow: Flow, _ facts: [FactChange], _ report: PlayReport
  ) throws {
    let result = KillEverywhere(play, flow, overrides: facts).run()
    guard result.isPassed else {
      let lines = result.failures.map { "\($0.place): \($0.problems.joined(separator: "; "))" }
      throw PlayFailed(
        description: ([result.unkilledFailure?.description].compactMap { $0 } + lines)
          .joined(separator: "\n"))
    }
    report.killed(result.runCount)
  }
}

struct PlayFailed: Error, CustomStringConvertible {
  let description: String
}
