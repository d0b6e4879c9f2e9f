import ArgumentParser
import HostCommands
import PorticoCommands
import ServerCommands

/// `portico`: all commands.
@main
struct Portico: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "portico",
    abstract: "The entry of an app as one checked document.",
    subcommands: FlowCommands.all(RealOutside.self) + ServerCommands.all
      + [BrowserTableCommand.self])
}
