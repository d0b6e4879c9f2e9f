import FlowDefinition
import FlowMachine
import Testing

/// Tokens of an own back end, which a flow sends as bearer tokens (RFC 6750).
@Suite struct BearerTests {
  private static func body(
    bearer: String = "bearer: token", origins: String = "[https://api.example.com]"
  ) -> String {
    """
    languages: [en]
    origins: \(origins)
    facts: {token: {type: secret}, name: {type: text, initial: Ada}}
    requests:
      signIn: {http: {method: POST, url: "https://api.example.com/tokens", body: {name: "{name}"}}, repeat: safe, save: {token: $.token}}
      orders: {http: {url: "https://api.example.com/orders", headers: {X-Name: "{name}"}, \(bearer)}}
    initial: home
    screens:
      home:
        elements:
          - {button: signIn, label: t}
          - {button: orders, label: t}
          - {button: out, label: t}
          - {text: t, when: signIn.failed or orders.failed}
        "on":
          signIn: {do: [{request: signIn}]}
          orders: {do: [{request: orders}]}
          out: {do: [{clear: [token]}]}
    texts: {en: {t: T}}
    """
  }

  private func headers(_ running: RunningFlow) throws -> [RequestPlan.Header] {
    let request = try #require(running.flow.request(named: Array("orders".utf8)))
    return try #require(running.machine.plan(of: request)).headers
  }

  @Test("The token is sent under its scheme, and only as a reference to secure storage")
  func sent() throws {
    var running = try RunningFlow(Self.body())
    try running.tap("signIn")
    try running.answer("signIn", #"{"token": "t0ken"}"#)
    try running.tap("orders")
    let token = try #require(running.flow.fact(named: Array("token".utf8)))
    let sent = try headers(running)
    #expect(sent.map(\.name) == ["Authorization", "X-Name"].map { Array($0.utf8) })
    #expect(
      sent.map(\.value) == [
        [.bytes(Array("Bearer ".utf8)), .secret(token, .raw)], [.bytes(Array("Ada".utf8))],
      ])
  }

  @Test("Without a token there is no header, not one without a token")
  func absent() throws {
    var running = try RunningFlow(Self.body())
    try running.tap("orders")
    #expect(try headers(running).map(\.name) == [Array("X-Name".utf8)])
  }

  private static let wrong: [(bearer: String, origins: String, problem: String)] = [
    (
      "bearer: name", "[https://api.example.com]",
      "`name` is of type `text`, but must be of type `secret`"
    ),
    ("bearer: tokn", "[https://api.example.com]", "unknown-name: There is no fact `tokn`"),
    (
      "bearer: token", "[https://other.example.com]",
      "unlisted-origin: The secret `token` would be sent to an origin that is not listed"
    ),
  ]

  @Test("What is no secret, and an origin that is not listed, are refused", arguments: wrong)
  func refused(bearer: String, origins: String, problem: String) {
    let problems = Documents(Self.body(bearer: bearer, origins: origins)).problems
    #expect(problems.contains { $0.contains(problem) }, "\(problems)")
  }

  @Test("The header itself cannot be written, and the message says what to write")
  func writtenOut() throws {
    let body = Self.body(bearer: "method: GET").replacing(
      "X-Name: \"{name}\"", with: "Authorization: \"{token}\"")
    let diagnostics = Documents(body).outcome.diagnostics
    let refused = try #require(diagnostics.first { $0.code == .forbiddenHeader })
    #expect(refused.remedy.contains("`bearer: FACT`"))
  }
}
