import ClientMachine
import IdentityClient
import IdentityDomain
import IdentityTestSupport
import SessionMachine
import Synchronization
import Testing
import WireText

/// The real client against the real router, in one process.
@Suite struct ClientSessionStoryTests {
  private static let person = ["user_name": "ada@example.com", "password": "correct horse battery"]

  /// Registered, confirmed and signed in.
  private func member(_ phone: Phone) async throws -> IdentityClient {
    let client = try await phone.launch()
    let registered = await client.call("user", Self.person, key: "intent-register")
    #expect(registered.failure == nil)
    let code = try await phone.house.code(to: "ada@example.com")
    var confirm = ["user_name": "ada@example.com", "verification_code": code]
    confirm["registration_id"] = registered.json?["registration_id"]?.string
    #expect(await client.call("user", confirm, key: "intent-confirm").failure == nil)
    #expect(await client.call("login", Self.person, key: "intent-login").failure == nil)
    return client
  }

  private func family(_ client: IdentityClient) async throws -> String {
    try #require(await client.perform("extendSession").json?["sessionId"]?.string)
  }

  @Test("Registration, confirmation, sign-in and profile; the session is bound to the device key")
  func signsIn() async throws {
    let phone = try Phone(try await House())
    let client = try await member(phone)
    let profile = await client.perform("getUser")
    #expect(profile.json?["user_name"]?.string == "ada@example.com")
    let session = try #require(try await phone.house.session(try await family(client)))
    #expect(session.family.kind.key != nil)
    #expect(await client.status == .valid)
  }

