import HTTPTypes
import IdentityAPI
import IdentityHTTP
import Testing

@Suite struct RoutingTests {
  @Test("Every operation answers at its path, and at its other name")
  func everyOperation() async throws {
    for operation in APIOperation.all {
      for path in [operation.path, operation.alias].compactMap({ $0 }) {
        let door = Door()
        let sent = path.replacing("{id}", with: "a%2Fb").replacing("{key}", with: "a%2Fb")
        let reply = try await door.send(
          try #require(HTTPRequest.Method(operation.method.rawValue)), sent)
        #expect(reply.status == operation.success, "\(operation.name) at \(path)")
        #expect(door.calls.all.map(\.operation.name) == [operation.name])
        #expect(door.calls.all.first?.path.values.allSatisfy { $0 == "a/b" } == true)
      }
    }
  }

  @Test("Health answers, and says when the store does not")
  func health() async throws {
    var door = Door()
    #expect(try await door.send(.get, "/health/live").status == 200)
    #expect(try await door.send(.get, "/health/ready").status == 200)
    door.isReady = { false }
    #expect(try await door.send(.get, "/health/live").status == 200)
    let reply = try await door.send(.get, "/health/ready")
    #expect(reply.status == 503)
    #expect(reply.failure?.errorCode == .storageUnavailable)
    #expect(reply.fields[.retryAfter] == "30")
  }
}
