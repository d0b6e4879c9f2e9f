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
        Prints the trace as JSON lines, or on a terminal without --json only the result. Exits with \
        status 0 only if every expectation holds. \
        Requests get the responses that the script declares. Of the others, operations go to \
        \(Server.isIncluded ? included : missing) \
        Other calls go to --server, or get the simulated responses that the flow declares, as do \
        all calls with --simulated.
        """)
  }

  private static var included: String {
    "an identity server: the one given by --server, or one started for this run, whose clock is the simulated one."
  }
  private static var missing: String {
    "the identity server given by --server, or get simulated responses: this program was built without a server."
  }

  @Argument(help: "The path of a flow document, or the name of a shipped flow.")
  var flow: String

  @Option(help: "The play script.")
  var script: String

  @Flag(help: "Use no server: simulate every response that the script does not declare.")
  var simulated = false

  @Flag(
    help: "Run as on a host without the table of phone numbers.")
  var plainPhones = false

  @Flag(help: "Also play the script once for each point at which the app can be killed.")
  var killEverywhere = false

  @Flag(help: "Print the trace on a terminal too.")
  var json = false

  @Option(
    help: """
      Also write a recording of the run that any host can replay. Not for scripts that update the app.
      """)
  var record: String?

  @OptionGroup var options: ConfigurationOptions

  func run() throws {
    let source = try FlowSource(flow)
    let loaded = try source.load(phones: plainPhones ? nil : .standard)
    let facts = try options.facts(of: loaded, from: source)
    let play = try ScriptFile.read(script, for: loaded, of: source)
    try refuseRecording(of: play)
    let outside = simulated ? nil : PlayedServer<Server>.stage(server: options.server)
    let responder = options.server.map { _ in ServerResponder(operations: outside) }
    let report = PlayReport(isForPeople: StandardOutput.isTerminal && !json)
    let player = Player(
      play, loaded, overrides: facts, outside: responder ?? outside, write: report.trace)
    var recording: [UInt8] = []
    if record != nil { player.device.record = { recording += $0 + [UInt8(ascii: "\n")] } }
    let failure = player.run()
    if let record { try OutputFile.write(recording, to: record) }
    report.played(play, failure)
    if let failure {
      throw PlayFailed(description: "\(script): \(failure)")
    }
    if killEverywhere { try playKilled(play, loaded, facts, report) }
  }

  /// A recording is replayed on one version of a flow.
  private func refuseRecording(of play: PlayScript) throws {
    guard record != nil else { return }
    let update = play.steps.first { if case .install = $0.action { true } else { false } }
    guard play.installed == nil, update == nil else {
      throw ValidationError(
        "\(script)\(update.map { ":\($0.line)" } ?? ""): a script with several versions of the flow cannot be recorded; leave out --record"
      )
    }
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