  @Test("ACC-7: sixteen calls with an expired access token extend the session once")
  func extendsOnce() async throws {
    let phone = try Phone(try await House())
    let client = try await member(phone)
    phone.house.rig.clock.advance(.minutes(11))
    await withTaskGroup(of: ClientAnswer.self) { group in
      for _ in 0..<16 { group.addTask { await client.perform("getUser") } }
      for await answer in group { #expect(answer.failure == nil) }
    }
    #expect(phone.transport.paths.withLock { $0 }.filter { $0 == "/v1/session/refresh" }.count <= 2)
    let session = try #require(try await phone.house.session(try await family(client)))
    #expect(session.family.generation == 1)
  }

  @Test(
    "CMP-1, ENT-4: extensions whose answers are lost, again and again and over kills, end no session"
  )
  func lostAnswers() async throws {
    let phone = try Phone(try await House())
    let first = try await member(phone)
    let family = try await family(first)
    for round in 0..<10 {
      phone.house.rig.clock.advance(.minutes(11))
      phone.transport.cut("/v1/session/refresh", .answerLost, times: 2 + round % 3)
      // A new process each time: what was in memory is gone.
      let client = try await phone.launch()
      _ = await client.perform("getUser")
      #expect(await client.status == .valid)
      phone.transport.cut { _ in .none }
      #expect(await client.perform("getUser").failure == nil)
    }
    #expect(try await phone.house.session(family)?.family.end == nil)
  }

  @Test("A sign-in whose response was lost opens the same session when its intent is repeated")
  func lostSignIn() async throws {
    let phone = try Phone(try await House())
    let client = try await member(phone)
    _ = await client.perform("signOut")
    phone.transport.cut("/v1/login", .answerLost, times: 1)
    #expect(await client.call("login", Self.person, key: "intent-2") == .lost)
    #expect(await client.call("login", Self.person, key: "intent-2").failure == nil)
    #expect(await client.perform("getUser").failure == nil)
    let sessions = await client.perform("getSessions").json?.elements("sessions")
    #expect(sessions?.count == 1)
  }

  @Test("CMP-3: an extension that is answered after the sign-out signs nobody back in")
  func lateExtension() async throws {
    let phone = try Phone(try await House())
    let client = try await member(phone)
    let family = try await family(client)
    phone.house.rig.clock.advance(.minutes(11))
    let held = AsyncStream.makeStream(of: Void.self)
    let reached = AsyncStream.makeStream(of: Void.self)
    phone.transport.holdAnswers(to: "/v1/session/refresh", held.stream) {
      reached.continuation.yield()
    }
    async let late = client.perform("getUser")
    for await _ in reached.stream { break }
    #expect(await client.perform("signOut").failure == nil)
    held.continuation.finish()
    #expect(await late.failure?.number == 300_024)
    #expect(await client.status != .valid)
    let next = try await phone.launch()
    #expect(await next.perform("getUser").failure?.cause == "logout")
    #expect(await next.perform("launch").json?["tokens"] == nil)
    try await eventually { try await phone.house.session(family)?.family.end?.cause == .logout }
  }

  @Test(
    "ENT-5, ENT-10: an offline sign-out is delivered after a kill, once the network is back")
  func signOutLater() async throws {
    let phone = try Phone(try await House())
    let client = try await member(phone)
    let family = try await family(client)
    phone.transport.cut { _ in .notSent }
    #expect(await client.call("signOut", ["cause": "logout"]).failure == nil)
    #expect(try await phone.house.session(family)?.family.end == nil)
    phone.transport.cut { _ in .none }
    let next = try await phone.launch()
    try await eventually { try await phone.house.session(family)?.family.end?.cause == .logout }
    #expect(await next.perform("getUser").failure?.cause == "logout")
  }

  @Test(
    "ENT-10, CMP-5: a session that another device ended is over, with that cause, once this device learns of it"
  )
  func revoked() async throws {
    let house = try await House()
    let phone = try Phone(house)
    let client = try await member(phone)
    let other = try Phone(house, number: 2)
    let second = try await other.launch()
    #expect(await second.call("login", Self.person).failure == nil)
    let family = try await family(client)
    #expect(await second.call("revokeSession", ["id": family]).failure == nil)
    #expect(await client.perform("getUser").failure?.cause == "revoked_by_user")
    let cause = SignOutCause(name: Array("revoked_by_user".utf8))
    #expect(phone.events.withLock { $0 }.contains(.sessionExpired(cause)))
    let next = try await phone.launch()
    guard case .revoked(let note)? = await next.status else {
      Issue.record("the end of the session was not stored")
      return
    }
    #expect(note.cause == cause)
    #expect(await second.perform("getUser").failure == nil)
  }

  @Test("The server starts again: the session goes on")
  func restart() async throws {
    let phone = try Phone(try await House())
    let client = try await member(phone)
    phone.transport.cut { _ in .notSent }
    #expect(await client.perform("getUser") == .notSent)
    phone.house.rig.clock.advance(.minutes(11))
    phone.transport.replace(by: try phone.house.server())
    phone.transport.cut { _ in .none }
    #expect(await client.perform("getUser").failure == nil)
  }

  @Test("A device clock that is hours off costs at most one more call, in either direction")
  func wrongClock() async throws {
    for hours in [-36, -1, 1, 36] as [Int64] {
      let phone = try Phone(try await House())
      phone.skew.withLock { $0 = hours * 3_600_000 }
      let client = try await member(phone)
      phone.house.rig.clock.advance(.minutes(11))
      #expect(await client.perform("getUser").failure == nil)
      phone.skew.withLock { $0 = -hours * 3_600_000 }
      let next = try await phone.launch()
      let before = phone.transport.paths.withLock { $0.count }
      #expect(await next.perform("getUser").failure == nil)
      // The extension, each with one more for the nonce of a new process, and the call.
      #expect(phone.transport.paths.withLock { $0.count } - before <= 3)
    }
  }

  @Test("ENT-2: one launch call is the renewal, and brings everything without a credential")
  func launches() async throws {
    let phone = try Phone(try await House())
    _ = try await member(phone)
    let next = try await phone.launch()
    #expect(await next.status == .valid)
    #expect(await next.perform("getUser").failure == nil)
    let before = phone.transport.paths.withLock { $0.count }
    let answer = await next.perform("launch")
    #expect(phone.transport.paths.withLock { Array($0[before...]) } == ["/v1/launch"])
    #expect(answer.json?["user_data"]?["user_name"]?.string == "ada@example.com")
    #expect(answer.json?["tokens"]?["accesstoken"] == nil)
    #expect(answer.json?["tokens"]?["refreshtoken"] == nil)
    #expect(answer.json?["tokens"]?["sessionId"]?.string != nil)
    #expect(await next.perform("getUser").failure == nil)
  }

  @Test(
    "PHN-4, PHN-5, PHN-9: a sign-in by phone over a kill, and on the same device without a code")
  func phone() async throws {
    let phone = try Phone(try await House())
    let first = try await phone.launch()
    let begun = await first.call("GetUserRequest", ["phone_number": "+4915112345678"])
    #expect(begun.json?["status"]?.integer == 0)
    #expect(begun.json?["challenge"]?["token"] == nil)
    let handle = try #require(begun.json?["challenge"]?["user_id"]?.string)
    let code = try await phone.house.code(to: "+4915112345678")
    let client = try await phone.launch()
    let done = await client.call(
      "userVerification", ["user_id": handle, "verification_code": code])
    #expect(done.json?["status"]?.integer == 1)
    #expect(done.json?["tokens"]?["refreshtoken"] == nil)
    #expect(await client.perform("getUser").json?["phone_number"]?.string == "+4915112345678")
    #expect(await client.perform("signOut").failure == nil)
    let again = await client.call("GetUserRequest", ["phone_number": "+4915112345678"])
    #expect(again.json?["status"]?.integer == 1)
    #expect(await client.perform("getUser").failure == nil)
  }

  @Test(
    "CMP-8: a message whose response was lost is not sent again when its intent is repeated",
    arguments: [
      ("getPassword", "/v1/market/password", ["user_name": "ada@example.com"]),
      ("forgotPassword", "/v1/forgotpassword", ["user_name": "ada@example.com"]),
      ("login", "/v1/login", ["user_name": "ada@example.com"]),
      ("GetUserRequest", "/v1/phone/user", ["phone_number": "+4915112345678"]),
    ])
  func oneMessage(_ name: String, _ path: String, _ fields: [String: String]) async throws {
    let phone = try Phone(try await House())
    let client = try await member(phone)
    phone.house.rig.clock.advance(.minutes(2))
    // So that the nonce is known, and the next call is the one that counts.
    _ = await client.perform("getUser")
    let before = await phone.house.rig.messages().count
    phone.transport.cut(path, .answerLost, times: 1)
    #expect(await client.call(name, fields, key: "intent-message") == .lost)
    #expect(await client.call(name, fields, key: "intent-message").failure == nil)
    #expect(await phone.house.rig.messages().count == before + 1)
  }

  @Test("Before anybody signs in a selection is stored for the installation")
  func installation() async throws {
    let phone = try Phone(try await House())
    let client = try await phone.launch()
    let opened = await client.perform("rLogin")
    #expect(opened.json?["sessionId"]?.string != nil)
    #expect(opened.json?["accesstoken"] == nil)
    #expect(await client.call("rSubmitSelection", ["key": "k", "value": "v"]).failure == nil)
    phone.house.rig.clock.advance(.minutes(30))
    #expect(await client.perform("getSelections").failure == nil)
    #expect(await client.status == .absent(nil))
  }

  @Test(
    "MKT-4: automatic sign-in works with a valid session and is refused without one; a network failure is no refusal"
  )
  func automaticLogin() async throws {
    let phone = try Phone(try await House())
    let client = try await phone.launch()
    #expect(await client.perform("automaticLogin").failure?.code == "unauthorized")
    let member = try await member(phone)
    #expect(await member.perform("automaticLogin").failure == nil)
    phone.house.rig.clock.advance(.minutes(11))
    phone.transport.cut { _ in .notSent }
    let offline = try await phone.launch()
    #expect(await offline.perform("automaticLogin") == .notSent)
    phone.transport.cut { _ in .none }
    #expect(await offline.perform("automaticLogin").failure == nil)
  }

  @Test("MKT-4: once the session is over, the device signs in again with its key, until a sign-out")
  func automaticLoginByKey() async throws {
    let phone = try Phone(try await House())
    _ = try await member(phone)
    let client = try await phone.launch()
    let login = Self.person.merging(["mkt_handle": "MX,CMX"]) { first, _ in first }
    #expect(await client.call("doLogin", login).failure == nil)
    phone.house.rig.clock.advance(.minutes(200))
    // A launch asks for the session, too; it gets no answer, so it is the sign-in that learns of the end.
    phone.transport.cut { _ in .notSent }
    let again = try await phone.launch()
    #expect(await again.perform("getUser") == .notSent)
    phone.transport.cut { _ in .none }
    #expect(await again.perform("automaticLogin").json?["mkt_handle"]?.string == "MX,CMX")
    #expect(await again.perform("getProfile").failure == nil)
    let isTold = phone.events.withLock { events in
      events.contains { if case .sessionExpired = $0 { true } else { false } }
    }
    #expect(!isTold)
    _ = await again.perform("signOut")
    #expect(await again.perform("automaticLogin").failure?.code == "unauthorized")
  }

  /// What runs beside comes to an end by itself; nothing here waits for a clock.
  private func eventually(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<100_000 {
      if try await condition() { return }
      await Task.yield()
    }
    Issue.record("it did not come to that")
  }
}
