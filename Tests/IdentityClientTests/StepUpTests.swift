import ClientMachine
import IdentityClient
import SessionMachine
import Synchronization
import Testing

/// That one more proof is wanted (RFC 9470), which says nothing about the session.
@Suite struct StepUpTests {
  private static let wantsProof = ClientOutcome.failure(
    300_032, "insufficient_user_authentication", 401, more: #","acr_values":"aal1","max_age":600"#)

  private func call(
    _ client: IdentityClient, _ name: String, _ parameters: String = ""
  ) async -> ClientAnswer {
    await client.perform(name, parameters: Array(parameters.utf8))
  }

  /// Signed in, with the tokens of number 1.
  private func signedIn(_ bench: Bench) async -> IdentityClient {
    bench.answer { _ in .tokens(1) }
    let client = bench.client()
    await client.wake()
    let answer = await call(client, "login", #"{"user_name":"a@example.com","password":"p"}"#)
    #expect(answer.failure == nil)
    return client
  }

  @Test(
    "MFA-5, CMP-5: a required proof is not a refused access token: nothing is renewed, and no one is signed out",
    arguments: ["beginIdentifier", "revokeSession", "removeDevice", "completeStepUp"])
  func noRefusedToken(_ operation: String) async {
    let bench = Bench()
    let client = await signedIn(bench)
    let stored = bench.storage.items
    let told = bench.events.withLock { $0.count }
    let calls = bench.requests.withLock { $0.count }
    bench.answer { request in
      request.path == "/v1/session/refresh" ? .tokens(2) : Self.wantsProof
    }
    let answer = await call(
      client, operation, #"{"id":"s2","key":"k2","identifier":"b@example.com","password":"p"}"#)
    #expect(answer.failure?.number == 300_032)
    #expect(answer.failure?.code == "insufficient_user_authentication")
    #expect(answer.failure?.status == 401)
    #expect(answer.text.contains(#""acr_values":"aal1","max_age":600"#))
    #expect(bench.requests.withLock { $0.count } == calls + 1)
    #expect(await client.status == .valid)
    #expect(bench.events.withLock { $0.count } == told)
    #expect(bench.storage.items == stored)
    // Whoever proved it asks again with the same token.
    bench.answer { _ in .json(#"{"status":"success"}"#) }
    #expect(await call(client, "getUser").failure == nil)
    #expect(bench.requests.withLock { $0.last?.header("Authorization") } == "DPoP A1")
  }

  @Test("DEC-7: a login that requires a code opens nothing, and ends no existing session")
  func login() async {
    let bench = Bench()
    let client = await signedIn(bench)
    bench.answer { _ in Self.wantsProof }
    let login = #"{"user_name":"b@example.com","password":"q"}"#
    #expect(await call(client, "login", login).failure?.number == 300_032)
    #expect(await client.status == .valid)
    #expect(bench.events.withLock { $0.last } == .session(.valid))
  }

  @Test("DEC-7: the code of a login is sent with its token and the password, even after a kill")
  func codeBesidePassword() async {
    let bench = Bench()
    bench.answer { _ in .json(#"{"status":"success","session":"L1","tries_left":5}"#) }
    let begun = await call(bench.client(), "login", #"{"user_name":"a@example.com"}"#)
    #expect(begun.text == #"{"status":"success","tries_left":5}"#)
    #expect(bench.requests.withLock { $0.last?.fields } == ["user_name": "a@example.com"])
    let client = bench.client()
    await client.wake()
    let code = #"{"user_name":"a@example.com","password":"p","verification_code":"123456"}"#
    bench.answer { _ in .failure(101_012, "wrong_code", 400, more: #","tries_left":4"#) }
    #expect(await call(client, "login", code).failure?.triesLeft == 4)
    bench.answer { _ in .tokens(1) }
    #expect(await call(client, "login", code).failure == nil)
    for request in bench.requests.withLock({ $0.suffix(2) }) {
      #expect(
        request.fields == [
          "user_name": "a@example.com", "password": "p", "verification_code": "123456",
          "session": "L1",
        ])
    }
    #expect(await client.status == .valid)
    // It is spent.
    #expect(await call(client, "login", code).failure?.number == 300_009)
  }

  @Test("DEC-3, MFA-5: the token of a step-up stays with the client, and is sent only with a code")
  func token() async {
    let bench = Bench()
    let client = await signedIn(bench)
    func challenge(_ token: String) {
      bench.answer { _ in .json(#"{"user_id":"h1","token":"\#(token)","tries_left":5}"#) }
    }
    challenge("S1")
    let begun = await call(client, "beginStepUp")
    #expect(begun.text == #"{"user_id":"h1","tries_left":5}"#)
    challenge("V1")
    let identifier = #"{"identifier":"b@example.com"}"#
    #expect(await !call(client, "beginIdentifier", identifier).text.contains("V1"))
    bench.answer { _ in .json(#"{"status":"success"}"#) }
    for code in ["", #","verification_code":null"#, #","verification_code":"""#] {
      _ = await call(client, "completeStepUp", #"{"password":"p"\#(code)}"#)
      #expect(bench.requests.withLock { $0.last?.fields } == ["password": "p"])
    }
    let next = bench.client()
    await next.wake()
    let code = #"{"password":"","verification_code":"123456"}"#
    _ = await call(next, "completeStepUp", code)
    #expect(
      bench.requests.withLock { $0.last?.fields }
        == ["token": "S1", "verification_code": "123456"])
    _ = await call(next, "verifyIdentifier", code)
    #expect(
      bench.requests.withLock { $0.last?.fields }
        == ["token": "V1", "verification_code": "123456"])
    // With the session the challenges go.
    #expect(await call(next, "signOut").failure == nil)
    #expect(await call(next, "completeStepUp", code).failure?.number == 300_009)
  }
}
