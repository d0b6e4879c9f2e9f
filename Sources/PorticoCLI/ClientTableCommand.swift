#if PORTICO_SERVER
import ArgumentParser
import ServerCommands

/// `portico client-table`: for `scripts/generate`.
struct ClientTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "client-table",
    abstract: "Print the operations of the identity API for ClientMachine.",
    shouldDisplay: false)

  func run() { print(ClientTable.swift, terminator: "") }
}
#endif
