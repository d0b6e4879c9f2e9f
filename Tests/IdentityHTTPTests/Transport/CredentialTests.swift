import HTTPTypes
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityTestSupport
import Testing

@Suite struct CredentialTests {
  @Test("ACC-3: a compat token is sent bare or as Bearer in any case; the whole value is the token")
  func compatToken() async throws {
    let door = Door()
    for scheme in ["", "Bearer ", "bearer ", "BEARER  "] {
      let reply = try await door.send(.get, "/v1/user", [.authorization: scheme + door.token()])
      #expect(reply.status == 200, "'\(scheme)'")
    }
    #expect(door.calls.all.count == 4)
    #expect(door.calls.all.allSatisfy { $0.credentials.accessToken?.boundKey == nil })
    #expect(door.calls.all.allSatisfy { $0.credentials.accessToken != nil })
  }

  @Test("A bound token needs a proof by its key for this call")
  func boundToken() async throws {
    let door = Door()
    let token = door.token(key: "device")
    func call(_ scheme: String, _ proof: String?) async throws -> Int {
      var fields: HTTPFields = [.authorization: scheme + token]
      fields[.dpop] = proof
      return try await door.send(.get, "/v1/user", fields).status
    }
    let good = door.proof("GET", "/v1/user", token: token)
    #expect(try await call("DPoP ", good) == 200)
    #expect(try await call("dpop ", good) == 200)
    #expect(try await call("", good) == 401)
    #expect(try await call("Bearer ", good) == 401)
    #expect(try await call("DPoP ", nil) == 401)
    #expect(try await call("DPoP ", door.proof("GET", "/v1/user")) == 401)
    #expect(try await call("DPoP ", door.proof("GET", "/v1/user", token: "another")) == 401)
    #expect(try await call("DPoP ", door.proof("POST", "/v1/user", token: token)) == 401)
    #expect(try await call("DPoP ", door.proof("GET", "/v1/user2", token: token)) == 401)
    #expect(
      try await call("DPoP ", door.proof("GET", "/v1/user", key: "stranger", token: token)) == 401)
    #expect(try await call("DPoP ", "nonsense") == 401)
    #expect(door.calls.all.count == 2)
  }

  @Test("A compat token with the scheme DPoP is refused")
  func compatAsBound() async throws {
    let door = Door()
    let reply = try await door.send(.get, "/v1/user", [.authorization: "DPoP \(door.token())"])
    #expect(reply.status == 401)
  }

  @Test(
    "An invalid token is 401 and names the challenge, whatever is wrong with it",
    arguments: [
      "", "Bearer", "Bearer ", "Basic dTpw", "token~~1", "eyJhbGciOiJub25lIn0.e30.", "x y z",
    ])
  func badTokens(value: String) async throws {
    let door = Door()
    let reply = try await door.send(.get, "/v1/user", [.authorization: value])
    #expect(reply.status == 401)
    #expect(reply.failure?.errorCode == .unauthorized)
    #expect(reply.fields[.wwwAuthenticate] == #"DPoP error="invalid_token", algs="ES256""#)
    #expect(reply.fields[.dpopNonce] == nil)
    #expect(door.calls.all.isEmpty)
  }

  @Test("A missing token is 401 without an error in the challenge")
  func noToken() async throws {
    var door = Door()
    door.answer = { _ in throw IdentityFailure.unauthorized(nil) }
    let reply = try await door.send(.get, "/v1/user")
    #expect(reply.status == 401)
    #expect(reply.fields[.wwwAuthenticate] == #"DPoP algs="ES256""#)
  }

  @Test("If no access token is required, one that is sent along is ignored")
  func unwantedToken() async throws {
    let door = Door()
    for value in ["nonsense", "Bearer \(door.token())"] {
      #expect(try await door.send(.post, "/v1/login", [.authorization: value]).status == 200)
    }
    #expect(door.calls.all.allSatisfy { $0.credentials.accessToken == nil })
    // Its proof may or may not name it, but names no other.
    for (named, status) in [(nil, 200), ("stale", 200), ("another", 401)] {
      let reply = try await door.send(
        .post, "/v1/login",
        [.authorization: "DPoP stale", .dpop: door.proof("POST", "/v1/login", token: named)])
      #expect(reply.status == status)
    }
  }

  @Test("A logout with an expired token gets through by its other credentials")
  func logout() async throws {
    let door = Door()
    for value in ["nonsense", "Bearer", "eyJhbGciOiJub25lIn0.e30."] {
      #expect(try await door.send(.post, "/v1/logout2", [.authorization: value]).status == 200)
    }
    #expect(door.calls.all.count == 3)
    #expect(door.calls.all.allSatisfy { $0.credentials.accessToken == nil })
  }

  @Test("A duplicate field is refused")
  func twice() async throws {
    let door = Door()
    let values: [(HTTPField.Name, String)] = [
      (.authorization, door.token()), (.dpop, door.proof("GET", "/v1/user")), (.crumb, "c"),
      (.cookie, "\(SessionCookie.name)=a"),
    ]
    for (name, value) in values {
      var fields = HTTPFields()
      fields.append(HTTPField(name: name, value: value))
      fields.append(HTTPField(name: name, value: value))
      let reply = try await door.send(.get, "/v1/user", fields)
      #expect(reply.failure?.errorCode == .malformed, "\(name)")
      #expect(reply.failure?.field == name.rawName)
    }
    #expect(door.calls.all.isEmpty)
  }

  @Test("The cookie beside Authorization is refused")
  func ambiguous() async throws {
    let door = Door()
    let reply = try await door.send(
      .get, "/v1/user", [.authorization: door.token(), .cookie: "\(SessionCookie.name)=r.0.k.c"])
    #expect(reply.status == 400)
    #expect(reply.failure?.errorCode == .ambiguousCredentials)
  }

  @Test(
    "If the response sets a new cookie, the old one beside Authorization is ignored")
  func replacedCookie() async throws {
    let door = Door()
    let cookie = "\(SessionCookie.name)=r.0.k.c"
    let fields: HTTPFields = [
      .authorization: door.token(), .cookie: cookie, .origin: Door.publicURL,
      .contentType: "application/json",
    ]
    #expect(APIOperation.all.filter(\.replacesCookie).map(\.name) == ["setPassword"])
    let reply = try await door.send(.put, "/v1/market/password", fields)
    #expect(reply.status == 200)
    let call = try #require(door.calls.all.first)
    #expect(call.credentials.accessToken != nil && call.credentials.cookie == nil)
    #expect(call.caller.storage == .cookie)
    for (method, path) in [(HTTPRequest.Method.put, "/v1/password"), (.post, "/v1/logout")] {
      #expect(try await door.send(method, path, fields).status == 400)
    }
  }

  @Test("Every response to a proof carries a nonce, and so does every refusal about one")
  func nonces() async throws {
    var door = Door()
    let nonce = ProofNonce.current(at: door.clock.now(), door.digests)
    let good = door.proof("POST", "/v1/login")
    let old = MadeUpTokens.proof(
      key: "device", method: "POST", url: Door.publicURL + "/v1/login", nonce: "old")
    for proof in [good, old, "nonsense"] {
      let reply = try await door.send(.post, "/v1/login", [.dpop: proof])
      #expect(reply.fields[.dpopNonce] == nonce)
    }
    #expect(try await door.send(.post, "/none", [.dpop: good]).fields[.dpopNonce] == nonce)
    #expect(try await door.send(.post, "/v1/login").fields[.dpopNonce] == nil)
    for failure in [IdentityFailure.proofRequired, .proofNonceRequired, .proofDuplicate] {
      door.answer = { _ in throw failure }
      let reply = try await door.send(.post, "/v1/login")
      #expect(reply.status == 401)
      #expect(reply.fields[.dpopNonce] == nonce)
      #expect(reply.fields[.wwwAuthenticate]?.hasPrefix("DPoP error=") == true)
    }
  }

  @Test("An outdated proof reaches the operation as outdated, with its key")
  func outdated() async throws {
    let door = Door()
    let old = MadeUpTokens.proof(
      key: "device", method: "POST", url: Door.publicURL + "/v1/login", nonce: nil)
    _ = try await door.send(.post, "/v1/login", [.dpop: old])
    #expect(door.calls.all.first?.caller.proof == .outdated(KeyThumbprint("device")))
  }

  @Test("A proof names the public URL without the query, however the server was reached")
  func publicURL() async throws {
    let door = Door()
    let proof = door.proof("GET", "/v1/user/nodes")
    let reply = try await door.send(
      .get, "/v1/user/nodes?start_id=1", [.dpop: proof], host: "10.0.0.5:8080")
    #expect(reply.status == 200)
    let inside = MadeUpTokens.proof(
      key: "device", method: "GET", url: "http://10.0.0.5:8080/v1/user/nodes",
      nonce: ProofNonce.current(at: door.clock.now(), door.digests))
    let refused = try await door.send(
      .get, "/v1/user/nodes", [.dpop: inside], host: "10.0.0.5:8080")
    #expect(refused.failure?.errorCode == .proofRequired)
  }

  @Test("The cookie is read among others, and set with all protective attributes")
  func cookie() async throws {
    var door = Door()
    let fields: HTTPFields = [
      .cookie: "a=b; \(SessionCookie.name)=r.0.k.c; \(SessionCookie.name)x=1",
      .origin: Door.publicURL, .contentType: "application/json", .crumb: "crumb",
    ]
    let end = door.clock.now() + .seconds(90)
    door.answer = { _ in
      APIAnswer(status: 200, body: [], cookie: .set(Secret("r.1.k.c"), expiresAt: end))
    }
    let set = try await door.send(.post, "/v1/session/refresh", fields)
    #expect(
      set.fields[.setCookie]
        == "__Host-portico_session=r.1.k.c; Path=/; Max-Age=90; Secure; HttpOnly; SameSite=Strict")
    #expect(door.calls.all.first?.credentials.cookie?.exposed == "r.0.k.c")
    #expect(door.calls.all.first?.credentials.crumb?.exposed == "crumb")
    door.answer = { _ in APIAnswer(status: 200, body: [], cookie: .clear) }
    let cleared = try await door.send(.post, "/v1/session/clear", fields)
    #expect(
      cleared.fields[.setCookie]
        == "__Host-portico_session=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict")
    for bad in ["", "a b", "a,b", String(repeating: "a", count: 513)] {
      let reply = try await door.send(
        .post, "/v1/session/refresh", [.cookie: "\(SessionCookie.name)=\(bad)"])
      #expect(reply.failure?.field == "Cookie")
    }
  }
}
