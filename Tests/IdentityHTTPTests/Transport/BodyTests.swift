import HTTPTypes
import Hummingbird
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import Synchronization
import Testing

@Suite struct BodyTests {
  static let json: HTTPFields = [.contentType: "application/json"]

  @Test(
    "JSON in UTF-8 is accepted, however its type is written",
    arguments: [
      "application/json", "APPLICATION/JSON", "application/json; charset=utf-8",
      "application/json;charset=\"UTF-8\"", "application/json; profile=x",
    ])
  func goodTypes(type: String) async throws {
    let door = Door()
    let reply = try await door.send(
      .post, "/v1/login", [.contentType: type], body: Array("{}".utf8))
    #expect(reply.status == 200)
    #expect(door.calls.all.first?.body == Array("{}".utf8))
  }

  @Test(
    "Another type, character set or coding is 415",
    arguments: [
      "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
      "application/jsonp",
      "application/json, text/plain", "application/json; charset=latin1", "*/*", "application/xml",
    ])
  func badTypes(type: String) async throws {
    let door = Door()
    let reply = try await door.send(
      .post, "/v1/login", [.contentType: type], body: Array("{}".utf8))
    #expect(reply.status == 415)
    #expect(reply.failure?.errorCode == .contentTypeNotSupported)
    var zipped = Self.json
    zipped[.contentEncoding] = "gzip"
    #expect(try await door.send(.post, "/v1/login", zipped).status == 415)
    #expect(door.calls.all.isEmpty)
  }

  @Test("Without a body no type is required")
  func noBody() async throws {
    let door = Door()
    #expect(try await door.send(.post, "/v1/logout").status == 200)
    #expect(
      try await door.send(.post, "/v1/logout", [.contentType: "text/plain"]).status == 200)
  }

  @Test("A body at the limit is accepted, one byte more is 413 and ends the connection")
  func size() async throws {
    let door = Door { $0.limits.bodyBytes = 100 }
    let most = [UInt8](repeating: 32, count: 100)
    #expect(try await door.send(.post, "/v1/login", Self.json, body: most).status == 200)
    let reply = try await door.send(.post, "/v1/login", Self.json, body: most + [32])
    #expect(reply.status == 413)
    #expect(reply.failure?.errorCode == .bodyTooLarge)
    #expect(reply.fields[.connection] == "close")
    #expect(door.calls.all.count == 1)
  }

  @Test("A body of a gigabyte is read no further than the limit")
  func gigabyte() async throws {
    struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
      let taken: Taken
      func makeAsyncIterator() -> Endless { self }
      mutating func next() async throws -> ByteBuffer? {
        taken.count.withLock { $0 += 1 } == () ? ByteBuffer(repeating: 32, count: 1024) : nil
      }
    }
    final class Taken: Sendable { let count = Mutex(0) }
    let taken = Taken()
    let door = Door()
    let response = await door.responder.respond(
      to: Request(
        head: HTTPRequest(
          method: .post, scheme: "http", authority: "id.example.com", path: "/v1/login",
          headerFields: Self.json), body: RequestBody(asyncSequence: Endless(taken: taken))),
      peer: nil)
    #expect(response.head.status.code == 413)
    #expect(taken.count.withLock { $0 } == 65)
  }

  @Test("An announced size beyond the limit is refused before anything is read")
  func announced() async throws {
    var fields = Self.json
    fields[.contentLength] = "1000000000"
    #expect(try await Door().send(.post, "/v1/login", fields).status == 413)
    // A body shorter than announced was truncated.
    fields[.contentLength] = "3"
    let reply = try await Door().send(.post, "/v1/login", fields, body: Array("{}".utf8))
    #expect(reply.status == 400)
  }

  @Test(
    "A body with invalid UTF-8 is malformed",
    arguments: [
      [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ])
  func brokenText(bytes: [UInt8]) async throws {
    let door = Door()
    let reply = try await door.send(.post, "/v1/login", Self.json, body: bytes)
    #expect(reply.status == 400)
    #expect(reply.failure?.errorCode == .malformed)
    #expect(reply.failure?.field == "body")
    #expect(door.calls.all.isEmpty)
  }

  @Test("An intent is bound to method, path, query and body")
  func intent() async throws {
    let door = Door()
    var fields = Self.json
    fields[.idempotencyKey] = "key-1"
    for (method, path, body) in [
      (HTTPRequest.Method.post, "/v1/user", "{}"), (.put, "/v1/user", "{}"),
      (.post, "/v1/user2", "{}"), (.post, "/v1/user?a=1", "{}"), (.post, "/v1/user", "{ }"),
    ] {
      _ = try await door.send(method, path, fields, body: Array(body.utf8))
    }
    let callers = door.calls.all.map(\.caller)
    #expect(callers.count == 5)
    #expect(callers.allSatisfy { $0.idempotencyKey == "key-1" })
    #expect(Set(callers.map(\.body)).count == 5)
    // A read needs no intent; two keys are refused.
    _ = try await door.send(.get, "/v1/user", fields)
    #expect(door.calls.all.last?.caller.idempotencyKey == nil)
    fields.append(HTTPField(name: .idempotencyKey, value: "key-2"))
    let reply = try await door.send(.post, "/v1/user", fields, body: Array("{}".utf8))
    #expect(reply.failure?.field == "Idempotency-Key")
  }
}
