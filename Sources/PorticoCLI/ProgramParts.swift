import ArgumentParser
import PorticoCommands

#if PORTICO_SERVER
import ServerCommands
#endif

/// What this program was built with: Package.swift says so by what the environment asks for.
enum ProgramParts {
  #if PORTICO_SERVER
  static let commands =
    FlowCommands.all(LocalServer.self) + ServerCommands.all
    + [ClientTableCommand.self]
  static let remark = ""
  #else
  static let commands = FlowCommands.all(NoServer.self)
  static let remark = """
    This program was built without the identity server and its commands (PORTICO_HOST=commands); \
    `make build` has them.
    """
  #endif
}
