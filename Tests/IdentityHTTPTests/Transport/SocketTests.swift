import IdentityHTTP
import IdentityDomain
import Testing

/// Over real sockets of loopback; time is waited for by events only.
@Suite struct SocketTests {
  static let door = Door {
    $0.port = 0
    $0.limits.idleTime = .seconds(600)
  }

  private func get(_ path: String, _ more: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: id.example.com\r\n\(more)\r\n"
  }

  @Test("A call is answered, with date and server")
  func answers() async throws {
    let heard = try await Self.door.serving { port in
      try await RawClient.talk(port, [get("/health/live", "Connection: close\r\n")])
    }
    #expect(heard.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(heard.contains("\r\nServer: portico\r\n"))
    #expect(heard.contains("\r\nDate: "))
    #expect(heard.hasSuffix(#"{"description":"The server is up.","status":"success"}"#))
  }

  @Test("Bytes that are no request are refused in the failure form")
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

  @Test("A body that is announced too large is refused before it is read")
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

  @Test("A body that ends before it is complete is no body")
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
}
