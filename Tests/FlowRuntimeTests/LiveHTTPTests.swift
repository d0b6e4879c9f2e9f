import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import Statechart
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls over real sockets on loopback.
@Suite struct LiveHTTPTests {
  let http = LiveHTTP()

  /// A call as a flow makes it.
  func call(
    _ url: String, method: String = "GET", headers: String = "{}", body: String? = nil,
    repetition: String = "keyed"
  ) throws -> OutgoingCall {
    let flow = try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      configuration: {server: {type: text, default: "https://portico.invalid"}}
      requests:
        ask:
          http: {method: \(method), url: "{server}", headers: \(headers)\(body.map { ", body: \($0)" } ?? "")}
          repeat: \(repetition)
          # However busy the machine is: no test here is about time.
          timeout: 1h
          failure: {show: asked, dismissal: stay}
      overlays: {asked: {elements: [{button: dismiss}]}}
      initial: only
      screens: {only: {enter: [{request: ask}], elements: [{text: only.text}]}}
      texts: {en: {only.text: T, asked.dismiss: D}}
      """)
    let rig = Rig(flow)
    try rig.launch(LaunchFacts(facts: [FactChange(0, .text(url.bytes))]))
    return try rig.lastCall("ask")
  }

  func ok(_ body: String, _ headers: String = "") -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(headers)Connection: close\r\n\r\n\(body)"
  }

  @Test("A bearer token arrives in its header, which a flow cannot write itself")
  func bearer() async throws {
    let server = try MiniServer { _ in self.ok("{}") }
    let flow = try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      configuration: {server: {type: text, default: "https://portico.invalid"}}
      origins: ["{server}"]
      facts: {token: {type: secret}}
      requests:
        ask: {http: {url: "{server}", bearer: token}, timeout: 1h, failure: {show: asked, dismissal: stay}}
      overlays: {asked: {elements: [{button: dismiss}]}}
      initial: only
      screens:
        only:
          elements: [{field: token, fact: token, kind: password, label: only.text}, {button: send, label: only.text}]
          on: {send: {do: [{request: ask}]}}
      texts: {en: {only.text: T, asked.dismiss: D}}
      """)
    let rig = Rig(flow)
    let configured = FactChange(
      try #require(flow.fact(named: "server".bytes)),
      .text("http://127.0.0.1:\(server.port)/x".bytes))
    try rig.launch(LaunchFacts(facts: [configured]))
    try rig.type("token", "t0ken")
    try rig.tap("send")
    #expect(await http.perform(try rig.lastCall("ask")) == .received(status: 200, body: "{}".bytes))
    let head = try #require(server.requests.first)
    #expect(head.contains("Authorization: Bearer t0ken\r\n"))
  }

  @Test(
    "A call arrives with its method, headers, key and content type, and its response comes back")
  func exchange() async throws {
    let server = try MiniServer { _ in self.ok(#"{"a":1}"#) }
    let call = try call(
      "http://127.0.0.1:\(server.port)/x?y=1", method: "POST", headers: "{X-Flow: wallet}",
      body: "{name: Ada}")
    #expect(await http.perform(call) == .received(status: 200, body: #"{"a":1}"#.bytes))
    let head = try #require(server.requests.first)
    #expect(head.hasPrefix("POST /x?y=1 HTTP/1.1\r\n"))
    #expect(head.contains("X-Flow: wallet\r\n"))
    #expect(head.contains("Content-Type: application/json\r\n"))
    let key = try #require(call.idempotencyKey?.string)
    #expect(head.contains("Idempotency-Key: \(key)\r\n"))
  }

  @Test("A failing status is a response, with its body")
  func status() async throws {
    let server = try MiniServer { _ in
      "HTTP/1.1 500 Oh\r\nContent-Length: 5\r\nConnection: close\r\n\r\nplain"
    }
    let call = try call("http://127.0.0.1:\(server.port)/")
    #expect(await http.perform(call) == .received(status: 500, body: "plain".bytes))
  }

  @Test("ENT-4: no listener means not sent, a broken connection means lost")
  func broken() async throws {
    let server = try MiniServer { _ in nil }
    #expect(await http.perform(try call("http://127.0.0.1:\(server.port)/")) == .lost)
    server.stop()
    #expect(await http.perform(try call("http://127.0.0.1:\(server.port)/")) == .notSent)
  }

  @Test("A redirect to another origin is not followed, one within the origin is")
  func redirects() async throws {
    let other = try MiniServer { _ in self.ok("secret") }
    let server = try MiniServer { path in
      let target = path == "/out" ? "http://127.0.0.1:\(other.port)/" : "/there"
      return path == "/there"
        ? self.ok("here")
        : "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    }
    let out = await http.perform(try call("http://127.0.0.1:\(server.port)/out"))
    #expect(other.requests.isEmpty)
    if case .received(let status, _) = out { #expect(status == 302) } else { #expect(out == .lost) }
    let same = await http.perform(try call("http://127.0.0.1:\(server.port)/in"))
    #expect(same == .received(status: 200, body: "here".bytes))
  }

  @Test("Cookies are neither kept nor sent")
  func cookies() async throws {
    let server = try MiniServer { _ in self.ok("{}", "Set-Cookie: a=CANARY\r\n") }
    for _ in 0..<2 { _ = await http.perform(try call("http://127.0.0.1:\(server.port)/")) }
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { !$0.lowercased().contains("cookie") })
  }

  @Test(
    "A response beyond one mebibyte is truncated so that the machine finds it malformed")
  func tooLong() async throws {
    let server = try MiniServer { _ in self.ok(String(repeating: "a", count: 3 << 20)) }
    let answer = await http.perform(try call("http://127.0.0.1:\(server.port)/"))
    guard case .received(200, let body) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(body.count == FlowLimits.answerBytes + 1)
  }

  @Test(
    "What a flow must not call is not called",
    arguments: [
      "http://example.org/", "http://127.0.0.1.example.org/", "ftp://127.0.0.1/",
      "file:///etc/hosts",
      "https://user:secret@127.0.0.1/", "https:///", "",
    ])
  func forbidden(url: String) async throws {
    #expect(await http.perform(try call(url)) == .notSent)
  }

  @Test("A cancelled call counts as lost")
  func cancelled() async throws {
    let (arrived, post) = AsyncStream.makeStream(of: Void.self)
    let never = DispatchSemaphore(value: 0)
    let server = try MiniServer { _ in
      post.finish()
      never.wait()
      return nil
    }
    let call = try call("http://127.0.0.1:\(server.port)/")
    let task = Task { [http] in await http.perform(call) }
    for await _ in arrived {}
    task.cancel()
    #expect(await task.value == .lost)
    never.signal()
  }

  @Test(
    "A call cancelled before it begins, as it begins or as it ends returns",
    .timeLimit(.minutes(20)))
  func cancelledAnywhere() async throws {
    let server = try MiniServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}" }
    let call = try call("http://127.0.0.1:\(server.port)/")
    for pause in 0..<100 {
      let task = Task { [http] in await http.perform(call) }
      for _ in 0..<pause * pause / 20 { await Task.yield() }
      task.cancel()
      let answer = await task.value
      #expect(answer == .lost || answer == .received(status: 200, body: Array("{}".utf8)))
    }
  }

  @Test(
    "The system's errors for a failed call are distinguished",
    arguments: [
      (URLError.Code.timedOut, Answer.timedOut), (.cannotConnectToHost, .notSent),
      (.notConnectedToInternet, .notSent), (.cannotFindHost, .notSent),
      (.secureConnectionFailed, .notSent), (.networkConnectionLost, .lost),
      (.badServerResponse, .lost), (.cancelled, .lost),
    ])
  func failures(code: URLError.Code, answer: Answer) {
    #expect(LiveHTTP.answer(for: URLError(code)) == answer)
  }
}
