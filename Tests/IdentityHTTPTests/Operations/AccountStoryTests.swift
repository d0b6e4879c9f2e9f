import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The story of a public client of the account API")
struct AccountStoryTests {
  private let ann = "ann@example.com"

  /// Signs up and confirms.
  private func member(_ rig: Rig, password: String = "staple battery") async throws -> Client {
    let client = Client(rig)
    try await client.call("user", ["user_name": ann, "password": password])
    try await client.call(
      "user", ["user_name": ann, "verification_code": try await client.code(to: ann)])
    rig.clock.advance(.minutes(2))
    return client
  }

  @Test("ACC-1: sign-up responds 201, even when repeated, and the latest code confirms")
  func signUp() async throws {
    let rig = Rig()
    let client = Client(rig)
    let form = ["user_name": ann, "password": "staple battery"]
    let first = try await client.call("user", form)
    rig.clock.advance(.minutes(1))
    let again = try await client.call("user", form)
    for reply in [first, again] {
      #expect(reply.status == 201 && reply.text("status") == "success")
      #expect(reply.text("registration_id")?.utf8.count == 22)
    }
    #expect(again.text("resend_at") == (rig.clock.now() + .seconds(60)).rfc3339)
    let wrong = await refusal { try await client.confirm(ann, "000000") }
    #expect(wrong == Refusal(.wrongCode(triesLeft: 4)))
    let confirmed = try await client.confirm(ann, try await client.code(to: ann))
    #expect(confirmed.status == 201)
    #expect(confirmed.body == #"{"description":"User confirmed","status":"success"}"#)
  }

  @Test("ACC-2: a login before the confirmation says so, after the right password only")
  func unconfirmed() async throws {
    let rig = Rig()
    let client = Client(rig)
    try await client.call("user", ["user_name": ann, "password": "staple battery"])
    rig.clock.advance(.minutes(2))
    #expect(await refusal { try await client.signIn(ann, "wrong") } == Refusal(.wrongCredentials))
    let told = await refusal { try await client.signIn(ann, "staple battery") }
    #expect(told == Refusal(.notConfirmed))
    // The client shows the code's screen; the code was resent automatically.
    try await client.confirm(ann, try await client.code(to: ann))
    #expect(try await client.signIn(ann, "staple battery").status == 200)
  }

  @Test("ACC-2, ACC-3: login, profile and extending, with the field names of the source")
  func login() async throws {
    let rig = Rig()
    let client = try await member(rig)
    let reply = try await client.signIn(ann, "staple battery")
    #expect(
      reply.names().isSuperset(of: [
        "status", "description", "idtoken", "accesstoken", "refreshtoken",
      ]))
    #expect(reply.text("description") == "Login successful")
    #expect(reply.number("expires_in") == 3600)
    // What an account API client would take for a login by code is absent, and so is a crumb.
    #expect(reply.names().isDisjoint(with: ["session", "crumb", "guid"]))

    let profile = try await client.call("getUser")
    #expect(profile.text("user_name") == ann && profile.text("email") == ann)
    #expect(profile.value("email_verified") as? Bool == true)
    #expect(profile.names().isDisjoint(with: ["status", "super_admin", "name", "picture_url"]))

