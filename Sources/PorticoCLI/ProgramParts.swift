import ArgumentParser
import PorticoCommands

#if PORTICO_SERVER
import ServerCommands
#endif

/// The parts with which this program was built, as Package.swift decides by the environment.
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
