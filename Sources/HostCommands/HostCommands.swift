// HostCommands: what connects flows on the command line with the identity server.
//
// Owns: the client behind `portico play` and `portico run`, and the server that a play starts for
// itself. Must not: hold rules of flows, of sessions or of identity; those are decided below.

import FlowMachine
import FlowRuntime
package import FlowSimulation
import Foundation
import IdentityClient
package import PorticoCommands
import PorticoLive
import SessionMachine

/// Operations go to an identity server, through the client that apps have.
package enum RealOutside: OutsideMaker {
  package static func stage(server: String?) throws -> (any SimulatedOutside)? {
    PlayedServer(server: server)
  }

  package static func client(server: String, folder: String) throws -> (any LiveOutside)? {
    try TerminalClient(server: server, folder: folder)
  }
}

extension ClientSettings {
  /// - Parameter server: the base URL.
  static func commandLine(server: String) -> ClientSettings {
    ClientSettings(
      server: server, appName: "portico", appVersion: "1.0.0", platform: "linux")
  }
}
