import DevelopmentProviders
import Dispatch
import Foundation
import IdentityDomain
import IdentityFederation
import NetworkTransfer
import TestSupport
import Testing
import WorkThreads

/// Over real sockets on loopback, by libcurl.
@Suite("Providers over sockets")
struct SocketTests {
  private static func call(_ port: UInt16, _ path: String = "/") throws -> ProviderCall {
    ProviderCall(try EndpointRules.development.endpoint("http://127.0.0.1:\(port)\(path)"))
  }

  /// What a server that always answers the same is heard to say.
  private func answer(
    _ text: String?, limit: Duration = .seconds(8)
  ) async throws -> ProviderAnswer? {
    let server = try MiniServer { _ in text }
    defer { server.stop() }
    let threads = WorkThreads.forTransfers(threads: 1)
    let transport = CurlTransport(threads: threads, limit: limit)
    let answer = await transport.answer(to: try Self.call(server.port))
    await threads.shutdown()
    return answer
  }

  private static func response(_ body: String, _ head: String = "") -> String {
    "HTTP/1.1 200 OK\r\n\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test("Status, body and cache headers are read, repeated ones as a list")
  func heard() async throws {
    let head =
      "content-TYPE: application/json\r\nCache-Control: public\r\nCache-Control: max-age=7\r\n"
    let answer = try await answer(Self.response("{}", head + "Age: 3\r\nX-Other: 1\r\n"))
    #expect(
      answer
        == ProviderAnswer(
          status: 200,
          fields: [
            "content-type": "application/json", "cache-control": "public, max-age=7", "age": "3",
          ], body: Array("{}".utf8)))
  }

  @Test("A body of 256 KB is read, one byte more is not")
  func sizes() async throws {
    let most = String(repeating: "a", count: 256 * 1024)
    #expect(try await answer(Self.response(most))?.body.count == 256 * 1024)
    #expect(try await answer(Self.response(most + "a")) == nil)
  }

  @Test("Attack: a redirect is not followed, so no code goes where it points")
  func redirects() async throws {
    let elsewhere = try MiniServer { _ in Self.response("{}") }
    defer { elsewhere.stop() }
    let head = "HTTP/1.1 307 Temporary\r\nLocation: http://127.0.0.1:\(elsewhere.port)/\r\n"
    let answer = try await answer("\(head)Content-Length: 0\r\n\r\n")
    #expect(answer?.status == 307 && elsewhere.requests.isEmpty)
  }

  @Test("No connection, a truncated response and one of another protocol all count as no response")
  func broken() async throws {
    #expect(try await answer(nil) == nil)
    #expect(try await answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{}") == nil)
    #expect(try await answer("220 mail.example ESMTP\r\n") == nil)
    let server = try MiniServer { _ in nil }
    server.stop()
    let threads = WorkThreads.forTransfers(threads: 1)
    let call = try Self.call(server.port)
    // The port may be listening for a moment longer.
    #expect(await CurlTransport(threads: threads).answer(to: call) == nil)
    await threads.shutdown()
  }

  @Test("A provider that does not answer holds a thread for as long as the limit, and no longer")
  func slow() async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try MiniServer.exchanging { _ in
      gate.wait()
      return nil
    }
    let threads = WorkThreads.forTransfers(threads: 1)
    let transport = CurlTransport(threads: threads, limit: .milliseconds(50))
    #expect(await transport.answer(to: try Self.call(server.port)) == nil)
    gate.signal()
    server.stop()
    await threads.shutdown()
  }

  @Test("Attack: TLS on loopback without a trusted certificate counts as no response")
  func trust() async throws {
    let server = try MiniServer { _ in Self.response("{}") }
    defer { server.stop() }
    let threads = WorkThreads.forTransfers(threads: 1)
    let endpoint = try EndpointRules.production.endpoint("https://127.0.0.1:\(server.port)/")
    #expect(await CurlTransport(threads: threads).answer(to: ProviderCall(endpoint)) == nil)
    await threads.shutdown()
  }

  @Test(
    "A whole sign-in over sockets at each development provider",
    arguments: ["openid", "google", "apple", "github"])
  func signIn(name: String) async throws {
    let mounted = SharedList<DevelopmentHouse>()
    let server = try MiniServer.exchanging { request in
      guard let house = mounted.all.first else { return nil }
      return Self.mounted(house, request)
    }
    defer { server.stop() }
    let threads = WorkThreads.forTransfers(threads: 2)
    let house = try DevelopmentHouse(
      publicURL: "http://127.0.0.1:\(server.port)",
      // A starved machine may take its time.
      transport: CurlTransport(
        threads: threads, limit: .seconds(1_200), connectLimit: .seconds(1_200)))
    mounted.append(house)
    let assertion = try await house.signIn(at: name, ["person": "0", "decision": "allow"])
    #expect(assertion.name == "Ada Lovelace")
    #expect(server.requests.contains { $0.contains("User-Agent: Portico\r\n") })
    await threads.shutdown()
  }

  /// A request as it came over the socket, answered by the development provider.
  private static func mounted(_ house: DevelopmentHouse, _ bytes: [UInt8]) -> [UInt8]? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    let parts = lines[0].split(separator: " ")
    let path = parts[1].split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, path.count == 4 else { return nil }
    let rest = path[3]
    let name = rest.prefix { $0 != "/" }
    let authorization = lines.first { $0.hasPrefix("Authorization: ") }
    let request = DevelopmentRequest(
      String(parts[0]), String(rest.dropFirst(name.count)),
      authorization: authorization.map { String($0.dropFirst("Authorization: ".count)) },
      body: Array(text[end.upperBound...].utf8))
    let answered = SharedList<DevelopmentResponse>()
    let done = DispatchSemaphore(value: 0)
    Task {
      if let answer = await house.set.answer(request, at: String(name)) { answered.append(answer) }
      done.signal()
    }
    done.wait()
    guard let answer = answered.all.first else { return nil }
    let head = answer.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    return Array(
      "HTTP/1.1 \(answer.status) X\r\n\(head)Content-Length: \(answer.body.count)\r\n\r\n".utf8)
      + answer.body
  }
}
