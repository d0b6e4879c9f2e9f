import HTTPTypes
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityTestSupport
import Testing

@Suite struct PageTests {
  /// Has a file for every path.
  private var door: Door {
    var door = Door()
    door.pages = PagePort { request in
      request.path == "/none"
        ? nil
        : PageAnswer(
          status: request.ifNoneMatch == "\"tag\"" ? 304 : 200,
          body: request.ifNoneMatch == nil ? Array("page".utf8) : [],
          type: "text/html; charset=utf-8",
          fields: [
            ("ETag", "\"tag\""), ("Cache-Control", "no-cache"),
            ("Content-Security-Policy", "default-src 'none'"),
          ])
    }
    return door
  }

  @Test("A path of the API is never served from a file, whatever the method")
  func callsFirst() async throws {
    let door = door
    let own = [
      "/v1/user", "/v1/login", "/v1/sessions/x", "/health/live", "/openapi.yaml", "/metrics",
      "/.well-known/jwks.json",
    ]
    for path in own {
      for method in [HTTPRequest.Method.get, .post, .put, .delete, .head] {
        #expect(try await door.send(method, path).text != "page", "\(method) \(path)")
      }
    }
  }

  @Test("A file has its own policy and caching, the common headers, and a nonce if it is a flow")
  func fields() async throws {
    let door = door
    let reply = try await door.send(.get, "/?flow=entry")
    #expect(reply.status == 200 && reply.text == "page")
    #expect(reply.fields[.contentType] == "text/html; charset=utf-8")
    #expect(reply.fields[.contentSecurityPolicy] == "default-src 'none'")
    #expect(reply.fields[.cacheControl] == "no-cache")
    #expect(reply.fields[.xContentTypeOptions] == "nosniff")
    // Its own, if it can be opened by itself.
    #expect(reply.fields[.referrerPolicy] == nil)
    #expect(reply.fields[.dpopNonce] == nil)
    #expect(reply.fields[HTTPField.Name("X-Request-Id")!] == nil)
    let flow = try await door.send(.get, "/flows/entry.en.flow")
    #expect(flow.fields[.dpopNonce] == ProofNonce.current(at: door.clock.now(), door.digests))
    #expect(door.calls.all.isEmpty)
  }

  @Test("An unchanged file is not sent again, and HEAD has no body")
  func unchanged() async throws {
    let reply = try await door.send(.get, "/", [.ifNoneMatch: "\"tag\""])
    #expect(reply.status == 304 && reply.body.isEmpty)
    #expect(reply.fields[.contentType] == nil)
    #expect(reply.fields[.eTag] == "\"tag\"")
    let head = try await door.send(.head, "/")
    #expect(head.status == 200 && head.body.isEmpty && head.fields[.contentLength] == "4")
  }

  @Test("No call changes a file; a missing file is not found, as without a page")
  func refusals() async throws {
    let posted = try await door.send(.post, "/")
    #expect(posted.status == 405 && posted.fields[.allow] == "GET, HEAD")
    #expect(posted.failure?.errorCode == .methodNotAllowed)
    for door in [door, Door()] {
      let reply = try await door.send(.get, "/none")
      #expect(reply.status == 404 && reply.failure?.errorCode == .notFound)
      #expect(reply.fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
    }
  }
}
