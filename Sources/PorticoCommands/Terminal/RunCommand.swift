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
      Type the number of the element to tap, followed by the text if it is a field. `b` goes back, `k` kills the app, \
      `r` kills and relaunches it, `o` goes offline or online, `s NAME` or `s NAME VALUE` sends a signal of the flow, such \
      as a link that the app was opened with, and `q` quits. The state of the flow is stored in a file: \
      if you kill the program and start it again, the flow continues, or reports that it has ended. With --server, \
      operations go to that identity server; otherwise they get the simulated responses that the flow declares. To sign \
      in with a provider, open the address that is shown in a browser. If the browser runs on another machine, \
      type the address that it ends at.
      """)

  @Argument(help: "The path of a flow document, or the name of a shipped flow.")
  var flow: String = "onboarding"

  @Option(help: "The folder for the flow's journal.")
  var state: String?

  @Flag(help: "Start as after a fresh install.")
  var fresh = false

  @Option(
    help:
      "The language, as a BCP 47 tag such as `de`. Default: what was chosen in a flow, or else English."
  )
  var language: String?

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let folder = state ?? NSHomeDirectory() + "/.portico"
    let parts = TerminalSession.Parts.live()
    let chosen = folder + "/language"
    var language = language ?? (try? String(contentsOfFile: chosen, encoding: .utf8)) ?? "en"
    func opened(_ flow: Flow, isFirst: Bool) throws -> TerminalSession {
      try session(flow, isFirst: isFirst, language, folder, parts)
    }
    // The one that is seen, over those that opened it.
    let source = try FlowSource(flow)
    let first = try source.load()
    _ = try options.facts(of: first, from: source)
    if let typed = self.language,
      let complaint = LanguageChoice.complaint("unknown language", typed, of: first)
    {
      throw ValidationError(complaint)
    }
    var open = [try opened(first, isFirst: true)]
    if fresh { try open[0].reinstall() }
    while let session = open.last {
      switch try await session.run() {
      case nil: return
      case .closes: open.removeLast()
      case .opens(let name):
        do {
          open.append(try opened(try FlowSource(name).load(), isFirst: false))
        } catch {
          parts.output.say("The flow `\(name)` can't be opened: \(Self.message(for: error))")
        }
      case .speaks(let wanted):
        language = wanted
        try OutputFile.write(wanted, to: chosen)
        // Those below are as the person left them, in the language of now.
        for place in open.indices {
          open[place] = try opened(open[place].flow, isFirst: place == 0)
        }
      }
    }
  }

  private func session(
    _ flow: Flow, isFirst: Bool, _ language: String, _ folder: String,
    _ parts: TerminalSession.Parts
  ) throws -> TerminalSession {
    let leaves = flow.fact(named: Array("returnAddress".utf8)) != nil
    let outside = try options.server.flatMap {
      try TerminalClient(server: $0, folder: folder, leaves: leaves)
    }
    return TerminalSession(
      flow, facts: try options.facts(of: flow, isOpenedByAnother: !isFirst), language: language,
      folder: folder, usesServer: options.server != nil, outside: outside, parts: parts)
  }
}
