// PorticoCommands: the command line of flows.
//
// Owns: the subcommands that read, prove, compile and play flows, the terminal host, the client behind
// `portico play` and `portico run`, the virtual devices of `portico swarm`, the documents of the shipped flows, and what all commands print of what is
// mistyped. Must not: hold rules of flows, of sessions or of identity; those are decided below. Nor need the identity
// server: its commands are in ServerCommands, so that what plays flows is built without one.

package import ArgumentParser

package enum FlowCommands {
  /// Of the program; nothing was released yet.
  package static let version = "0.2.0-dev"

  /// Every command of flows.
  ///
  /// - Parameter server: what a play starts for the operations of the identity API.
  package static func all<Server: OwnServer>(
    _ server: Server.Type
  ) -> [any ParsableCommand.Type] {
    [
      CheckCommand.self, CompileCommand.self, GraphCommand.self, LockCommand.self,
      NamesCommand.self, PlayCommand<Server>.self, RunCommand.self, SwarmCommand.self,
      ContractTableCommand.self,
    ]
  }
}
