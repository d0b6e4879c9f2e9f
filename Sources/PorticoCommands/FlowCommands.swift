// PorticoCommands: the command line of flows.
//
// Owns: the subcommands that read, prove, compile and play flows, the terminal host, the bare page,
// and what they print. Must not: hold rules of flows; those are decided below. The identity server's
// commands are in ServerCommands, so that what plays flows is built without a server.

package import ArgumentParser

package enum FlowCommands {
  /// Every command of flows.
  package static let all: [any ParsableCommand.Type] = [
    CheckCommand.self, CompileCommand.self, GraphCommand.self, LockCommand.self,
    PlayCommand.self, RunCommand.self, DemoCommand.self,
  ]
}
