import Foundation
import HTTPTypes
import Hummingbird
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityTestSupport
import Logging
import Synchronization

/// The transport with test doubles for everything behind it, called in process.
struct Door {
  static let publicURL = "https://id.example.com"

  let clock = SetClock()
  let digests = MadeUpDigests()
  let log = Lines()
  let random = CountedBytes(seed: 7)
  let calls = Calls()
  var settings: HTTPSettings
  /// The result of the operations.
  var answer: @Sendable (APICall) async throws -> APIAnswer = { call in
    APIAnswer(status: call.operation.success, body: Array("{}".utf8))
  }
  /// Where a provider's response leads.
  var receive: @Sendable (String, [String: String], Caller) async throws -> FederationReturn = {
    _, _, _ in
    .invalid
  }
  var isReady: @Sendable () async -> Bool = { true }
  var development: DevelopmentPorts?
  var pages: PagePort?
  let metrics = MetricRegistry()

  init(_ change: (inout HTTPSettings) -> Void = { _ in }) {
    settings = HTTPSettings(publicURL: WebOrigin(Self.publicURL))
    change(&settings)
  }

  var ports: TransportPorts {
    let calls = calls
    let answer = answer
    return TransportPorts(
      answer: { call in
        calls.append(call)
        return try await answer(call)
      }, receive: receive,
      credentials: CredentialCheck(
        reading: MadeUpTokens(), digests: digests, clock: clock, tokens: MadeUpTokens.settings),
      random: random, languages: LanguageOffer(["en", "ar", "de"]), isReady: isReady,
      passwordQueue: { 3 },
      openAPI: Array("openapi: 3.1.0\n".utf8), development: development, pages: pages,
      service: "Bücher & Co",
      uptime: { .zero },
      log: Logger(label: "test") { _ in LineHandler(lines: log) })
  }

  var responder: TransportResponder {
    TransportResponder(settings: settings, ports: ports, metrics: metrics)
  }

  /// The reply.
  struct Reply {
    let status: Int
    let fields: HTTPFields
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var failure: FailureBody? { try? JSONDecoder().decode(FailureBody.self, from: Data(body)) }
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:],
    body: [UInt8] = [], peer: String? = "192.0.2.7", host: String? = "id.example.com"
  ) async throws -> Reply {
    let head = HTTPRequest(
      method: method, scheme: "http", authority: host, path: path, headerFields: fields)
    let response = await responder.respond(
      to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body))),
      peer: peer.flatMap { IPAddress($0) })
    let written = Mutex([UInt8]())
    try await response.body.write(Collector { bytes in written.withLock { $0 += bytes } })
    return Reply(
      status: response.head.status.code, fields: response.head.headerFields,
      body: written.withLock { $0 })
  }

  /// A proof for a call, valid unless stated otherwise.
  func proof(
    _ method: String, _ path: String, key: String = "device", id: String = "proof-0001",
    token: String? = nil
  ) -> String {
    MadeUpTokens.proof(
      key: key, id: id, method: method, url: Self.publicURL + path,
      nonce: ProofNonce.current(at: clock.now(), digests), token: token)
  }

  func token(key: String = "") -> String {
    MadeUpTokens.token(key: key, expiresAt: clock.now() + .minutes(10))
  }

  private struct Collector: ResponseBodyWriter {
    let take: ([UInt8]) -> Void
    mutating func write(_ buffer: ByteBuffer) async throws { take(Array(buffer.readableBytesView)) }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}

/// The calls that reached the operations.
final class Calls: Sendable {
  private let calls = Mutex<[APICall]>([])
  func append(_ call: APICall) { calls.withLock { $0.append(call) } }
  var all: [APICall] { calls.withLock { $0 } }
}

/// Everything that was logged, with its metadata.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  fileprivate func append(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct LineHandler: LogHandler {
  let lines: Lines
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.append("\(event.level) \(event.message) \(event.metadata ?? [:]) \(metadata)")
  }
}
