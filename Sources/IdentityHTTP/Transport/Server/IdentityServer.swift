import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The identity server on its socket.
package struct IdentityServer: Sendable {
  package let settings: HTTPSettings
  package let ports: TransportPorts
  package let metrics: MetricRegistry

  /// - Throws: `HTTPSettingsProblem`.
  package init(
    settings: HTTPSettings, ports: TransportPorts, metrics: MetricRegistry = MetricRegistry()
  ) throws(HTTPSettingsProblem) {
    try settings.check()
    self.settings = settings
    self.ports = ports
    self.metrics = metrics
  }

  package var responder: TransportResponder {
    TransportResponder(settings: settings, ports: ports, metrics: metrics)
  }

  /// Serves until the task is cancelled.
  /// - Parameter onListening: called with the port when calls are accepted.
  package func run(onListening: @escaping @Sendable (Int) async -> Void) async throws {
    let application = Application(
      responder: responder, server: .http1(),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), serverName: "portico",
        backlog: settings.limits.backlog),
      onServerRunning: { await onListening($0.localAddress?.port ?? 0) }, logger: ports.log)
    try await application.run()
  }
}
