import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The story of a device with a key")
struct BoundStoryTests {
  private let ann = "ann@example.com"

  private func signedIn(_ rig: Rig, key: String = "k") async throws -> Client {
    try await rig.member(ann, password: "staple battery")
    let client = Client(rig, key: key)
    try await client.signIn(ann, "staple battery")
    return client
  }

  @Test("CMP-1: lost responses of a refresh lead to the same successor, however often and late")
  func lostAnswers() async throws {
    let rig = Rig()
    let client = try await signedIn(rig)
    let first = try #require(client.refreshToken)
    var successors: Set<String> = []
    for _ in 0..<4 {
      let reply = try await client.call("refreshSession", ["refreshtoken": first])
      successors.insert(try #require(reply.text("refreshtoken")))
      rig.clock.advance(.days(9))
    }
    #expect(successors.count == 1 && successors.first != first)
    // A refresh by the account API's path is the same.
    let next = try await client.call(
      "login", ["refreshtoken": try #require(successors.first)])
    let newest = try #require(next.text("refreshtoken"))
    #expect(
      await refusal { try await client.call("refreshSession", ["refreshtoken": first]) }
        == Refusal(.refreshTokenInvalid(.refreshTokenReuse)))
    #expect(
      await refusal { try await client.call("refreshSession", ["refreshtoken": newest]) }
        == Refusal(.refreshTokenInvalid(.refreshTokenReuse)))
    #expect(
      await refusal { try await client.call("getUser") }
        == Refusal(.unauthorized(.refreshTokenReuse)))
  }

  @Test("A refresh token without its key is refused, and the session continues")
  func foreignKey() async throws {
    let rig = Rig()
    let client = try await signedIn(rig)
    let token = try #require(client.refreshToken)
    for thief in [Client(rig), Client(rig, key: "thief")] {
      for name in ["refreshSession", "login", "clearSession"] {
        #expect(
          await refusal { try await thief.call(name, ["refreshtoken": token]) }
            == Refusal(.proofRequired), "\(name)")
      }
    }
    #expect(try await client.call("refreshSession", ["refreshtoken": token]).status == 200)
  }

  @Test("A login with a key gets a bound session for ten minutes, and a crumb on request")
  func kind() async throws {
    let rig = Rig()
    let client = try await signedIn(rig)
    let reply = try await client.signIn(ann, "staple battery")
    #expect(reply.number("expires_in") == 600)
    #expect(!reply.setsCookie && reply.text("refreshtoken") != nil)
    let crumb = try await client.call("requestCrumb")
    #expect(crumb.names() == ["crumb", "guid"])
    #expect(crumb.text("crumb") == reply.text("crumb"))
    #expect(crumb.text("guid") == reply.text("guid"))
  }

  @Test("CMP-5, ENT-10: sessions and devices are listed and ended, and the log says why")
  func lists() async throws {
    let rig = Rig()
    let client = try await signedIn(rig, key: "a")
    let second = Client(rig, key: "b")
    let third = Client(rig)
    for other in [second, third] {
      rig.clock.advance(.minutes(1))
      try await other.signIn(ann, "staple battery")
    }
    let listed = try await client.call("getSessions")
    #expect(
      listed.names("sessions.0") == [
        "id", "current", "client", "platform", "opened_at", "last_used_at", "label", "key_bound",
      ])
    #expect(listed.value("sessions.0.current") as? Bool == true)
    #expect(listed.value("sessions.2.key_bound") as? Bool == false)
    #expect(listed.text("sessions.1.opened_at")?.hasSuffix("Z") == true)
    let id = try #require(listed.text("sessions.2.id"))
    try await client.call("revokeSession", path: ["id": id])
    #expect(
      await refusal { try await third.call("getUser") } == Refusal(.unauthorized(.revokedByUser)))
    let devices = try await client.call("getDevices")
    #expect(devices.text("devices.0.key") == "a" && devices.text("devices.1.key") == "b")
    try await client.call("removeDevice", path: ["key": "b"])
    let log = try await client.call("getSignOuts")
    #expect(log.text("sign_outs.0.cause") == "device_removed")
    #expect(log.text("sign_outs.1.cause") == "revoked_by_user")
    #expect(log.text("sign_outs.1.session") == id)
    for odd in ["", "nobody's", "é", String(repeating: "a", count: 65), "a\u{0}b"] {
      #expect(
        await refusal { try await client.call("revokeSession", path: ["id": odd]) }
          == Refusal(.notFound))
      #expect(
        await refusal { try await client.call("removeDevice", path: ["key": odd]) }
          == Refusal(.notFound))
    }
  }

  @Test("ONB-1, ONB-5: an installation has its own session; a selection is stored by its key")
  func installation() async throws {
    let rig = Rig()
    let person = try await signedIn(rig)
    let client = Client(rig, key: "k")
    let form = ["installation_id": String(repeating: "A", count: 22)]
    let opened = try await client.call("rLogin", form)
    #expect(opened.text("sessionId") != nil)
    #expect(opened.names().isDisjoint(with: ["refreshtoken", "idtoken", "guid"]))
    #expect(try await client.call("rLogin", form).text("sessionId") == opened.text("sessionId"))
    for value in ["three", "", "line\nbreak"] {
      try await client.call("rSubmitSelection", ["key": "screenB1", "value": value])
    }
    let list = try await client.call("getSelections")
    #expect(list.body == #"{"selections":[{"key":"screenB1","value":"line\nbreak"}]}"#)
    #expect(try await person.call("getSelections").body == #"{"selections":[]}"#)
    #expect(await refusal { try await client.call("getUser") } == Refusal(.insufficientScope))
  }
}
