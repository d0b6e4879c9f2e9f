import Foundation
import HTTPTypes
import HummingbirdCore
import IdentityHTTP
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

/// The whole path of a connection, from bytes to bytes, on a channel whose time a test moves.
@Suite(.timeLimit(.minutes(20))) struct ConnectionTests {
  private struct Line: Sendable {
    let channel: NIOAsyncTestingChannel
    let door: Door
    let halfClosed: HalfClosed

    func send(_ text: String) async throws {
      try await channel.writeInbound(ByteBuffer(string: text))
    }

    func pass(_ time: TimeAmount) async { await channel.testingEventLoop.advanceTime(by: time) }

    /// What was written up to the end of a response.
    func heard() async throws -> String {
      var text = ""
      while !text.hasSuffix("}") {
        text += String(buffer: try await channel.waitForOutboundWrite(as: ByteBuffer.self))
      }
      return text
    }
  }

  /// Records that our half was closed, which the channel itself cannot do.
  private final class HalfClosed: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = ByteBuffer
    let isClosed = Mutex(false)

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      if mode == .output {
        isClosed.withLock { $0 = true }
        promise?.succeed()
      } else {
        context.close(mode: mode, promise: promise)
      }
    }
  }

  private func connected<Value: Sendable>(
    _ door: Door, _ body: (Line) async throws -> Value
  ) async throws -> Value {
    let server = try IdentityServer(
      settings: door.settings, ports: door.ports, metrics: door.metrics)
    let responder = server.responder
    let http = HTTP1Channel(
      responder: { request, writer, _ in
        let response = await responder.respond(to: request, peer: nil)
        try await writer.write(response: response.head, body: response.body)
      }, configuration: server.connection)
    let channel = NIOAsyncTestingChannel()
    let logger = server.libraryLog
    let value = try await channel.testingEventLoop.executeInContext {
      http.setup(channel: channel, logger: logger)
    }.get()
    let halfClosed = HalfClosed()
    try await channel.pipeline.addHandler(halfClosed, position: .first)
    try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
    async let handling: Void = http.handle(value: value, logger: logger)
    let result = try await body(
      Line(channel: channel, door: door, halfClosed: halfClosed))
    try? await channel.close()
    await handling
    return result
  }

  private static let head = "POST /v1/login HTTP/1.1\r\nHost: id.example.com\r\n"
  private static let json = head + "Content-Type: application/json\r\n"

  @Test("An idle connection is closed in time, and counted")
  func idle() async throws {
    let door = Door()
    try await connected(door) { line in
      await line.pass(.seconds(59))
      #expect(line.channel.isActive)
      await line.pass(.seconds(1))
      try await line.channel.closeFuture.get()
    }
    let metrics = door.metrics.text([])
    #expect(metrics.contains(#"portico_cut_connections_total{reason="idle"} 1"#))
    #expect(metrics.contains("portico_open_connections 0"))
  }

  @Test("A header that drips in gets 408 in the failure form")
  func slowHeader() async throws {
    let door = Door()
    try await connected(door) { line in
      for character in "POST /v1" {
        try await line.send(String(character))
        await line.pass(.seconds(1))
      }
      #expect(line.channel.isActive)
      await line.pass(.seconds(2))
      let heard = try await line.heard()
      #expect(heard.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
      #expect(heard.contains("\r\nConnection: close\r\n"))
      #expect(heard.contains("\r\nDate: Tue, 14 Nov 2023 22:13:20 GMT\r\n"))
      #expect(heard.contains(#""code":"request_timeout""#))
      #expect(line.halfClosed.isClosed.withLock { $0 })
      // Further bytes are discarded for a while.
      try await line.send("x")
      #expect(line.channel.isActive)
      await line.pass(.seconds(2))
      try await line.channel.closeFuture.get()
    }
    #expect(door.log.all.count == 1)
  }

  @Test("A body that drips in gets 408, and no operation sees the first half")
  func slowBody() async throws {
    let door = Door()
    try await connected(door) { line in
      try await line.send(Self.json + "Content-Length: 100\r\n\r\n")
      for _ in 0..<19 {
        try await line.send("{")
        await line.pass(.seconds(1))
      }
      await line.pass(.seconds(1))
      #expect(try await line.heard().hasPrefix("HTTP/1.1 408 "))
      await line.pass(.seconds(2))
      try await line.channel.closeFuture.get()
    }
    #expect(door.calls.all.isEmpty)
    #expect(door.log.all.count == 1)
    #expect(door.log.all[0].contains("\"operation\": login"))
    #expect(door.log.all[0].contains("\"status\": 408"))
  }

  @Test("Calls on one connection are answered in order, each with its own times")
  func keepAlive() async throws {
    let door = Door()
    try await connected(door) { line in
      for _ in 0..<3 {
        await line.pass(.seconds(50))
        try await line.send(Self.json + "Content-Length: 2\r\n\r\n{}")
        #expect(try await line.heard().hasPrefix("HTTP/1.1 200 OK"))
      }
      try await line.send(Self.head + "\r\n" + Self.head + "\r\n")
      for _ in 0..<2 { #expect(try await line.heard().hasPrefix("HTTP/1.1 200 OK")) }
    }
    #expect(door.calls.all.count == 5)
  }

  @Test("After a refusal in the middle of a body the rest is not read as a call")
  func noSmuggling() async throws {
    let door = Door()
    try await connected(door) { line in
      try await line.send(Self.head + "Content-Type: text/plain\r\nContent-Length: 70000\r\n\r\nx")
      let heard = try await line.heard()
      #expect(heard.hasPrefix("HTTP/1.1 413 "))
      #expect(heard.contains("\r\nConnection: close\r\n"))
      try await line.send(Self.head + "\r\n")
      await line.pass(.seconds(2))
      try await line.channel.closeFuture.get()
    }
    #expect(door.calls.all.isEmpty)
    #expect(door.log.all.count == 1)
  }

  @Test("A client that asks before its body is told to continue, or refused at once")
  func expectation() async throws {
    try await connected(Door()) { line in
      try await line.send(Self.json + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      let go = String(buffer: try await line.channel.waitForOutboundWrite(as: ByteBuffer.self))
      #expect(go == "HTTP/1.1 100 Continue\r\n\r\n")
      try await line.send("{}")
      #expect(try await line.heard().hasPrefix("HTTP/1.1 200 OK"))
    }
    try await connected(Door()) { line in
      try await line.send(Self.json + "Expect: 100-continue\r\nContent-Length: 70000\r\n\r\n")
      #expect(try await line.heard().hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test("A request to upgrade is answered in HTTP, and ends the connection")
  func upgrade() async throws {
    for field in ["Connection: Upgrade\r\nUpgrade: h2c", "Connection: close"] {
      try await connected(Door()) { line in
        try await line.send(Self.head + field + "\r\n\r\n")
        let heard = try await line.heard()
        #expect(heard.hasPrefix("HTTP/1.1 200 OK"))
        #expect(heard.contains("\r\nConnection: close\r\n"))
        await line.pass(.seconds(2))
        try await line.channel.closeFuture.get()
      }
    }
  }

  @Test("An invalid method is refused in the failure form")
  func badMethod() async throws {
    let door = Door()
    try await connected(door) { line in
      try await line.send("G@T / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await line.heard().hasPrefix("HTTP/1.1 400 "))
    }
    #expect(door.log.all.count == 1)
  }

  @Test("A client that resets an idle connection, as load balancers do, sent no request")
  func reset() async throws {
    let door = Door()
    try await connected(door) { line in
      try await line.send(Self.head + "\r\n")
      #expect(try await line.heard().hasPrefix("HTTP/1.1 200 OK"))
      line.channel.pipeline.fireErrorCaught(IOError(errnoCode: ECONNRESET, reason: "read"))
      try await line.channel.closeFuture.get()
    }
    #expect(door.log.all.count == 1)
    let metrics = door.metrics.text([])
    #expect(!metrics.contains(#"status="400""#))
    #expect(!metrics.contains(#"reason="unreadable"} 1"#))
  }

  @Test("A request that is cut off by a reset reaches no operation")
  func resetInBody() async throws {
    let door = Door()
    try await connected(door) { line in
      try await line.send(Self.json + "Content-Length: 100\r\n\r\n{")
      line.channel.pipeline.fireErrorCaught(IOError(errnoCode: ECONNRESET, reason: "read"))
      try await line.channel.closeFuture.get()
    }
    #expect(door.calls.all.isEmpty)
  }
}
