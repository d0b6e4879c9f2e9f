import ArgumentParser
import FlowMachine
import Foundation

/// `portico demo`: the page, and beside it the flow in the terminal.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Serve the page with the shipped flows, and play one in the terminal.",
    discussion: "This is what `make run` starts; its flows get simulated answers.")

  @Argument(help: "The flow that the terminal plays.")
  var flow: String = "onboarding"

  @Option(help: "The port on 127.0.0.1; 0 picks a free one.")
  var port: UInt16 = 8080

  @Option(help: "The folder that `scripts/web` puts together.")
  var site: String?

  func run() async throws {
    let server = try PageServer(folder: URL(fileURLWithPath: site ?? Self.builtSite))
    let loaded = try FlowSource(flow).load()
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (ready, isReady) = AsyncStream.makeStream(of: UInt16.self)
      group.addTask { [port, flow] in
        // With the developer's controls: a demonstration is for killing, losing and relaunching.
        try await server.run(port: port, start: "/?flow=\(flow)&dev") { isReady.yield($0) }
      }
      for await port in ready {
        StandardOutput.write("http://127.0.0.1:\(port)/\n")
        break
      }
      if isatty(STDIN_FILENO) == 1 {
        StandardOutput.write(
          "The page is there. Press Enter to play \(flow) here in the terminal too.\n")
        _ = readLine()
        let session = TerminalSession(
          loaded, facts: [], language: "en", folder: NSHomeDirectory() + "/.portico",
          usesServer: false)
        try await session.run()
        group.cancelAll()
      } else {
        try await group.next()
      }
    }
  }

  /// The page that was built beside this program, or in the folder that it is started in.
  private static var builtSite: String {
    let program = Bundle.main.executablePath ?? "."
    let folders = [
      URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent(),
      URL(fileURLWithPath: FileManager.default.currentDirectoryPath).appendingPathComponent(
        ".build"),
    ]
    let sites = folders.map { $0.appendingPathComponent("web/site").path }
    return sites.first { FileManager.default.fileExists(atPath: $0) } ?? sites[1]
  }
}
