import Foundation
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport

/// A client of the API on a rig: JSON in, JSON out, without a transport. It keeps what a real
/// client keeps, and its calls contain what the transport would have read from them.
final class Client {
  let rig: Rig
  let operations: IdentityOperations
  /// The device's key; nil for a public client of the account API.
  var key: String?
  var isBrowser: Bool
  var network: String
  var accessToken: String?
  var accessTokenExpiresAt = Timestamp(milliseconds: 0)
  var refreshToken: String?
  var cookie: String?
  var crumb: String?

  init(_ rig: Rig, key: String? = nil, isBrowser: Bool = false, network: String = "net") {
    self.rig = rig
    self.key = key
    self.isBrowser = isBrowser
    self.network = network
    operations = IdentityOperations(service: rig.service) {
      FailureAnswer($0, at: rig.clock.now()).body
    }
  }

  @discardableResult
  func call(
    _ name: String, _ fields: [String: String] = [:], query: [String: String] = [:],
    path: [String: String] = [:], installation: String? = nil, intent: String? = nil
  ) async throws -> Reply {
    let hasBody = !fields.isEmpty || ["refreshSession", "clearSession"].contains(name)
    return try await call(
      name, body: hasBody ? try JSONEncoder().encode(fields) : Data(), query: query, path: path,
      installation: installation, intent: intent)
  }

  @discardableResult
  func call(
    _ name: String, body: some Sequence<UInt8>, query: [String: String] = [:],
    path: [String: String] = [:], installation: String? = nil, intent: String? = nil
  ) async throws -> Reply {
    let call = try await made(
      name, Array(body), query: query, path: path, installation: installation, intent: intent)
    let reply = Reply(try await operations.answer(call))
    keep(reply)
    return reply
  }

  /// The call as the transport passes it on.
  func made(
    _ name: String, _ body: [UInt8], query: [String: String] = [:], path: [String: String] = [:],
    installation: String? = nil, intent: String? = nil
  ) async throws -> APICall {
    guard let operation = APIOperation.all.first(where: { $0.name == name }) else {
      throw NoSuchOperation(name: name)
    }
    var caller = rig.caller(key, network: network, cookie: isBrowser)
    caller.idempotencyKey = intent
    caller.body = Secret(String(decoding: body, as: UTF8.self))
    let isByCookie = operation.authentication == .refreshToken
    return APICall(
      operation: operation, path: path, query: query, installation: installation, body: body,
      caller: caller,
      credentials: APICall.Credentials(
        accessToken: operation.authentication == .accessToken ? try await claims(name) : nil,
        cookie: isByCookie ? cookie.map { Secret($0) } : nil, crumb: crumb.map { Secret($0) }))
  }

  struct NoSuchOperation: Error {
    let name: String
  }

  /// The claims that the transport reads from the access token. An expired one is refused, except
  /// for a logout.
  private func claims(_ operation: String) async throws -> AccessTokenClaims? {
    guard let accessToken else { return nil }
    let session = try await rig.store.read("test") {
      try $0.session(ID(accessToken.split(separator: ".").dropFirst().first.map(String.init) ?? ""))
    }
    guard let session, rig.clock.now() < accessTokenExpiresAt else {
      if operation == "logout" { return nil }
      throw IdentityFailure.unauthorized(nil)
    }
    return AccessTokenClaims.issue(
      for: session, settings: rig.settings.tokens, tokenID: "t", at: rig.clock.now())
  }

  private func keep(_ reply: Reply) {
    for place in ["", "tokens."] {
      guard let token = reply.text(place + "accesstoken") else { continue }
      accessToken = token
      accessTokenExpiresAt =
        rig.clock.now() + .seconds(reply.number(place + "expires_in") ?? 0)
      refreshToken = reply.text(place + "refreshtoken") ?? refreshToken
      crumb = reply.text(place + "crumb") ?? crumb
    }
    switch reply.cookie {
    case .none: break
    case .set(let token, _): cookie = token.exposed
    case .clear: cookie = nil
    }
  }

  /// A code that authenticates a signed-in user again, as a call carries it (RFC 9470).
  func freshProof() async throws -> [String: String] {
    let begun = try await call("beginStepUp")
    let message = await rig.messages().last { $0.template == .stepUpCode }
    guard let code = message.flatMap({ MadeUpSealing.open($0) }), let token = begun.text("token")
    else { throw NoCode(recipient: "the account's own") }
    rig.clock.advance(.minutes(2))
    return ["token": token, "verification_code": code]
  }

  /// The latest code sent to a recipient.
  func code(to recipient: String) async throws -> String {
    try await rig.code(to: recipient).exposed
  }
}

/// A parsed response.
struct Reply {
  let status: Int
  let body: String
  let cookie: APIAnswer.CookieChange

  init(_ answer: APIAnswer) {
    status = answer.status
    body = String(decoding: answer.body, as: UTF8.self)
    cookie = answer.cookie
  }

  /// The value at a path such as `tokens.accesstoken`, or `sessions.0.id`.
  func value(_ path: String) -> Any? {
    var value = try? JSONSerialization.jsonObject(with: Data(body.utf8))
    for step in path.split(separator: ".") {
      if let list = value as? [Any], let place = Int(step), list.indices.contains(place) {
        value = list[place]
      } else {
        value = (value as? [String: Any])?[String(step)]
      }
    }
    return value
  }

  func text(_ path: String) -> String? { value(path) as? String }

  func number(_ path: String) -> Int64? { (value(path) as? NSNumber)?.int64Value }

  /// The names of the members, at the top or at a path.
  func names(_ path: String = "") -> Set<String> {
    Set((value(path) as? [String: Any] ?? [:]).keys)
  }

  var setsCookie: Bool {
    if case .set = cookie { true } else { false }
  }

  var clearsCookie: Bool {
    if case .clear = cookie { true } else { false }
  }
}
