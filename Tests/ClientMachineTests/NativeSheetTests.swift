import SessionMachine
import Testing
import WireText

@testable import ClientMachine

/// FED-6: a sign-in with a provider's native sheet, as a flow sees it: the trip to a page.
@Suite struct NativeSheetTests {
  private static let start = #"{"provider":"apple","return_url":"app:/in"}"#
  private static let begun =
    #"{"status":"success","nonce":"N","token":"T","expires_at":"2026-01-01T00:10:00Z"}"#
  private static let given =
    #"{"authorization_code":"A","id_token":"a.b.c","name":"Ada","state":"N"}"#

  @Test(
    "The sheet is asked for by its nonce, and its id token completes the sign-in, after a kill too")
  func signsIn() throws {
    let app = App(sheets: ["apple"])
    let begin = try app.call("beginFederation", Self.start)
    #expect(begin.path == "/v1/federation/native")
    #expect(begin.body == #"{"provider":"apple"}"#)
    #expect(
      try app.answer(begin, 200, Self.begun) == #"{"authorization_url":"portico-sheet:apple/N"}"#)

    app.relaunch()
    #expect(try app.returned(Self.given) == "ok")
    app.relaunch()
    let completion = try app.call("completeFederation", "{}")
    #expect(completion.path == "/v1/federation/native/completion")
    #expect(
      completion.body
        == #"{"id_token":"a.b.c","authorization_code":"A","name":"Ada","token":"T"}"#)
    // FED-7: the code beside it is one of any third-party sign-in.
    _ = try app.answer(completion, 200, #"{"status":0,"challenge":{"token":"V"}}"#)
    #expect(
      try app.call("verifyFederation", #"{"verification_code":"1"}"#).body
        == #"{"verification_code":"1","code_token":"V","token":"T"}"#)
    #expect(
      try app.call("completeFederation", "{}").body == completion.body, "as it was sent first")
  }

  @Test(
    "A provider without a sheet on this device, and a new sign-in after a sheet, use the page")
  func page() throws {
    let app = App(sheets: ["apple"])
    let sheet = try app.call("beginFederation", Self.start)
    _ = try app.answer(sheet, 200, Self.begun)
    let begin = try app.call("beginFederation", #"{"provider":"google","return_url":"app:/in"}"#)
    #expect(begin.path == "/v1/federation/authorization")
    let page = #"{"authorization_url":"https://p","state":"S"}"#
    #expect(
      try app.answer(begin, 200, #"{"authorization_url":"https://p","state":"S","token":"P"}"#)
        == page)
    #expect(try app.returned(Self.given) == "federation_state_mismatch")
    #expect(try app.returned("state=S&code=C") == "ok")
    #expect(
      try app.call("completeFederation", "{}").body == #"{"code":"C","state":"S","token":"P"}"#)
  }

  @Test("If the server accepts no tokens from the sheet, the page is shown, under the same intent")
  func fallsBack() throws {
    let app = App(sheets: ["apple"])
    let sheet = try app.call("beginFederation", Self.start, key: "k1")
    let next = try app.next(sheet, 404, #"{"error_code":300027,"code":"not_found"}"#)
    #expect(next.path == "/v1/federation/authorization")
    #expect(next.body == #"{"provider":"apple","return_url":"app:/in"}"#)
    #expect(next.key == "k1")
    // Only once: what the page's operation says stands.
    let refused = #"{"error_code":300027,"code":"not_found"}"#
    #expect(try app.answer(next, 404, refused) == refused)
  }

  @Test(
    "A result that is not this sheet's is recognized, and stores nothing",
    arguments: [
      (#"{"id_token":"a.b.c","state":"M"}"#, "federation_state_mismatch"),
      (#"{"id_token":"a.b.c"}"#, "federation_state_mismatch"), ("{}", "federation_state_mismatch"),
      ("[]", "federation_state_mismatch"), ("state=N&code=C", "federation_state_mismatch"),
      ("state=N&id_token=a.b.c", "federation_state_mismatch"),
      (#"{"state":"N"}"#, "federation_failed"),
      (#"{"id_token":7,"state":"N"}"#, "federation_failed"),
      (#"{"error":"federation_cancelled","state":"N"}"#, "federation_cancelled"),
      (#"{"error":"federation_cancelled","state":"M"}"#, "federation_state_mismatch"),
    ])
  func refusals(_ data: String, _ wanted: String) throws {
    let app = App(sheets: ["apple"])
    let begin = try app.call("beginFederation", Self.start)
    _ = try app.answer(begin, 200, Self.begun)
    let stored = app.stored
    #expect(try app.returned(data) == wanted)
    #expect(app.stored == stored)
    // Nothing came, so there is nothing to complete.
    let answer = try #require(app.refusal("completeFederation"))
    #expect(answer.contains("verification_token_invalid"))
  }
}

/// One process of an app after the other, on the same storage; its server is the test.
private final class App {
  private let sheets: [[UInt8]]
  private var process: ClientProcess
  private var lastCall: CallID = 0
  private(set) var stored: [StoredItem: [UInt8]] = [:]
  private var actions: [ClientAction] = []

  struct Sent {
    var send: SendID
    var path: String
    var body: String
    var key: String?
  }

  init(sheets: [String]) {
    self.sheets = sheets.map { Array($0.utf8) }
    process = Self.process(self.sheets)
  }

  private static func process(_ sheets: [[UInt8]]) -> ClientProcess {
    ClientProcess(
      ClientProfile(
        kind: .tokens, platform: Array("test".utf8), appVersion: Array("1".utf8), sheets: sheets))
  }

  func relaunch() { process = Self.process(sheets) }

  func call(_ name: String, _ parameters: String, key: String? = nil) throws -> Sent {
    start(name, parameters, key)
    return try sent()
  }

  /// What the client answers by itself; nil where it sends the call.
  func refusal(_ name: String) -> String? {
    start(name, "{}", nil)
    return answered()
  }

  func answer(_ sent: Sent, _ status: Int, _ body: String) throws -> String {
    receive(sent, status, body)
    return try #require(answered())
  }

  /// The request that follows a response.
  func next(_ sent: Sent, _ status: Int, _ body: String) throws -> Sent {
    receive(sent, status, body)
    return try self.sent()
  }

  func returned(_ data: String) throws -> String {
    take(.returned(Array(data.utf8)))
    for case .tell(.federationReturned(let said)) in actions {
      return String(decoding: said, as: UTF8.self)
    }
    throw Nothing()
  }

  private struct Nothing: Error {}

  private func start(_ name: String, _ parameters: String, _ key: String?) {
    lastCall += 1
    take(
      .call(
        ClientCall(
          id: lastCall, name: Array(name.utf8), parameters: Array(parameters.utf8),
          key: key.map { Array($0.utf8) }, timeout: 30_000)))
  }

  private func receive(_ sent: Sent, _ status: Int, _ body: String) {
    take(
      .answered(
        sent.send,
        .received(
          CallReply(
            status: status, contentType: Array("application/json".utf8), nonce: [],
            body: Array(body.utf8)))))
  }

  private func take(_ input: ClientInput) {
    actions = process.take(input, at: ClientProcessTests.moment())
    var next = 0
    while next < actions.count {
      if case .store(let id, let item, _) = actions[next] {
        let writes = process.writes(for: id, found: .value(stored[item]))
        for item in writes.items { stored[item] = writes.value }
        actions += process.take(.stored(id, nil), at: ClientProcessTests.moment())
      }
      next += 1
    }
  }

  private func sent() throws -> Sent {
    for case .send(let id, let request) in actions {
      let key = request.headers.first { $0.name.description == "Idempotency-Key" }?.value
      return Sent(
        send: id, path: String(decoding: request.path, as: UTF8.self),
        body: String(decoding: request.body, as: UTF8.self),
        key: key.map { String(decoding: $0, as: UTF8.self) })
    }
    throw Nothing()
  }

  private func answered() -> String? {
    for case .answer(_, .received(_, let body)) in actions {
      return String(decoding: body, as: UTF8.self)
    }
    return nil
  }
}
