import ArgumentParser
import PorticoCommands

/// The command line without the identity server: built in a minute instead of many, so that
/// `make run` has something to show while the rest is built.
@main
struct PorticoPreview: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "portico-preview",
    abstract: "Flows, without the identity server.",
    subcommands: FlowCommands.all)
}
