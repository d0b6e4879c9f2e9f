import Foundation
import IdentityClient
import PorticoLive
import TestSupport
import Testing

/// The client's calls over real sockets on loopback.
@Suite struct LiveTransportTests {
  private let transport = LiveIdentityTransport()

  private func send(_ server: MiniServer, _ path: String) async -> ClientOutcome {
    await transport.send(
      ClientRequest(
        method: "POST", url: "http://127.0.0.1:\(server.port)\(path)",
        headers: [("Authorization", "DPoP A1"), ("DPoP", "p")], body: Array("{}".utf8),
        // No test waits for it; it is only never to be the reason on a busy machine.
        timeout: 600_000))
  }

  @Test("Status, type, nonce and body of a response arrive, and the credentials are sent")
  func answers() async throws {
    let server = try MiniServer { _ in
      "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nDPoP-Nonce: n1\r\n"
        + "Content-Length: 2\r\n\r\n{}"
    }
    guard case .received(let reply) = await send(server, "/v1/user") else {
      Issue.record("no answer")
      return
    }
    #expect(reply.status == 401)
    #expect(reply.contentType == "application/json")
    #expect(reply.nonce == "n1")
    #expect(reply.body == Array("{}".utf8))
    let head = try #require(server.requests.first)
    #expect(head.contains("Authorization: DPoP A1\r\n"))
  }

  @Test("Half a body is a lost response")
  func halfBody() async throws {
    let server = try MiniServer { _ in
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"a\":"
    }
    guard case .lost = await send(server, "/") else {
      Issue.record("half a body passed for a whole one")
      return
    }
  }

  @Test(
    "A connection that closes without a response is a lost one; without a listener nothing was sent"
  )
  func closed() async throws {
    let server = try MiniServer { _ in nil }
    guard case .lost = await send(server, "/") else {
      Issue.record("no loss")
      return
    }
    let nobody = ClientRequest(
      method: "GET", url: "http://127.0.0.1:1/", headers: [], body: [], timeout: 600_000)
    guard case .notSent = await transport.send(nobody) else {
      Issue.record("something was sent to nobody")
      return
    }
  }

  @Test(
    "No redirect is followed, so no token goes elsewhere",
    arguments: ["/other", "http://127.0.0.1:9/"])
  func redirect(_ target: String) async throws {
    let server = try MiniServer { _ in
      "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"
    }
    guard case .received(let reply) = await send(server, "/") else {
      Issue.record("no answer")
      return
    }
    #expect(reply.status == 302)
    #expect(server.requests.count == 1)
  }

  @Test("A response longer than a mebibyte is truncated, and marked as such")
  func tooLong() async throws {
    let server = try MiniServer { path in
      let count = ClientLimits.answerBytes + (path == "/over" ? 1 : 0)
      return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(count)\r\n\r\n"
        + String(repeating: " ", count: count)
    }
    guard case .received(let fits) = await send(server, "/fits"),
      case .received(let over) = await send(server, "/over")
    else {
      Issue.record("no answer")
      return
    }
    #expect(!fits.isTooLong)
    #expect(over.isTooLong)
  }

  @Test("Plain HTTP beyond loopback, and headers that would start others, are not sent")
  func refuses() async {
    for (url, value) in [
      ("http://id.example.com/", "a"), ("ftp://127.0.0.1/", "a"), ("https://u:p@127.0.0.1/", "a"),
      ("http://127.0.0.1:1/", "a\r\nX: y"),
    ] {
      let request = ClientRequest(
        method: "GET", url: url, headers: [("X-A", value)], body: [], timeout: 1000)
      guard case .notSent = await transport.send(request) else {
        Issue.record("sent: \(url)")
        return
      }
    }
  }
}
