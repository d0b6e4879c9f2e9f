import ArgumentParser
import PorticoCommands
import ServerCommands

/// `portico`: all commands.
@main
struct Portico: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "portico",
    abstract: "The entry of an app as one checked document.",
    subcommands: FlowCommands.all + ServerCommands.all)
}
