import IdentityHTTP
import NIOCore
import NIOPosix

/// A client that sends bytes as they are.
struct RawClient: Sendable {
  let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

  static func connect(port: Int) async throws -> RawClient {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    return RawClient(channel: channel)
  }

  /// Sends everything, and reads until the server ends its half.
  /// - Parameter endsHalf: whether our half ends after the last piece.
  func talk(_ pieces: [String], endsHalf: Bool = false) async throws -> String {
    try await channel.executeThenClose { inbound, outbound in
      for piece in pieces { try await outbound.write(ByteBuffer(string: piece)) }
      if endsHalf { outbound.finish() }
      var heard = ByteBuffer()
      // A server that abandons a connection may reset it after its response.
      do {
        for try await var buffer in inbound { heard.writeBuffer(&buffer) }
      } catch is IOError {}
      return String(buffer: heard)
    }
  }

  static func talk(_ port: Int, _ pieces: [String], endsHalf: Bool = false) async throws -> String {
    try await connect(port: port).talk(pieces, endsHalf: endsHalf)
  }
}

extension Door {
  /// Serves on a free port of loopback while the body runs.
  func serving<Value: Sendable>(
    _ body: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> Value {
    let server = try IdentityServer(settings: settings, ports: ports, metrics: metrics)
    let (listening, told) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { told.finish() }
        try await server.run { told.yield($0) }
      }
      var ports = listening.makeAsyncIterator()
      guard let port = await ports.next() else {
        try await group.next()
        throw CancellationError()
      }
      let value = try await body(port)
      group.cancelAll()
      try await group.waitForAll()
      return value
    }
  }
}
