package import PorticoCommands

extension LocalServer: OwnServer {
  package static var isIncluded: Bool { true }

  package static func start(clock: PlayClock) async throws -> LocalServer {
    try await LocalServer(clock: clock)
  }
}
