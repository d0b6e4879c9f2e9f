import Foundation
import HTTPTypes
import Hummingbird
import IdentityClient
import IdentityHTTP
import Synchronization

/// The client's calls to the real router in the same process, over a wire that a test can cut.
final class RouterTransport: ClientTransport, Sendable {
  enum Fault: Sendable {
    case none
    case requestLost
    case answerLost
    case notSent
    /// 500 in front of the server, which hears nothing.
    case serverError
    /// 401 of somebody in between.
    case unauthorized
    /// The server does its work, and its answer comes as a page.
    case foreignAnswer
    /// The server does its work, and half of its answer comes as if it were whole.
    case halfAnswer
  }

  private let responder: Mutex<TransportResponder>
  private let fault = Mutex<@Sendable (String) -> Fault>({ _ in .none })
  /// The paths that were called.
  let paths = Mutex<[String]>([])

  private struct Hold: Sendable {
    let path: String
    let until: AsyncStream<Void>
    let reached: @Sendable () -> Void
  }
  private let hold = Mutex<Hold?>(nil)

  /// Answers to a path come only when the stream has ended.
  func holdAnswers(
    to path: String, _ until: AsyncStream<Void>, reached: @escaping @Sendable () -> Void
  ) {
    hold.withLock { $0 = Hold(path: path, until: until, reached: reached) }
  }

  init(_ server: IdentityServer) { responder = Mutex(server.responder) }

  /// The server is started again.
  func replace(by server: IdentityServer) { responder.withLock { $0 = server.responder } }

  func cut(_ fault: @escaping @Sendable (String) -> Fault) { self.fault.withLock { $0 = fault } }

  /// The same fault for the next calls to a path.
  func cut(_ path: String, _ kind: Fault, times: Int) {
    let left = Mutex(times)
    cut { called in
      guard called == path else { return .none }
      return left.withLock { count in
        count -= 1
        return count >= 0 ? kind : .none
      }
    }
  }

  func send(_ request: ClientRequest) async -> ClientOutcome {
    guard let url = URL(string: request.url), let method = HTTPRequest.Method(request.method) else {
      return .notSent
    }
    paths.withLock { $0.append(url.path) }
    let fault = fault.withLock { $0 }(url.path)
    if case .notSent = fault { return .notSent }
    if case .requestLost = fault { return .lost }
    if case .serverError = fault { return Self.reply(500, "text/plain", Array("Oops".utf8)) }
    if case .unauthorized = fault {
      return Self.reply(401, "application/json", Array(#"{"message":"Unauthorized"}"#.utf8))
    }
    var fields: HTTPFields = [:]
    for (name, value) in request.headers {
      guard let name = HTTPField.Name(name) else { return .notSent }
      fields[name] = value
    }
    let target = request.url.dropFirst("http://localhost".count)
    let head = HTTPRequest(
      method: method, scheme: "http", authority: "localhost", path: String(target),
      headerFields: fields)
    let response = await responder.withLock { $0 }.respond(
      to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: request.body))),
      peer: IPAddress("127.0.0.1"))
    let written = Mutex([UInt8]())
    guard
      (try? await response.body.write(Collector { bytes in written.withLock { $0 += bytes } }))
        != nil
    else { return .lost }
    if case .answerLost = fault { return .lost }
    if case .foreignAnswer = fault { return Self.reply(200, "text/html", Array("<html>".utf8)) }
    if case .halfAnswer = fault {
      let bytes = written.withLock { $0 }
      return Self.reply(
        response.head.status.code, "application/json", Array(bytes.prefix(bytes.count / 2)))
    }
    if let hold = hold.withLock({ $0 }), hold.path == url.path {
      hold.reached()
      for await _ in hold.until {}
    }
    return .received(
      ClientReply(
        status: response.head.status.code, contentType: response.head.headerFields[.contentType],
        nonce: HTTPField.Name("DPoP-Nonce").flatMap { response.head.headerFields[$0] },
        body: written.withLock { $0 }))
  }

  private static func reply(_ status: Int, _ type: String, _ body: [UInt8]) -> ClientOutcome {
    .received(ClientReply(status: status, contentType: type, nonce: nil, body: body))
  }

  private struct Collector: ResponseBodyWriter {
    let take: ([UInt8]) -> Void
    mutating func write(_ buffer: ByteBuffer) async throws { take(Array(buffer.readableBytesView)) }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
