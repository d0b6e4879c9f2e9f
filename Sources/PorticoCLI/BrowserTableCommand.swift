import ArgumentParser
import HostCommands

/// `portico browser-table`: for `scripts/generate`.
struct BrowserTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browser-table",
    abstract: "Print the operations of the identity API for the client in the page.",
    shouldDisplay: false)

  func run() { print(RealOutside.browserTable, terminator: "") }
}
