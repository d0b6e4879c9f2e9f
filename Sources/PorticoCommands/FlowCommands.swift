// PorticoCommands: the command line of flows.
//
// Owns: the subcommands that read, prove, compile and play flows, the terminal host,
// and what they print. Must not: hold rules of flows; those are decided below. The identity server's
// commands are in ServerCommands and its client in HostCommands, so that what plays flows is built
// without a server.

package import ArgumentParser

package enum FlowCommands {
  /// Of the program; nothing was released yet.
  package static let version = "0.2.0-dev"

  /// Every command of flows.
  ///
  /// - Parameter outside: who performs the operations of the identity API.
  package static func all<Maker: OutsideMaker>(
    _ outside: Maker.Type
  ) -> [any ParsableCommand.Type] {
    [
      CheckCommand.self, CompileCommand.self, GraphCommand.self, LockCommand.self,
      PlayCommand<Maker>.self, RunCommand<Maker>.self,
    ]
  }
}
