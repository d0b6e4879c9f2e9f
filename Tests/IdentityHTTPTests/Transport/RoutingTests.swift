import HTTPTypes
import IdentityAPI
import IdentityHTTP
import Testing

@Suite struct RoutingTests {
  @Test("Every operation responds at its path, and at its alias")
  func everyOperation() async throws {
    for operation in APIOperation.all {
      for path in [operation.path, operation.alias].compactMap({ $0 }) {
        let door = Door()
        let reply = try await door.send(
          try #require(HTTPRequest.Method(operation.method.rawValue)), filled(path))
        #expect(reply.status == operation.success, "\(operation.name) at \(path)")
        #expect(door.calls.all.map(\.operation.name) == [operation.name])
        #expect(door.calls.all.first?.path.values.allSatisfy { $0 == "a/b" } == true)
      }
    }
  }

  private func filled(_ path: String) -> String {
    path.replacing("{id}", with: "a%2Fb").replacing("{key}", with: "a%2Fb")
  }

  @Test("Every other method gets 405 and the list of allowed ones")
  func otherMethods() async throws {
    let door = Door()
    let methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "COPY"]
    for path in Set(APIOperation.all.map(\.path)) {
      let own = APIOperation.all.filter { $0.path == path }.map(\.method.rawValue)
      for method in methods where !own.contains(method) {
        let reply = try await door.send(
          try #require(HTTPRequest.Method(method)), filled(path))
        #expect(reply.status == 405, "\(method) \(path)")
        #expect(reply.failure?.errorCode == .methodNotAllowed)
        let more = own.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"]
        #expect(reply.fields[.allow] == (own + more).sorted().joined(separator: ", "))
      }
    }
    #expect(door.calls.all.isEmpty)
  }

  @Test(
    "An unknown path is 404 in the failure form",
    arguments: [
      "/", "/v1", "/v1/user/", "//v1/user", "/v1//user", "/v1/user/nodes/", "/V1/user",
      "/v1/%75ser", "/v1/sessions/", "/v1/sessions/a/b", "/v1/sessions/a/", "/dev/inbox",
      "/v1/user3",
      "/v1/../v1/user",
    ])
  func unknownPaths(path: String) async throws {
    let reply = try await Door().send(.get, path)
    #expect(reply.status == 404)
    #expect(reply.failure?.errorCode == .notFound)
  }

  @Test(
    "A target or value that cannot be parsed is malformed",
    arguments: [
      "", "v1/user", "*", "/v1/user#x", "/v1/us er", "/v1/\u{E9}", "/v1/\u{FFFD}", "/v1/a\u{0}b",
      "/v1/sessions/%", "/v1/sessions/%4", "/v1/sessions/%GG", "/v1/sessions/%FF",
      "/v1/sessions/%C3%28", "/v1/sessions/%ED%A0%80", "/v1/sessions/%-1",
    ])
  func badTargets(path: String) async throws {
    let door = Door()
    let reply = try await door.send(.delete, path)
    #expect(reply.status == 400)
    #expect(reply.failure?.errorCode == .malformed)
    #expect(door.calls.all.isEmpty)
  }

  @Test("The query is decoded, and the first of duplicate names counts")
  func query() async throws {
    let door = Door()
    _ = try await door.send(.get, "/v1/user/nodes?start_id=a%20b+c&&start_id=x&%61=%C3%A9&e=&f")
    #expect(
      door.calls.all.first?.query == ["start_id": "a b c", "a": "\u{E9}", "e": "", "f": ""])
    for bad in ["a=%", "%zz=1", "a=%FF", (0..<17).map { "k\($0)=1" }.joined(separator: "&")] {
      let reply = try await door.send(.get, "/v1/user/nodes?\(bad)")
      #expect(reply.failure?.errorCode == .malformed, "\(bad)")
      #expect(reply.failure?.field == "query")
    }
    #expect(door.calls.all.count == 1)
  }

  @Test("HEAD is GET without the body, with its length")
  func head() async throws {
    let door = Door()
    let get = try await door.send(.get, "/apiversions")
    let head = try await door.send(.head, "/apiversions")
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    #expect(head.fields[.contentLength] == String(get.body.count))
    #expect(try await door.send(.head, "/v1/login").status == 405)
    #expect(try await door.send(.head, "/none").body.isEmpty)
  }

  @Test("OPTIONS names the methods and calls nothing")
  func options() async throws {
    let door = Door()
    let reply = try await door.send(.options, "/v1/user")
    #expect(reply.status == 204)
    #expect(reply.body.isEmpty)
    #expect(reply.fields[.allow] == "DELETE, GET, HEAD, OPTIONS, POST, PUT")
    #expect(reply.fields[.accessControlAllowOrigin] == nil)
    #expect(try await door.send(.options, "/none").status == 404)
    #expect(door.calls.all.isEmpty)
  }
}