    let kept = try #require(client.refreshToken)
    for _ in 0..<5 {
      rig.clock.advance(.days(17))
      await #expect(throws: IdentityFailure.unauthorized(nil)) { try await client.call("getUser") }
      let extended = try await client.call(
        "login", ["user_name": ann, "refreshtoken": kept])
      #expect(extended.status == 200 && extended.text("accesstoken") != nil)
      #expect(extended.text("idtoken") != nil)
      #expect(!extended.names().contains("refreshtoken"))
      #expect(try await client.call("getUser").status == 200)
    }
    rig.clock.advance(.days(5))
    #expect(
      await refusal { try await client.call("login", ["refreshtoken": kept]) }
        == Refusal(.refreshTokenInvalid(.absoluteTimeout)))
  }

  @Test("ACC-8: the profile is changed field by field; a claimed address is not verified")
  func profile() async throws {
    let rig = Rig()
    let client = try await member(rig)
    try await client.signIn(ann, "staple battery")
    try await client.call("changeUser", ["name": "Ann"])
    try await client.call("changeUser", ["picture_url": "https://example.com/ann.png"])
    try await client.call("changeUser", ["language": "de"])
    try await client.call(
      "changeUser", body: #"{"name":null,"email":"Other@Example.com","nodes":[{}]}"#.utf8)
    let profile = try await client.call("getUser")
    #expect(profile.text("name") == "Ann")
    #expect(profile.text("picture_url") == "https://example.com/ann.png")
    #expect(profile.text("email") == ann)
    #expect(profile.text("language") == "de")
    let nothing = await refusal { try await client.call("changeUser", body: "{}".utf8) }
    #expect(nothing == Refusal(.malformed, field: "name"))
    let nodes = try await client.call("getNodes", query: ["node_details": "true"])
    #expect(nodes.body == #"{"next_id":"","nodes":[]}"#)
  }

  @Test("Changing the password ends the other sessions and keeps this one")
  func changePassword() async throws {
    let rig = Rig()
    let client = try await member(rig)
    try await client.signIn(ann, "staple battery")
    let other = Client(rig)
    try await other.signIn(ann, "staple battery")
    let wrong = await refusal {
      try await client.call(
        "changePassword", ["password": "not it", "newpassword": "paper lantern river"])
    }
    #expect(wrong == Refusal(.wrongCredentials))
    let weak = await refusal {
      try await client.call(
        "changePassword", ["password": "staple battery", "newpassword": "short"])
    }
    #expect(weak == Refusal(.weakPassword, field: "newpassword"))
    let changed = try await client.call(
      "changePassword", ["password": "staple battery", "newpassword": "paper lantern river"])
    #expect(changed.body == #"{"description":"Password changed","status":"success"}"#)
    #expect(try await client.call("getUser").status == 200)
    #expect(
      await refusal { try await other.call("getUser") } == Refusal(.unauthorized(.passwordChanged)))
    #expect(
      await refusal { try await other.signIn(ann, "staple battery") }
        == Refusal(.wrongCredentials))
    try await other.signIn(ann, "paper lantern river")
  }

  @Test("ACC-5: a forgotten password is reset by the code, and every session ends")
  func forgotPassword() async throws {
    let rig = Rig()
    let client = try await member(rig)
    try await client.signIn(ann, "staple battery")
    let held = try #require(client.refreshToken)
    let forgetful = Client(rig)
    let sent = try await forgetful.call("forgotPassword", ["user_name": ann])
    #expect(sent.status == 200 && sent.text("status") == "success")
    #expect(sent.number("tries_left") == 5)
    let form = ["user_name": ann, "password": "paper lantern river"]
    let wrong = await refusal {
      try await forgetful.call(
        "forgotPassword", form.merging(["verification_code": "000000"]) { $1 })
    }
    #expect(wrong == Refusal(.wrongCode(triesLeft: 4)))
    let code = try await forgetful.code(to: ann)
    let weak = await refusal {
      try await forgetful.call(
        "forgotPassword", ["user_name": ann, "password": "short", "verification_code": code])
    }
    #expect(weak == Refusal(.weakPassword(.tooShort)))
    let set = try await forgetful.call(
      "forgotPassword", form.merging(["verification_code": code]) { $1 })
    #expect(set.body == #"{"description":"Password set","status":"success"}"#)
    #expect(
      await refusal { try await client.call("login", ["refreshtoken": held]) }
        == Refusal(.refreshTokenInvalid(.passwordReset)))
    try await forgetful.signIn(ann, "paper lantern river")
  }

  @Test("A login by code gives a session first, and tokens for the code")
  func loginByCode() async throws {
    let rig = Rig()
    let client = try await member(rig)
    let begun = try await client.call("login", ["user_name": ann])
    let session = try #require(begun.text("session"))
    #expect(!begun.names().contains("accesstoken"))
    func complete(_ code: String) async throws -> Reply {
      try await client.call(
        "login", ["user_name": ann, "session": session, "verification_code": code])
    }
    #expect(await refusal { try await complete("000000") } == Refusal(.wrongCode(triesLeft: 4)))
    let code = try await client.code(to: ann)
    for other in ["bob@example.com", "+4915112345678"] {
      let foreign = ["user_name": other, "session": session, "verification_code": code]
      #expect(
        await refusal { try await client.call("login", foreign) }
          == Refusal(.verificationTokenInvalid))
    }
    let done = try await complete(code)
    #expect(done.text("refreshtoken") != nil)
    #expect(await refusal { try await complete(code) } == Refusal(.verificationTokenInvalid))
  }

  @Test(
    "A code that is not six digits is a wrong code that costs no try",
    arguments: ["12345", "1234567", "12345a", "１２３４５６"])
  func oddCode(_ code: String) async throws {
    let rig = Rig()
    let client = Client(rig)
    try await client.call("user", ["user_name": ann, "password": "staple battery"])
    for _ in 0..<9 {
      let wrong = await refusal { try await client.confirm(ann, code) }
      #expect(wrong == Refusal(.wrongCode, field: "verification_code"))
    }
    try await client.confirm(ann, try await client.code(to: ann))
  }

  @Test("CMP-5: a logout without a body ends one session; logout_all ends all of them")
  func logout() async throws {
    let rig = Rig()
    let client = try await member(rig)
    let clients = [client, Client(rig), Client(rig)]
    for one in clients { try await one.signIn(ann, "staple battery") }
    let out = try await clients[0].call("logout", query: ["logout_all": "false"])
    #expect(out.body == #"{"description":"Logout successful","status":"success"}"#)
    #expect(
      await refusal { try await clients[0].call("getUser") } == Refusal(.unauthorized(.logout)))
    // Repeating it is not an error: the response may have been lost.
    #expect(try await clients[0].call("logout").status == 200)
    #expect(try await clients[1].call("getUser").status == 200)
    #expect(
      await refusal { try await clients[1].call("logout", query: ["logout_all": "some"]) }
        == Refusal(.malformed, field: "logout_all"))
    try await clients[1].call("logout", query: ["logout_all": "True"])
    #expect(
      await refusal { try await clients[2].call("getUser") }
        == Refusal(.unauthorized(.logoutEverywhere)))
  }

  @Test("A client with an expired access token logs out by its refresh token, or not at all")
  func logoutByRefreshToken() async throws {
    let rig = Rig()
    let client = try await member(rig)
    try await client.signIn(ann, "staple battery")
    let token = try #require(client.refreshToken)
    rig.clock.advance(.hours(2))
    #expect(await refusal { try await client.call("logout") } == Refusal(.unauthorized(nil)))
    #expect(try await client.call("logout", ["refreshtoken": token]).status == 200)
    #expect(
      await refusal { try await client.call("login", ["refreshtoken": token]) }
        == Refusal(.refreshTokenInvalid(.logout)))
  }

  @Test("ACC-9: a code deletes an account; nothing of it is left to sign in to")
  func deletion() async throws {
    let rig = Rig()
    let client = try await member(rig)
    try await client.signIn(ann, "staple battery")
    for query in [[:], ["request": "false"], ["request": "true", "verification_code": "123456"]] {
      #expect(
        await refusal { try await client.call("deleteUser", query: query) }
          == Refusal(.malformed, field: "request"))
    }
    let begun = try await client.call("deleteUser", query: ["request": "true"])
    #expect(begun.text("resend_at") != nil && begun.text("sent_to") == "a…n@example.com")
    #expect(
      await refusal {
        try await client.call("deleteUser", query: ["verification_code": "000000"])
      } == Refusal(.wrongCode(triesLeft: 4)))
    let code = try await client.code(to: ann)
    let deleted = try await client.call("deleteUser", query: ["verification_code": code])
    #expect(deleted.body == #"{"description":"User deleted","status":"success"}"#)
    #expect(
      await refusal { try await client.call("getUser") }
        == Refusal(.unauthorized(.accountDeleted)))
    #expect(
      await refusal { try await client.signIn(ann, "staple battery") }
        == Refusal(.wrongCredentials))
  }

  @Test("CTR-10: the responses say how long the account is kept, and when it will be deleted")
  func deletionLater() async throws {
    let rig = Rig { $0.deletionWait = .days(14) }
    _ = try await member(rig)
    for (key, isKept) in [("k" as String?, true), (nil, false)] {
      rig.clock.advance(.minutes(2))
      let client = Client(rig, key: key)
      try await client.signIn(ann, "staple battery")
      let begun = try await client.call("deleteUser", ["request": "true"])
      #expect(begun.body.contains(#""wait_days":14"#) == isKept)
      let code = try await client.code(to: ann)
      let deleted = try await client.call("deleteUser", ["verification_code": code])
      #expect(
        deleted.text("deletes_at") == (isKept ? (rig.clock.now() + .days(14)).rfc3339 : nil))
      #expect(deleted.text("description") == (isKept ? "User will be deleted" : "User deleted"))
      #expect(
        await refusal { try await client.call("getUser") }
          == Refusal(.unauthorized(isKept ? .deletionScheduled : .accountDeleted)))
    }
    let gone = Client(rig, key: "k")
    #expect(
      await refusal { try await gone.signIn(ann, "staple battery") } == Refusal(.wrongCredentials))
  }

  @Test("ACC-9: the code of a deletion may be in a body, so that no URL contains it")
  func deletionByBody() async throws {
    let rig = Rig()
    let client = try await member(rig)
    try await client.signIn(ann, "staple battery")
    for body in ["{}", #"{"request":false}"#, #"{"request":true,"verification_code":"123456"}"#] {
      #expect(
        await refusal { try await client.call("deleteUser", body: body.utf8) }
          == Refusal(.malformed, field: "request"), "\(body)")
    }
    for value in ["1", #""yes""#, "[]", #""True""#] {
      #expect(
        await refusal { try await client.call("deleteUser", body: #"{"request":\#(value)}"#.utf8) }
          == Refusal(.malformed, field: "request"), "\(value)")
    }
    // With values in both places, the sender would choose which one counts.
    #expect(
      await refusal {
        try await client.call(
          "deleteUser", ["verification_code": "123456"], query: ["verification_code": "654321"])
      } == Refusal(.malformed, field: "request"))
    for body in [#"{"request":true}"#, #"{"request":"true"}"#] {
      #expect(
        try await client.call("deleteUser", body: body.utf8).text("resend_at") != nil)
      rig.clock.advance(.minutes(2))
    }
    #expect(
      await refusal { try await client.call("deleteUser", ["verification_code": "000000"]) }
        == Refusal(.wrongCode(triesLeft: 4)))
    let code = try await client.code(to: ann)
    let deleted = try await client.call("deleteUser", ["verification_code": code])
    #expect(deleted.body == #"{"description":"User deleted","status":"success"}"#)
  }

  @Test("A taken address is disclosed only with disclosure on, by its own code")
  func disclosure() async throws {
    let rig = Rig { $0.disclosesTaken = true }
    let client = try await member(rig)
    #expect(
      await refusal {
        try await client.call("user", ["user_name": ann, "password": "paper lantern river"])
      } == Refusal(.identifierTaken))
  }
}
