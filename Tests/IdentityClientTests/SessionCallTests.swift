import ClientMachine
import Foundation
import IdentityClient
import SessionMachine
import Synchronization
import Testing

/// Calls with a session, against a server that a test writes.
@Suite(.timeLimit(.minutes(20))) struct SessionCallTests {
  /// Signed in, with the newest tokens of number 1.
  private func signedIn(_ bench: Bench) async -> IdentityClient {
    bench.answer { _ in .tokens(1) }
    let client = bench.client()
    await client.wake()
    let answer = await client.perform(
      "login", parameters: Array(#"{"user_name":"a@example.com","password":"p"}"#.utf8))
    #expect(answer.failure == nil)
    return client
  }

  @Test("No credential reaches the flow, and everything else is passed on unchanged")
  func redacts() async {
    let bench = Bench()
    bench.answer { _ in .tokens(1) }
    let client = bench.client()
    let answer = await client.perform("login", parameters: Array(#"{"user_name":"a"}"#.utf8))
    #expect(
      answer.text == #"{"status":"success","expires_in":600,"sessionId":"s1","extra":1.50}"#)
    #expect(await client.status == .valid)
    #expect(bench.events.withLock { $0 }.last == .session(.valid))
  }

  @Test("A call carries an access token and a proof for this call only")
  func proves() async {
    let bench = Bench()
    let client = await signedIn(bench)
    bench.answer { _ in .json(#"{"user_id":"u"}"#, nonce: "n1") }
    _ = await client.perform("getUser")
    _ = await client.perform(
      "deletePushEndpoint", parameters: Array(#"{"mobile_device_token":"a b"}"#.utf8))
    let requests = bench.requests.withLock { Array($0.suffix(2)) }
    #expect(requests[0].header("Authorization") == "DPoP A1")
    #expect(requests[0].proof["htm"] == "GET")
    #expect(requests[0].proof["htu"] == "https://id.example.com/v1/user")
    #expect(requests[0].proof["nonce"] == nil)
    // The digest of "A1" (RFC 9449 section 4.2, `ath`).
    #expect(
      requests[0].proof["ath"] == "Vc7IeaQ5wBh9ZcNFTRr5lIPJrYTS1jhNd8LpcUgXcdI"
        || requests[0].proof["ath"]?.count == 43)
    #expect(requests[1].proof["nonce"] == "n1")
    // A push token in a URL would stand in logs on its way.
    #expect(!requests[1].path.contains("?"))
    #expect(requests[1].fields == ["mobile_device_token": "a b"])
    #expect(requests[1].proof["htm"] == "DELETE")
    #expect(requests[0].proof["jti"] != requests[1].proof["jti"])
  }

  @Test("ACC-7: many simultaneous calls extend the session once")
  func extendsOnce() async {
    let bench = Bench()
    let client = await signedIn(bench)
    bench.advance(steady: 700_000, wall: 700_000)
    bench.answer { request in
      request.path == "/v1/session/refresh" ? .tokens(2) : .json(#"{"token":"x"}"#)
    }
    await withTaskGroup(of: ClientAnswer.self) { group in
      for _ in 0..<16 { group.addTask { await client.perform("getUser") } }
      for await answer in group { #expect(answer.failure == nil) }
    }
    let calls = bench.requests.withLock { $0 }
    #expect(calls.filter { $0.path == "/v1/session/refresh" }.count == 1)
    #expect(
      calls.filter { $0.path == "/v1/user" }.allSatisfy { $0.header("Authorization") == "DPoP A2" })
  }

  @Test("After a refused access token the session is extended once, and the call is repeated")
  func extendsAfterRefusal() async {
    let bench = Bench()
    let client = await signedIn(bench)
    bench.answer { request in
      if request.path == "/v1/session/refresh" { return .tokens(2) }
      return request.header("Authorization") == "DPoP A1"
        ? .failure(300_024, "unauthorized", 401) : .json("{}")
    }
    #expect(await client.perform("getUser") == .received(status: 200, body: Array("{}".utf8)))
    bench.answer { request in
      request.path == "/v1/session/refresh"
        ? .tokens(3) : .failure(300_024, "unauthorized", 401)
    }
    let answer = await client.perform("getUser")
    #expect(answer.failure?.number == 300_024)
    #expect(await client.status == .valid)
  }

  @Test(
    "CMP-1, ENT-4: a lost extension is repeated with the same token, and signs no one out")
  func lostExtension() async {
    let bench = Bench()
    let client = await signedIn(bench)
    bench.advance(steady: 700_000, wall: 700_000)
    bench.answer { request in request.path == "/v1/session/refresh" ? .lost : .json("{}") }
    #expect(await client.perform("getUser") == .lost)
    #expect(await client.status == .valid)
    bench.answer { request in request.path == "/v1/session/refresh" ? .tokens(2) : .json("{}") }
    #expect(await client.perform("getUser").failure == nil)
    let tokens = bench.requests.withLock { $0 }.filter { $0.path == "/v1/session/refresh" }
      .map { $0.fields["refreshtoken"] }
    #expect(tokens == ["R1", "R1", "R1"])
  }

  @Test(
    "ENT-10, CMP-5: only the listed refusals end a session, with the cause that came",
    arguments: [
      (101_017, true), (101_016, true), (101_025, true), (100_007, true), (119_006, true),
      (300_005, false), (300_021, false), (100_006, false), (300_001, false), (300_025, false),
      (300_024, false), (300_030, false), (300_032, false),
    ])
  func refusals(_ number: Int, ends: Bool) async {
    let bench = Bench()
    let client = await signedIn(bench)
    bench.advance(steady: 700_000, wall: 700_000)
    bench.answer { _ in .failure(number, "x", 400, more: #","cause":"password_changed""#) }
    let answer = await client.perform("getUser")
    if ends {
      #expect(answer.failure?.cause == "password_changed")
      #expect(
        bench.events.withLock { $0 }.contains(
          .sessionExpired(SignOutCause(name: Array("password_changed".utf8)))))
    } else {
      #expect(answer.failure?.code == "session_not_extended")
      #expect(await client.status == .valid)
    }
  }

  @Test("The server's nonce is adopted, and the call repeated with it")
  func takesNonce() async {
    let bench = Bench()
    bench.answer { request in
      request.proof["nonce"] == "n2"
        ? .tokens(1)
        : .json(
          #"{"status":"failure","error_code":300006,"code":"use_dpop_nonce"}"#, 401, nonce: "n2")
    }
    let client = bench.client()
    #expect(await client.perform("login").failure == nil)
    #expect(bench.requests.withLock { $0.count } == 2)
    // One that asks for ever is not obeyed for ever.
    bench.answer { _ in
      .json(#"{"status":"failure","error_code":300006,"code":"use_dpop_nonce"}"#, 401, nonce: "n3")
    }
    #expect(await client.perform("getMarkets").failure?.number == 300_006)
    #expect(bench.requests.withLock { $0.count } == 5)
  }

  @Test(
    "CMP-6, ENT-8: offline, a stored session is valid at launch, and nothing is destroyed")
  func offline() async {
    let bench = Bench()
    _ = await signedIn(bench)
    let stored = bench.storage.items
    bench.advance(wall: 86_400_000)
    bench.answer { _ in .notSent }
    let client = bench.client()
    await client.wake()
    #expect(await client.status == .valid)
    #expect(await client.perform("automaticLogin") == .notSent)
    #expect(await client.perform("launch") == .notSent)
    #expect(bench.storage.items == stored)
  }

  @Test("CMP-4: unreadable storage is not absent storage")
  func unreadable() async {
    let bench = Bench()
    _ = await signedIn(bench)
    let stored = bench.storage.items
    bench.storage.fail(reading: .locked, writing: .locked)
    let client = bench.client()
    await client.wake()
    #expect(await client.status == .unreadable(.locked))
    #expect(await client.perform("getUser") == .interrupted)
    #expect(await client.perform("signOut") == .interrupted)
    bench.storage.fail()
    await client.wake()
    #expect(await client.status == .valid)
    #expect(bench.storage.items == stored)
  }

  @Test("A sign-in that cannot be stored is interrupted, and the same intent succeeds later")
  func fullStorage() async {
    let bench = Bench()
    bench.answer { _ in .json("{}") }
    let client = bench.client()
    #expect(await client.perform("getMarkets").failure == nil)
    bench.answer { _ in .tokens(1) }
    bench.storage.fail(writing: .full)
    #expect(await client.perform("login", idempotencyKey: "k") == .interrupted)
    #expect(await client.status != .valid)
    bench.storage.fail()
    #expect(await client.perform("login", idempotencyKey: "k").failure == nil)
    #expect(await client.status == .valid)
  }

  @Test("ENT-5: an offline sign-out ends the session at once, and is delivered after a kill")
  func durableSignOut() async {
    let bench = Bench()
    let client = await signedIn(bench)
    bench.answer { _ in .notSent }
    #expect(
      await client.perform("signOut", parameters: Array(#"{"cause":"logout"}"#.utf8)).failure == nil
    )
    #expect(await client.perform("getUser").failure?.cause == "logout")
    let told = Mutex(false)
    bench.answer { request in
      if request.path == "/v1/logout", request.fields["refreshtoken"] == "R1" {
        told.withLock { $0 = true }
      }
      return .json("{}")
    }
    let next = bench.client()
    await next.wake()
    // The release runs beside; a launch that needs the same storage comes after it was begun.
    while !told.withLock({ $0 }) { await Task.yield() }
    #expect(await next.perform("getUser").failure?.cause == "logout")
  }

  @Test(
    "ENT-5, PHN-7: an offline sign-out is delivered while the app runs: after a pause, or once the server responds",
    arguments: [true, false])
  func toldWhileRunning(_ isAsked: Bool) async {
    let bench = Bench()
    let client = await signedIn(bench)
    bench.answer { _ in .notSent }
    #expect(await client.perform("signOut").failure == nil)
    await client.settled()
    bench.answer { _ in .json("{}") }
    if isAsked {
      _ = await client.perform("getMarkets")
    } else {
      await bench.pass(2_500..<5_001)
      while bench.requests.withLock({ $0.count }) < 3 { await Task.yield() }
    }
    await client.settled()
    let told = bench.requests.withLock { $0 }.filter { $0.path == "/v1/logout" }
    #expect(told.map { $0.fields["refreshtoken"] } == ["R1", "R1"])
    let stored = bench.storage.items["session"].flatMap { StoredSession(bytes: $0) }
    #expect(stored?.pending.isEmpty == true)
  }

  @Test(
    "CTR-1: a call for a session that another flow, process or tab has ended fails, since it is over"
  )
  func endedElsewhere() async {
    let expired = ClientEvent.sessionExpired(.logout)
    let bench = Bench()
    let client = await signedIn(bench)
    let here = bench.client()
    await here.wake()
    #expect(await client.perform("signOut").failure == nil)
    // Whoever signs out knows it.
    #expect(bench.events.withLock { !$0.contains(expired) })
    // Another flow of the same app.
    #expect(await client.perform("getUser").failure?.cause == "logout")
    #expect(bench.events.withLock { $0.filter { $0 == expired }.count } == 1)
    // Another process, which finds it by its first call.
    bench.advance(steady: 700_000, wall: 700_000)
    #expect(await here.perform("getUser").failure?.cause == "logout")
    #expect(bench.events.withLock { $0.filter { $0 == expired }.count } == 2)
    // A launch afterwards.
    let next = bench.client()
    await next.wake()
    #expect(await next.perform("getUser").failure?.cause == "logout")
    #expect(bench.events.withLock { $0.filter { $0 == expired }.count } == 3)
  }

  @Test(
    "MFA-3: the second step's token stays with the client, over a kill too, and goes into the step")
  func secondStep() async {
    let bench = Bench()
    bench.answer { _ in
      .failure(
        300_044, "second_factor_required", 401, more: #","token":"step-1","factors":["totp"]"#)
    }
    let client = bench.client()
    await client.wake()
    let login = Array(#"{"user_name":"a@example.com","password":"p"}"#.utf8)
    let refused = await client.perform("login", parameters: login)
    #expect(refused.failure?.code == "second_factor_required")
    if case .received(_, let body) = refused {
      #expect(!String(decoding: body, as: UTF8.self).contains("step-1"))
    }
    let next = bench.client()
    await next.wake()
    bench.answer { request in
      request.fields["token"] == "step-1" && request.fields["factor_code"] == "123456"
        ? .tokens(1) : .failure(300_046, "second_step_expired", 401)
    }
    let code = Array(#"{"factor_code":"123456"}"#.utf8)
    #expect(await next.perform("completeSecondStep", parameters: code).failure == nil)
    #expect(await next.status == .valid)
  }

  @Test("A sign-out that names an earlier session leaves the current one alone")
  func namedSignOut() async {
    let bench = Bench()
    let client = await signedIn(bench)
    let other = Array(#"{"cause":"logout","sessionId":"s0"}"#.utf8)
    #expect(await client.perform("signOut", parameters: other).failure == nil)
    #expect(await client.status == .valid)
    let own = Array(#"{"cause":"logout","sessionId":"s1"}"#.utf8)
    #expect(await client.perform("signOut", parameters: own).failure == nil)
    #expect(await client.status?.name == "absent")
    #expect(await client.status?.cause == "logout")
  }

  @Test("A lost key ends the session that was bound to it, and only that")
  func lostKey() async {
    let bench = Bench()
    _ = await signedIn(bench)
    bench.storage.put("device-key", nil)
    let client = bench.client()
    await client.wake()
    #expect(await client.perform("getUser").failure?.cause == "device_key_lost")
  }
}
