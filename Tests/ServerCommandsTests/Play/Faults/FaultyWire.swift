import Foundation
import IdentityAPI
import IdentityClient
import Synchronization
import TestSupport
import WireText

/// Lies between a client and a server as a socket of its own, notes what the server did, and lets one
/// exchange go wrong.
final class FaultyWire: Sendable {
  /// What the server answered to one request that it got.
  struct Told: Sendable {
    var call: String
    var key: String?
    /// Whether the request asks for a message with a code.
    var isSending: Bool
    var status: Int
    /// Of a refusal.
    var code: String
    /// The session that the answer opened or extended.
    var session: String?
  }

  private struct State {
    var upstream: UInt16 = 0
    var plan: WirePlan?
    /// The calls of the client, in their order.
    var calls: [String] = []
    var told: [Told] = []
    /// What was hit first.
    var struckCall: String?
    var struckTold = 0
    var isStruckAgain = false
    var wantsRepeat = false
    var strike: @Sendable () -> Void = {}
    var expire: @Sendable () -> Void = {}
    var isBroken = false
  }

  private let state = Mutex(State())
  private let server = Mutex<MiniServer?>(nil)

  deinit { server.withLock { $0?.stop() } }

  /// The calls of the client so far, as `POST /v1/login`.
  var calls: [String] { state.withLock { $0.calls } }
  var told: [Told] { state.withLock { $0.told } }
  /// The call that went wrong.
  var struckCall: String? { state.withLock { $0.struckCall } }
  /// How much the server had been asked before that.
  var struckTold: Int { state.withLock { $0.struckTold } }
  /// Something came over it that it does not understand.
  var isBroken: Bool { state.withLock { $0.isBroken } }

  /// - Parameter strike: called before the exchange goes wrong.
  func arm(_ plan: WirePlan?, strike: @escaping @Sendable () -> Void) {
    state.withLock {
      $0.plan = plan
      $0.strike = strike
    }
  }

  /// The app was killed: the call that repeats what went wrong goes wrong too.
  func repeatFault() { state.withLock { $0.wantsRepeat = true } }

  /// Who sends next gives up when this is called.
  func onExpiry(_ expire: @escaping @Sendable () -> Void) { state.withLock { $0.expire = expire } }

  /// - Returns: the address at which it listens, for the one of the server.
  func route(_ address: String) throws -> String {
    guard let port = URL(string: address)?.port else { throw URLError(.badURL) }
    state.withLock { $0.upstream = UInt16(port) }
    let own = try server.withLock { server in
      if let server { return server.port }
      let new = try MiniServer.exchanging { [weak self] in self?.answer($0) }
      server = new
      return new.port
    }
    return "http://127.0.0.1:\(own)"
  }

  // MARK: One exchange

  private func answer(_ bytes: [UInt8]) -> [UInt8]? {
    // A connection that nobody used.
    guard !bytes.isEmpty else { return nil }
    guard let request = HTTPMessage(bytes) else { return broken() }
    guard let fault = begin(request.call) else { return pass(request)?.bytes }
    state.withLock { $0.strike }()
    switch fault {
    case .requestLost: return nil
    case .answerLost:
      _ = pass(request)
      return nil
    case .doubled:
      _ = pass(request)
      return pass(request)?.bytes
    case .late:
      let answer = pass(request)
      state.withLock { $0.expire }()
      return answer?.bytes
    case .unavailable:
      return HTTPMessage("HTTP/1.1 500 Internal Server Error", "text/plain", "Oops").bytes
    case .refused: return Self.refusal(101_017, "refresh_token_invalid")
    case .unauthorized: return Self.refusal(300_024, "unauthorized")
    case .foreignRefusal:
      return HTTPMessage(
        "HTTP/1.1 401 Unauthorized", "application/json", #"{"message":"Unauthorized"}"#
      ).bytes
    case .half:
      guard var answer = pass(request) else { return nil }
      answer.body =
        answer.body.count < 2
        ? [UInt8(ascii: "{")] : Array(answer.body.prefix(answer.body.count / 2))
      return answer.bytes
    case .page:
      guard let answer = pass(request) else { return nil }
      return HTTPMessage(answer.start, "text/html", "<html><body>Welcome</body></html>").bytes
    }
  }

  private static func refusal(_ code: Int, _ name: String) -> [UInt8] {
    let body =
      #"{"status":"failure","error_code":\#(code),"code":"\#(name)","description":"No"}"#
    return HTTPMessage("HTTP/1.1 401 Unauthorized", "application/json", body).bytes
  }

  private func begin(_ call: String) -> WireFault? {
    state.withLock { state in
      state.calls.append(call)
      guard let plan = state.plan else { return nil }
      if state.calls.count == plan.place {
        state.struckCall = call
        state.struckTold = state.told.count
        return plan.fault
      }
      guard state.wantsRepeat, !state.isStruckAgain, call == state.struckCall else { return nil }
      state.isStruckAgain = true
      return plan.fault
    }
  }

  /// The server gets it and answers.
  private func pass(_ request: HTTPMessage) -> HTTPMessage? {
    let port = state.withLock { $0.upstream }
    guard let bytes = Loopback.exchange(request.bytes, port: port), let answer = HTTPMessage(bytes)
    else { return broken() }
    let body = JSON(answer.body)?.root
    let asked = JSON(request.body)?.root
    let session = body?.text("sessionId") ?? body?["tokens"]?.text("sessionId")
    let told = Told(
      call: request.call, key: request["Idempotency-Key"],
      // A third-party sign-in asks for a code only where its answer says so.
      isSending: body?["challenge"] != nil
        || Self.sending.contains(request.call)
          && asked?["verification_code"] == nil && !request.start.contains("verification_code="),
      status: answer.status, code: String(decoding: body?.text("code") ?? [], as: UTF8.self),
      session: session.map { String(decoding: $0, as: UTF8.self) })
    state.withLock { $0.told.append(told) }
    return answer
  }

  /// The calls of the API that lead to a message with a code, where they bring none themselves.
  private static let sending: Set<String> = Set(
    APIOperation.all.filter { sendingNames.contains($0.name) }
      .map { "\($0.method.rawValue) \($0.path)" })
  private static let sendingNames: Set<String> = [
    "user", "forgotPassword", "deleteUser", "GetUserRequest", "resendCode", "sendSecondProof",
    "newUser", "getPassword", "beginIdentifier", "beginStepUp", "login", "doLogin",
  ]

  private func broken<Value>() -> Value? {
    state.withLock { $0.isBroken = true }
    return nil
  }
}
