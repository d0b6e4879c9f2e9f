import ArgumentParser
import FlowMachine
import FlowRuntime
import Foundation

/// `portico run`: you tap, in a terminal.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a flow in the terminal.",
    discussion: """
      Type the number of what you want to tap; behind the number of a field its text. `b` goes back, `k` kills the app \
      and `r` kills it and launches it again at once, `o` takes the network away or brings it back, `q` ends the program. The flow's place \
      is kept in a file: kill the program itself, start it again, and it goes on; where the flow has ended, it says so. With --server operations go to that \
      identity server; else they get the answers that the flow declares as simulated.
      """)

  @Argument(help: "The path of a flow document, or the name of a shipped flow.")
  var flow: String = "onboarding"

  @Option(help: "The folder for the flow's journal.")
  var state: String?

  @Flag(help: "Begin as after a fresh install.")
  var fresh = false

  @Option(help: "The language, as a BCP 47 tag such as `de`.")
  var language: String = "en"

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let loaded = try FlowSource(flow).load()
    let facts = try options.facts(of: loaded)
    let folder = state ?? NSHomeDirectory() + "/.portico"
    let outside = try options.server.flatMap { try TerminalClient(server: $0, folder: folder) }
    let session = TerminalSession(
      loaded, facts: facts, language: language, folder: folder, usesServer: options.server != nil,
      outside: outside, parts: .live())
    if fresh { try session.reinstall() }
    try await session.run()
  }
}
