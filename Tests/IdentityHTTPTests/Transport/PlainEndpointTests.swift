import HTTPTypes
import IdentityDomain
import IdentityHTTP
import IdentityTestSupport
import Testing

@Suite struct PlainEndpointTests {
  static let token = String(repeating: "t", count: 32)

  @Test("The key set may be cached for five minutes, and nothing else")
  func keys() async throws {
    let reply = try await Door().send(.get, "/.well-known/jwks.json")
    #expect(reply.text == #"{"keys":[]}"#)
    #expect(reply.fields[.cacheControl] == "public, max-age=300")
    #expect(reply.fields[.contentType] == "application/jwk-set+json")
  }

  @Test("The document of the API is served unchanged")
  func document() async throws {
    let reply = try await Door().send(.get, "/openapi.yaml")
    #expect(reply.text == "openapi: 3.1.0\n")
    #expect(reply.fields[.contentType] == "application/yaml")
  }

  @Test("The inbox exists with --dev only, and for loopback only")
  func inbox() async throws {
    var door = Door()
    #expect(try await door.send(.get, "/dev/inbox", peer: "127.0.0.1").status == 404)
    door.development = Self.development(door.clock)
    #expect(try await door.send(.get, "/dev/inbox", peer: "127.0.0.1").text == #"["all"]"#)
    let one = try await door.send(.get, "/dev/inbox?to=a%40example.com", peer: "::1")
    #expect(one.text == #"["a@example.com"]"#)
    #expect(try await door.send(.get, "/dev/inbox").status == 404)
  }

  @Test("The clock can be advanced with --dev only, by loopback and no foreign page")
  func clock() async throws {
    var door = Door()
    let before = door.clock.now()
    func leap(_ query: String, _ fields: HTTPFields = [:], peer: String = "127.0.0.1") async throws
      -> Int
    {
      try await door.send(.post, "/dev/clock" + query, fields, peer: peer).status
    }
    #expect(try await leap("?seconds=61") == 404)
    door.development = Self.development(door.clock)
    for query in ["", "?seconds=", "?seconds=-1", "?seconds=x", "?seconds=99999999999999"] {
      #expect(try await leap(query) == 400)
    }
    #expect(try await leap("?seconds=61", [.origin: "https://elsewhere.example"]) == 403)
    #expect(try await leap("?seconds=61", peer: "192.0.2.1") == 404)
    #expect(door.clock.now() == before)
    #expect(try await leap("?seconds=61") == 200)
    #expect(door.clock.now() == before + .seconds(61))
  }

  private static func development(_ clock: SetClock) -> DevelopmentPorts {
    DevelopmentPorts(
      inbox: { recipient in Array("[\"\(recipient ?? "all")\"]".utf8) },
      advanceClock: { wait in
        clock.advance(wait)
        return clock.now()
      })
  }

  @Test("SEC: metrics are for loopback or an operator's token")
  func metricsAccess() async throws {
    let door = Door {
      $0.operatorToken = Secret(Self.token)
      $0.trustedProxies = [AddressRange("10.0.0.0/8")].compactMap { $0 }
    }
    func status(_ peer: String?, _ fields: HTTPFields = [:]) async throws -> Int {
      try await door.send(.get, "/metrics", fields, peer: peer).status
    }
    #expect(try await status("127.0.0.1") == 200)
    #expect(try await status("::1") == 200)
    #expect(try await status("192.0.2.1") == 404)
    #expect(try await status(nil) == 404)
    // A client behind a proxy on this machine, listed or not.
    #expect(try await status("127.0.0.1", [.forwardedFor: "192.0.2.1"]) == 404)
    #expect(try await status("127.0.0.1", [.forwarded: "for=127.0.0.1"]) == 404)
    #expect(try await status("10.0.0.1", [.forwardedFor: "127.0.0.1"]) == 404)
    #expect(try await status("192.0.2.1", [.authorization: "Bearer \(Self.token)"]) == 200)
    #expect(try await status("192.0.2.1", [.authorization: "Bearer \(Self.token)x"]) == 404)
    #expect(try await status("192.0.2.1", [.authorization: Self.token]) == 404)
    #expect(try await Door().send(.get, "/metrics", [.authorization: "Bearer "]).status == 404)
  }

  @Test("Metrics count by operation and status, and by duration")
  func metricsText() async throws {
    let door = Door()
    _ = try await door.send(.get, "/apiversions")
    _ = try await door.send(.get, "/apiversions")
    _ = try await door.send(.get, "/none/at/all?x=1")
    _ = try await door.send(.patch, "/v1/user")
    door.metrics.requestBegan()
    door.metrics.requestEnded("login", status: 200, after: .milliseconds(30))
    door.metrics.requestBegan()
    door.metrics.requestEnded("login", status: 200, after: .seconds(11))
    door.metrics.connectionOpened()
    door.metrics.connectionCut("idle")
    let lines = try await door.send(.get, "/metrics", peer: "127.0.0.1").text
      .split(separator: "\n").map(String.init)
    for line in [
      #"portico_requests_total{operation="apiVersions",status="200"} 2"#,
      #"portico_requests_total{operation="none",status="404",code="not_found"} 1"#,
      #"portico_requests_total{operation="none",status="405",code="method_not_allowed"} 1"#,
      #"portico_request_seconds_bucket{operation="login",le="0.025"} 0"#,
      #"portico_request_seconds_bucket{operation="login",le="0.05"} 1"#,
      #"portico_request_seconds_bucket{operation="login",le="10.0"} 1"#,
      #"portico_request_seconds_bucket{operation="login",le="+Inf"} 2"#,
      #"portico_request_seconds_sum{operation="login"} 11.03"#,
      #"portico_request_seconds_count{operation="login"} 2"#,
      "portico_requests_in_flight 1", "portico_open_connections 1", "portico_password_queue 3",
      #"portico_cut_connections_total{reason="idle"} 1"#,
      #"portico_cut_connections_total{reason="full"} 0"#,
    ] {
      #expect(lines.contains(line), "\(line)")
    }
  }

  @Test("Metrics are in the text format: each series has a type, and each line its form")
  func metricsForm() async throws {
    let door = Door()
    _ = try await door.send(.get, "/apiversions")
    let text = try await door.send(.get, "/metrics", peer: "127.0.0.1").text
    var types: Set<Substring> = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# TYPE ") { types.insert(line.split(separator: " ")[2]) }
      guard !line.hasPrefix("#") else { continue }
      let match = try #require(
        line.wholeMatch(
          of:
            #/([a-z_]+?)(_bucket|_sum|_count)?(\{[a-z]+="[^"{}]*"(,[a-z]+="[^"{}]*")*\})? [0-9.e+-]+/#
        ),
        "\(line)")
      #expect(types.contains(match.1), "\(line)")
    }
    #expect(text.hasSuffix("\n"))
  }
}
