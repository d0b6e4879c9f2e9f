import HTTPTypes
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import Testing

@Suite struct OriginTests {
  static let listed = "https://app.example.com"

  private var door: Door {
    Door {
      $0.origins = [WebOrigin(Self.listed)].compactMap { $0 }.reduce(into: []) { $0.insert($1) }
    }
  }

  @Test(
    "SEC: a foreign origin is refused, and its name is not in the response",
    arguments: [
      "null", "*", "https://evil.example", "http://id.example.com",
      "https://id.example.com.evil.example",
      "https://id.example.com:8443", "https://id.example.com/", "HTTPS://ID.EXAMPLE.COM",
      "https://user@id.example.com", "https://id.example.com, https://app.example.com", "",
    ])
  func foreign(origin: String) async throws {
    for method in [HTTPRequest.Method.post, .get] {
      let door = door
      let reply = try await door.send(
        method, "/v1/user", [.origin: origin, .contentType: "application/json"])
      #expect(reply.status == 403)
      #expect(reply.failure?.errorCode == .originRefused)
      #expect(reply.fields[.accessControlAllowOrigin] == nil)
      #expect(door.calls.all.isEmpty)
    }
  }

  @Test("A page of our own origin counts as a browser, and needs no sharing")
  func own() async throws {
    let door = door
    let reply = try await door.send(
      .post, "/v1/login", [.origin: Door.publicURL, .contentType: "application/json"])
    #expect(reply.status == 200)
    #expect(door.calls.all.first?.caller.storage == .cookie)
    #expect(reply.fields[.accessControlAllowOrigin] == nil)
    #expect(reply.fields[.vary] == "Origin")
  }

  @Test("A listed page can read responses; credentials are sent only where the cookie is used")
  func shared() async throws {
    for operation in APIOperation.all {
      let door = door
      let reply = try await door.send(
        try #require(HTTPRequest.Method(operation.method.rawValue)),
        operation.path.replacing("{id}", with: "x").replacing("{key}", with: "x"),
        [.origin: Self.listed, .contentType: "application/json"])
      #expect(reply.fields[.accessControlAllowOrigin] == Self.listed)
      #expect(
        reply.fields[.accessControlExposeHeaders] == "DPoP-Nonce, Retry-After, X-Request-Id")
      #expect(
        (reply.fields[.accessControlAllowCredentials] == "true") == operation.usesCookie,
        "\(operation.name)")
    }
    #expect(
      Set(APIOperation.all.filter(\.usesCookie).map(\.name)) == [
        "login", "logout", "GetUserRequest", "userVerification", "verifySecondProof", "startAnew",
        "launch", "refreshSession", "clearSession", "doLogin", "setPassword",
        "completeFederation", "completeNativeFederation", "verifyFederation",
        "completeFederationWithoutAddress", "completeLoginLink", "completeSecondStep",
        "resetFactors", "completePasskeySignIn", "completePasskeySignUp", "recoverPasskeyAccount",
      ])
    let refused = try await door.send(
      .post, "/v1/login", [.origin: Self.listed, .contentType: "text/plain"])
    #expect(refused.status == 415)
    #expect(refused.fields[.accessControlAllowOrigin] == Self.listed)
  }

  @Test("A preflight is answered for a listed origin, and refused for any other")
  func preflight() async throws {
    var fields: HTTPFields = [.origin: Self.listed, .accessControlRequestMethod: "POST"]
    let reply = try await door.send(.options, "/v1/session/refresh", fields)
    #expect(reply.status == 204)
    #expect(reply.fields[.accessControlAllowOrigin] == Self.listed)
    #expect(reply.fields[.accessControlAllowCredentials] == "true")
    #expect(reply.fields[.accessControlAllowMethods] == "OPTIONS, POST")
    #expect(
      reply.fields[.accessControlAllowHeaders]
        == "Authorization, Content-Type, DPoP, Idempotency-Key, Portico-Crumb, "
        + "Portico-Installation, Accept-Language")
    #expect(
      try await door.send(.options, "/v1/user", fields).fields[.accessControlAllowCredentials]
        == nil)
    fields[.accessControlRequestMethod] = "PATCH"
    #expect(try await door.send(.options, "/v1/user", fields).status == 405)
    fields = [.origin: "https://evil.example", .accessControlRequestMethod: "POST"]
    let foreign = try await door.send(.options, "/v1/user", fields)
    #expect(foreign.status == 403)
    #expect(foreign.fields[.accessControlAllowOrigin] == nil)
  }

  @Test(
    "SEC: a state-changing browser call needs an origin and JSON, even without a body")
  func browserChange() async throws {
    let door = door
    let cookie = "\(SessionCookie.name)=r.0.k.c"
    let path = "/v1/session/clear"
    #expect(try await door.send(.post, path, [.cookie: cookie]).status == 403)
    #expect(try await door.send(.post, path, [.fetchSite: "cross-site"]).status == 403)
    #expect(try await door.send(.post, path, [.fetchSite: "same-origin"]).status == 403)
    #expect(
      try await door.send(.post, path, [.cookie: cookie, .origin: Door.publicURL]).status == 415)
    #expect(
      try await door.send(
        .post, path, [.origin: Door.publicURL, .contentType: "text/plain"]
      ).status == 415)
    #expect(door.calls.all.isEmpty)
    // A call that only reads may lack one, and is still a browser's.
    #expect(try await door.send(.get, "/v1/user", [.fetchSite: "same-origin"]).status == 200)
    #expect(door.calls.all.first?.caller.storage == .cookie)
    #expect(try await door.send(.get, "/v1/user").status == 200)
    #expect(door.calls.all.last?.caller.storage == .device)
  }

  @Test(
    "SEC: --dev responds only to the names of loopback",
    arguments: [
      "evil.example", "127.0.0.1.evil.example", "192.0.2.1", "localhost.", "0", "", "[::2]",
    ])
  func foreignHost(host: String) async throws {
    let door = Door {
      $0.isDevelopment = true
      $0.publicURL = nil
    }
    for path in ["/health/live", "/v1/user", "/none"] {
      let reply = try await door.send(.get, path, host: host)
      #expect(reply.status == 403)
      #expect(reply.failure?.field == "Host")
    }
    #expect(try await door.send(.get, "/health/live", host: nil).status == 403)
  }

  @Test(
    "With --dev the server goes by its Host",
    arguments: ["127.0.0.1", "localhost:8080", "[::1]:1", "LOCALHOST"])
  func ownHost(host: String) async throws {
    let door = Door {
      $0.isDevelopment = true
      $0.publicURL = nil
    }
    let url = "http://" + host.lowercased()
    let proof = MadeUpTokens.proof(
      key: "device", method: "POST", url: url + "/v1/login", nonce: nil)
    let reply = try await door.send(
      .post, "/v1/login", [.dpop: proof, .origin: url, .contentType: "application/json"],
      host: host)
    #expect(reply.status == 200)
    #expect(reply.fields[.strictTransportSecurity] == nil)
  }

  @Test("Two Hosts are refused")
  func twoHosts() async throws {
    let reply = try await door.send(.get, "/v1/user", [.host: "id.example.com"])
    #expect(reply.failure?.field == "Host")
  }
}
