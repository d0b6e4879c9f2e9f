// PorticoCommands: the command line, and the only place where everything meets.
//
// Owns: the subcommands, the terminal host, and what they print. Must not: hold rules of flows or
// of identity; those are decided below.

public import ArgumentParser

/// `portico`.
public struct Portico: AsyncParsableCommand {
  /// The name, and the subcommands.
  public static let configuration = CommandConfiguration(
    commandName: "portico",
    abstract: "The entry of an app as one checked document.",
    subcommands: [
      CheckCommand.self, CompileCommand.self, GraphCommand.self, LockCommand.self,
      PlayCommand.self, RunCommand.self, DemoCommand.self,
    ])

  /// Made by the parser.
  public init() {}
}
