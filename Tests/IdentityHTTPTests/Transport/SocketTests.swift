import IdentityHTTP
import NIOCore
import Testing

/// Over real loopback sockets; waits for events only.
@Suite(.timeLimit(.minutes(20))) struct SocketTests {
  static let door = Door {
    $0.port = 0
    $0.limits.idleTime = .seconds(600)
  }

  private func get(_ path: String, _ more: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: id.example.com\r\n\(more)\r\n"
  }

  @Test("A call gets a response, with its date and without the name of the software")
  func answers() async throws {
    let heard = try await Self.door.serving { port in
      try await RawClient.talk(port, [get("/health/live", "Connection: close\r\n")])
    }
    #expect(heard.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(!heard.contains("\r\nServer: "))
    #expect(heard.contains("\r\nDate: "))
    #expect(heard.hasSuffix(#"{"description":"The server is up.","status":"success"}"#))
  }

  @Test("Bytes that are not a request are refused in the failure form")
  func unreadable() async throws {
    for bytes in ["\u{16}\u{3}\u{1}hello", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n"] {
      let heard = try await Self.door.serving { try await RawClient.talk($0, [bytes]) }
      #expect(heard.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(bytes)")
      #expect(heard.contains(#""code":"malformed""#))
      #expect(heard.contains("nosniff"))
    }
  }

  @Test("A header that is too large is refused in the failure form")
  func largeHeader() async throws {
    let field = "X-Large: " + String(repeating: "x", count: 20_000) + "\r\n"
    let many = (0..<70).map { "X-\($0): y\r\n" }.joined()
    for fields in [field, many] {
      let heard = try await Self.door.serving {
        try await RawClient.talk($0, [get("/health/live", fields)])
      }
      #expect(heard.hasPrefix("HTTP/1.1 431 "))
      #expect(heard.contains(#""code":"header_too_large""#))
    }
  }

  @Test("A body that is announced as too large is refused before it is read")
  func largeBody() async throws {
    let heard = try await Self.door.serving { port in
      try await RawClient.talk(
        port,
        [
          "POST /v1/login HTTP/1.1\r\nHost: id.example.com\r\nContent-Type: application/json\r\n"
            + "Content-Length: 1000000000\r\n\r\n{"
        ])
    }
    #expect(heard.hasPrefix("HTTP/1.1 413 "))
    #expect(heard.contains("\r\nConnection: close\r\n"))
    #expect(heard.contains(#""code":"body_too_large""#))
  }

  @Test("A truncated body is not a body")
  func cutBody() async throws {
    for header in ["Content-Length: 10", "Transfer-Encoding: chunked"] {
      let door = Door { $0.port = 0 }
      let heard = try await door.serving { port in
        try await RawClient.talk(
          port,
          [
            "POST /v1/login HTTP/1.1\r\nHost: id.example.com\r\nContent-Type: application/json\r\n"
              + "\(header)\r\n\r\n" + (header.hasPrefix("C") ? "{}" : "2\r\n{}\r\n")
          ], endsHalf: true)
      }
      #expect(heard.hasPrefix("HTTP/1.1 400 "), "\(header): \(heard)")
      #expect(door.calls.all.isEmpty)
    }
  }

  @Test("A stop completes calls in progress, and accepts no more connections")
  func stops() async throws {
    var door = Door { $0.port = 0 }
    let (arrived, tell) = AsyncStream.makeStream(of: Void.self)
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    door.answer = { _ in
      tell.yield()
      for await _ in released { break }
      return APIAnswer(status: 200, body: Array("{}".utf8))
    }
    let (listening, told) = AsyncStream.makeStream(of: Int.self)
    let server = try IdentityServer(settings: door.settings, ports: door.ports)
    let serving = Task { try await server.run { told.yield($0) } }
    let port = try #require(await listening.first { _ in true })
    async let heard = RawClient.talk(port, [get("/v1/user")])
    _ = await arrived.first { true }
    serving.cancel()
    release.yield()
    #expect(try await heard.hasPrefix("HTTP/1.1 200 OK\r\n"))
    try await serving.value
    await #expect(throws: (any Error).self) { try await RawClient.connect(port: port) }
  }

  @Test("Beyond the maximum, a connection that waits for its client is closed for the next one")
  func displaced() async throws {
    let door = Door {
      $0.port = 0
      $0.limits.connections = 1
    }
    try await door.serving { port in
      let first = try await RawClient.connect(port: port)
      let (heard, rest) = try await first.channel.executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: get("/health/live")))
        var parts = inbound.makeAsyncIterator()
        _ = try await parts.next()
        let heard = try await RawClient.talk(port, [get("/health/live", "Connection: close\r\n")])
        // Closed, without a word.
        return (heard, try? await parts.next())
      }
      #expect(heard.hasPrefix("HTTP/1.1 200 OK\r\n") && rest == nil)
    }
    #expect(door.metrics.text([]).contains(#"portico_cut_connections_total{reason="displaced"} 1"#))
  }

  @Test("With a request in progress on every place, only health checks are answered")
  func full() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    var door = Door {
      $0.port = 0
      $0.limits.connections = 1
    }
    door.answer = { _ in
      arrived.yield()
      _ = await releases.first { true }
      return APIAnswer(status: 200, body: Array("{}".utf8))
    }
    let busy = door
    try await busy.serving { port in
      async let first = RawClient.talk(port, [get("/apiversions", "Connection: close\r\n")])
      _ = await arrivals.first { true }
      let ready = try await RawClient.talk(port, [get("/health/ready", "Connection: close\r\n")])
      #expect(ready.hasPrefix("HTTP/1.1 200 OK\r\n"))
      let other = try await RawClient.talk(port, [get("/apiversions", "Connection: close\r\n")])
      #expect(other.hasPrefix("HTTP/1.1 503 ") && other.contains("Retry-After: 1\r\n"))
      release.yield()
      #expect(try await first.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
  }

  @Test("Beyond the reserved places, the next connection waits until one is closed")
  func mostConnections() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    var door = Door {
      $0.port = 0
      $0.limits.connections = 1
      $0.limits.reservedConnections = 1
    }
    door.answer = { _ in
      arrived.yield()
      _ = await releases.first { true }
      return APIAnswer(status: 200, body: Array("{}".utf8))
    }
    let busy = door
    try await busy.serving { port in
      async let first = RawClient.talk(port, [get("/apiversions", "Connection: close\r\n")])
      _ = await arrivals.first { true }
      let second = try await RawClient.connect(port: port)
      let third = try await second.channel.executeThenClose { inbound, outbound in
        var heard = inbound.makeAsyncIterator()
        try await outbound.write(ByteBuffer(string: get("/health/live")))
        _ = try await heard.next()
        // The kernel takes it; the server does not yet.
        let third = try await RawClient.connect(port: port)
        try await outbound.write(ByteBuffer(string: get("/health/live")))
        _ = try await heard.next()
        #expect(busy.metrics.text([]).contains("portico_open_connections 2\n"))
        return third
      }
      let heard = try await third.talk([get("/health/live", "Connection: close\r\n")])
      #expect(heard.hasPrefix("HTTP/1.1 200 OK\r\n"))
      release.yield()
      #expect(try await first.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
  }

  @Test("What clients send appears in no log line, even if it is not a request")
  func canaries() async throws {
    let door = Door { $0.port = 0 }
    try await door.serving { port in
      for bytes in [
        "CANARY\r\n\r\n", get("/CANARY?CANARY", "CANARY: CANARY\r\nConnection: close\r\n"),
        "CAN@RY /CANARY HTTP/1.1\r\nHost: CANARY\r\n\r\n",
        get("/", "X: " + String(repeating: "CANARY", count: 9_000) + "\r\n"),
        "POST /v1/login HTTP/1.1\r\nHost: CANARY\r\nContent-Length: 100\r\n\r\nCANARY",
        "POST /v1/login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nCANARY\r\n",
      ] {
        let heard = try await RawClient.talk(port, [bytes], endsHalf: true)
        #expect(heard.hasPrefix("HTTP/1.1 4"), "\(bytes)")
        #expect(!heard.contains("CANARY"))
      }
    }
    #expect(door.log.all.count >= 6)
    for line in door.log.all { #expect(!line.contains("CANARY"), "\(line)") }
  }
}
