import ClientMachine
import Foundation
import IdentityClient
import SessionMachine
import Synchronization
import Testing

/// Answers as no server of ours sends them.
@Suite struct ClientAnswerTests {
  @Test(
    "A response that is not from our server is a typed failure, and nothing is stored",
    arguments: [
      ClientReply(status: 200, contentType: "text/html", nonce: nil, body: Array("<html>".utf8)),
      ClientReply(
        status: 200, contentType: "application/json", nonce: nil,
        body: Array(#"{"accesstoken":"A","refresh"#.utf8)),
      ClientReply(status: 302, contentType: nil, nonce: nil, body: []),
      ClientReply(
        status: 200, contentType: "application/json", nonce: nil, body: Array("{}".utf8),
        isTooLong: true),
      ClientReply(
        status: 200, contentType: "application/json", nonce: nil,
        body: Array(#"{"accesstoken":"A","refreshtoken":7,"sessionId":"s"}"#.utf8)),
      ClientReply(
        status: 200, contentType: "application/json", nonce: nil,
        body: Array(#"{"accesstoken":["A"],"refreshtoken":"R","sessionId":"s"}"#.utf8)),
      ClientReply(
        status: 200, contentType: "application/json", nonce: nil,
        body: Array(#"{"accesstoken":"A","refreshtoken":"R"}"#.utf8)),
      ClientReply(
        status: 200, contentType: "application/json", nonce: nil,
        body: Array(#"{"accesstoken":"A","sessionId":"s","expires_in":600}"#.utf8)),
      ClientReply(
        status: 200, contentType: "application/json", nonce: nil,
        body: Array(
          #"{"accesstoken":"A","refreshtoken":"R","sessionId":"s","expires_in":"soon"}"#.utf8)),
      ClientReply(
        status: 200, contentType: "application/json", nonce: nil,
        body: Array(#"{"accesstoken":"A\r\nX: y","refreshtoken":"R","sessionId":"s"}"#.utf8)),
      ClientReply(
        status: 200, contentType: "application/json", nonce: nil,
        body: Array(
          #"{"accesstoken":"A","accesstoken":"B","refreshtoken":"R","sessionId":"s"}"#.utf8)),
    ])
  func foreign(_ reply: ClientReply) async {
    let bench = Bench()
    bench.answer { _ in .received(reply) }
    let client = bench.client()
    await client.wake()
    #expect(await client.perform("login").failure?.code == "malformed_answer")
    #expect(bench.storage.items["session"] == nil)
    #expect(await client.status == .absent(nil))
  }

  @Test("The typed failure has code, field, wait and tries")
  func typed() async {
    let bench = Bench()
    bench.answer { _ in
      .failure(
        101_012, "wrong_code", 400,
        more: #","field":"verification_code","retry_at":"2026-01-01T00:00:00Z","tries_left":3"#)
    }
    let failure = await bench.client().perform("user").failure
    #expect(failure?.code == "wrong_code")
    #expect(failure?.number == 101_012)
    #expect(failure?.field == "verification_code")
    #expect(failure?.retryAt == "2026-01-01T00:00:00Z")
    #expect(failure?.triesLeft == 3)
  }

  @Test("PHN-4, PHN-9: a challenge's token stays with the client, and survives a kill")
  func challenge() async {
    let bench = Bench()
    bench.answer { _ in
      .json(
        #"{"status":0,"challenge":{"user_id":"h1","token":"V1","resend_at":"x","expires_at":"y","tries_left":5}}"#
      )
    }
    let answer = await bench.client().perform("GetUserRequest")
    #expect(
      answer.text
        == #"{"status":0,"challenge":{"user_id":"h1","resend_at":"x","expires_at":"y","tries_left":5}}"#
    )
    let client = bench.client()
    _ = await client.perform(
      "userVerification", parameters: Array(#"{"user_id":"h1","verification_code":"123456"}"#.utf8))
    #expect(
      bench.requests.withLock { $0.last?.fields } == ["token": "V1", "verification_code": "123456"])
    let count = bench.requests.withLock { $0.count }
    let other = await client.perform("resendCode", parameters: Array(#"{"user_id":"h2"}"#.utf8))
    #expect(other.failure?.number == 300_009)
    #expect(bench.requests.withLock { $0.count } == count)
  }

  @Test(
    "A keyed call is resent after a loss, with the same key and another proof; one without a key is not"
  )
  func repeats() async {
    let bench = Bench()
    bench.answer { _ in .lost }
    let client = bench.client()
    #expect(await client.perform("user", idempotencyKey: "k1", repeats: 2) == .lost)
    let sent = bench.requests.withLock { $0 }
    #expect(sent.map { $0.header("Idempotency-Key") } == ["k1", "k1", "k1"])
    #expect(Set(sent.map { $0.header("DPoP") }).count == 3)
    #expect(await client.perform("user", repeats: 2) == .lost)
    #expect(bench.requests.withLock { $0.count } == 4)
  }

  @Test("Parameters that do not fit are refused before anything is sent")
  func badParameters() async {
    let bench = Bench()
    let client = bench.client()
    #expect(await client.perform("noSuch").failure?.code == "unknown_operation")
    #expect(
      await client.perform("user", parameters: Array("[1]".utf8)).failure?.code == "bad_parameters")
    #expect(await client.perform("revokeSession").failure?.field == "id")
    #expect(await client.perform("user", idempotencyKey: "a\nb").failure?.code == "bad_parameters")
    #expect(bench.requests.withLock { $0.isEmpty })
  }

  @Test("If no one is signed in, a selection uses the installation's own session")
  func installation() async {
    let bench = Bench()
    bench.answer { request in
      request.path == "/v1/installation/session"
        ? .json(#"{"accesstoken":"N1","sessionId":"i1","expires_in":600}"#) : .json("{}")
    }
    let client = bench.client()
    #expect(
      await client.perform("rSubmitSelection", parameters: Array(#"{"key":"a","value":"b"}"#.utf8))
        .failure == nil)
    let sent = bench.requests.withLock { $0 }
    #expect(sent.map(\.path) == ["/v1/installation/session", "/v1/selections"])
    #expect(sent[0].fields["installation_id"]?.utf8.count == 22)
    #expect(sent[1].header("Authorization") == "DPoP N1")
  }

  @Test("Attack: what identifies an installation, or deletes an account, is read in a log of URLs")
  func noSecretInURL() async throws {
    let bench = Bench()
    bench.answer { _ in .tokens(1) }
    let client = bench.client()
    _ = await client.perform("login")
    bench.answer { _ in .json("{}") }
    try await client.keepPushToken("P1", platform: "linux")
    let count = bench.requests.withLock { $0.count }
    let calls: [(String, String)] = [
      ("rFetchExperiments", #"{"installation_id":"of the flow"}"#), ("getExperiments", "{}"),
      ("recordExposure", #"{"experiment":"e","variant":"v"}"#),
      ("deletePushEndpoint", "{}"), ("deleteUser", #"{"request":true}"#),
      ("revokeSession", #"{"id":"s 2"}"#), ("deleteUser", #"{"verification_code":"123456"}"#),
    ]
    for (name, parameters) in calls {
      _ = await client.perform(name, parameters: Array(parameters.utf8))
    }
    let sent = Array(bench.requests.withLock { $0 }[count...].prefix(calls.count))
    let kept = try #require(bench.storage.items["installation"])
    let installation = String(decoding: kept, as: UTF8.self)
    #expect(installation.utf8.count == 22)
    #expect(
      sent.map(\.path) == [
        "/v1/installation/experiment", "/v1/experiments", "/v1/experiments/exposures",
        "/v1/user/push_notification/mobile_platform_endpoint", "/v1/user", "/v1/sessions/s%202",
        "/v1/user",
      ])
    #expect(
      sent.map { $0.header("Portico-Installation") }
        == [installation, installation, nil, nil, nil, nil, nil])
    #expect(sent[0].body.isEmpty && sent[1].body.isEmpty && sent[5].body.isEmpty)
    #expect(sent[2].fields["installation_id"] == installation)
    #expect(sent[3].fields["mobile_device_token"] == "P1")
    #expect(sent[4].fields == ["request": "true"])
    #expect(sent[6].fields == ["verification_code": "123456"])
    for request in sent where !request.body.isEmpty {
      #expect(request.header("Content-Type") == "application/json")
    }
    // The account is gone, and with it the session.
    guard case .absent = await client.status else {
      Issue.record("the session outlived its account")
      return
    }
  }

  @Test(
    "PHN-7: the push token is added without passing through the flow, and without one nothing is sent"
  )
  func pushToken() async throws {
    let bench = Bench()
    bench.answer { _ in .tokens(1) }
    let client = bench.client()
    _ = await client.perform("login")
    bench.answer { _ in .json("{}") }
    let count = bench.requests.withLock { $0.count }
    #expect(await client.perform("putPushEndpoint").failure?.code == "no_push_token")
    #expect(bench.requests.withLock { $0.count } == count)
    try await client.keepPushToken("P1", platform: "linux")
    let next = bench.client()
    #expect(await next.perform("putPushEndpoint").failure == nil)
    #expect(
      bench.requests.withLock { $0.last?.fields }
        == ["mobile_device_token": "P1", "platform": "linux"])
  }

  @Test("A registration is confirmed by the id of its attempt, even after a kill")
  func registrationAttempt() async {
    let bench = Bench()
    bench.answer { _ in .json(#"{"status":"success","registration_id":"r1"}"#, 201) }
    _ = await bench.client().perform(
      "user", parameters: Array(#"{"user_name":"a@b.cd","password":"p"}"#.utf8))
    let client = bench.client()
    _ = await client.perform(
      "user", parameters: Array(#"{"user_name":"a@b.cd","verification_code":123456}"#.utf8))
    #expect(
      bench.requests.withLock { $0.last?.fields }
        == ["user_name": "a@b.cd", "verification_code": "123456", "registration_id": "r1"])
    _ = await client.perform(
      "user", parameters: Array(#"{"user_name":"x@b.cd","verification_code":"1"}"#.utf8))
    #expect(bench.requests.withLock { $0.last?.fields["registration_id"] } == nil)
  }

  @Test("Nulls and empty texts count as absent, numbers become texts; a choice may be empty")
  func parameterForms() async {
    let bench = Bench()
    bench.answer { _ in .json("{}") }
    let client = bench.client()
    _ = await client.perform(
      "getMarkets", parameters: Array(#"{"latitude":19.43,"longitude":null,"x":""}"#.utf8))
    #expect(bench.requests.withLock { $0.last?.fields } == ["latitude": "19.43"])
    #expect(
      bench.requests.withLock { $0.last.map { String(decoding: $0.body, as: UTF8.self) } }
        == #"{"latitude":"19.43"}"#)
  }

  @Test(
    "Many simultaneous launches each get a launch answer, and one after the sign-out gets none of theirs"
  )
  func launches() async {
    let bench = Bench()
    bench.answer { _ in .tokens(1) }
    let client = bench.client()
    _ = await client.perform("login")
    bench.answer { request in
      request.fields["refreshtoken"] == nil
        ? .json(#"{"update":"current","mark":"without"}"#)
        : .json(
          #"{"update":"current","mark":"with","tokens":{"accesstoken":"A2","refreshtoken":"R2","sessionId":"s1"}}"#
        )
    }
    await withTaskGroup(of: ClientAnswer.self) { group in
      for _ in 0..<8 { group.addTask { await client.perform("launch") } }
      for await answer in group { #expect(answer.text.contains(#""mark":"with""#)) }
    }
    #expect(await client.perform("signOut").failure == nil)
    #expect(await client.perform("launch").text == #"{"update":"current","mark":"without"}"#)
  }

  @Test("ENT-7: a launch reports that this version is too old, with and without a session")
  func updateRequired() async {
    let bench = Bench()
    bench.answer { _ in
      .json(#"{"update":"update_required","server_time":"x","selections":[]}"#)
    }
    #expect(await bench.client().perform("launch").failure?.code == "update_required")
    #expect(bench.events.withLock { $0 }.contains(.updateRequired))
    #expect(
      bench.requests.withLock { $0.last?.fields } == ["platform": "linux", "app_version": "1.2"])
  }
}
