import HTTPTypes
import Hummingbird
package import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle

/// The identity server on its socket.
package struct IdentityServer: Sendable {
  package let settings: HTTPSettings
  package let ports: TransportPorts
  package let metrics: MetricRegistry
  private let places: ConnectionPlaces

  /// - Throws: `HTTPSettingsProblem`.
  package init(
    settings: HTTPSettings, ports: TransportPorts, metrics: MetricRegistry = MetricRegistry()
  ) throws(HTTPSettingsProblem) {
    try settings.check()
    self.settings = settings
    self.ports = ports
    self.metrics = metrics
    places = ConnectionPlaces(most: settings.limits.connections)
  }

  package var responder: TransportResponder {
    TransportResponder(settings: settings, ports: ports, metrics: metrics)
  }

  /// The channel of one connection.
  private var channel: EventLoopChannel {
    let responder = responder
    return EventLoopChannel(
      HTTP1Channel(
        responder: { request, writer, channel in
          let response = await responder.respond(
            to: request, peer: channel.remoteAddress.flatMap { IPAddress($0) })
          try await writer.write(response: response.head, body: response.body)
        }, configuration: connection))
  }

  /// How a connection is set up on sockets; tests use other channels.
  package var connection: HTTP1Channel.Configuration {
    let limits = settings.limits
    let metrics = metrics
    let places = places
    let responder = responder
    return HTTP1Channel.Configuration(
      additionalChannelHandlers: [
        ConnectionGuard(limits: limits, metrics: metrics, places: places) {
          responder.refuse($0, isFirst: $1)
        }
      ],
      httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
        maxHeaderFieldSize: limits.headerFieldBytes, maxHeaderListSize: limits.headerBytes,
        maxHeaderFieldCount: limits.headerFields))
  }

  /// The logger for Hummingbird, which below `notice` would write what clients sent.
  package var libraryLog: Logger {
    var log = ports.log
    log.logLevel = max(log.logLevel, .notice)
    return log
  }

  /// Serves until the task is cancelled. Then it accepts no more connections, closes idle ones, and
  /// completes calls in progress, for `limits.shutdownTime` at most.
  ///
  /// - Parameter onListening: called with the port once calls are accepted.
  package func run(onListening: @escaping @Sendable (Int) async -> Void) async throws {
    let log = ports.log
    // Hummingbird's `Application` would give each call its own logger, context and date.
    let server = channel.server(
      configuration: ServerConfiguration(
        address: .hostname(settings.host, port: settings.port),
        backlog: settings.limits.backlog,
        availableConnectionsDelegate: .maximum(
          settings.limits.connections + settings.limits.reservedConnections, logger: libraryLog)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? 0
        log.info("listening", metadata: ["port": "\(port)"])
        await onListening(port)
      }, eventLoopGroup: EventLoopGroupProvider.singleton.eventLoopGroup, logger: libraryLog)
    var configuration = ServiceGroupConfiguration(services: [server], logger: libraryLog)
    configuration.maximumGracefulShutdownDuration = settings.limits.shutdownTime
    let group = ServiceGroup(configuration: configuration)
    let serving = Task { try await group.run() }
    do {
      try await withTaskCancellationHandler {
        try await serving.value
      } onCancel: {
        Task { await group.triggerGracefulShutdown() }
      }
    } catch let error as IOError {
      throw HTTPSettingsProblem.cannotListen(
        host: settings.host, port: settings.port, errno: error.errnoCode)
    }
  }
}
