import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Through the API, passkeys")
struct PasskeyStoryTests {
  private func signUp(
    _ client: Client, _ authenticator: inout MadeUpAuthenticator
  ) async throws -> Reply {
    let begun = try await client.call("beginPasskeySignUp", ["name": "Ann"])
    authenticator.userHandle = begun.text("user_handle")
    let challenge = try #require(begun.text("challenge"))
    return try await client.call(
      "completePasskeySignUp", authenticator.creationFields(challenge))
  }

  @Test("A passkey signs up and in, with the cookie for a page", arguments: [false, true])
  func story(isBrowser: Bool) async throws {
    let rig = Rig()
    let client = Client(rig, key: "k", isBrowser: isBrowser)
    var authenticator = MadeUpAuthenticator(1)
    let made = try await signUp(client, &authenticator)
    #expect(made.number("status") == 1)
    #expect(made.text("user_data.name") == "Ann")
    #expect((client.cookie != nil) == isBrowser)
    let own = try await client.call("getPasskeys")
    #expect(own.text("passkeys.0.credential") == authenticator.id)
    let other = Client(rig, key: "other", isBrowser: isBrowser)
    let begun = try await other.call("beginPasskeySignIn")
    #expect(begun.text("rp_id") == MadeUpAuthenticator.relyingParty)
    let opened = try await other.call(
      "completePasskeySignIn",
      authenticator.assertionFields(try #require(begun.text("challenge"))))
    #expect(opened.text("user_data.user_id") == made.text("user_data.user_id"))
    #expect(try await other.call("getUser").text("name") == "Ann")
  }

  @Test("CMP-12: each refusal has a code of its own, and says what to do")
  func codes() async throws {
    let codes = PasskeyFailure.allCases.map {
      FailureAnswer(.passkey($0), at: Timestamp(milliseconds: 0)).body.errorCode.rawValue
    }
    #expect(codes.sorted() == Array(300_056...300_069))
    let rig = Rig()
    let client = Client(rig, key: "k")
    var authenticator = MadeUpAuthenticator(1)
    _ = try await signUp(client, &authenticator)
    let begun = try await client.call("beginPasskeySignIn")
    let stranger = MadeUpAuthenticator(2, userHandle: "AAAA")
    await #expect {
      try await client.call(
        "completePasskeySignIn", stranger.assertionFields(try #require(begun.text("challenge"))))
    } throws: {
      ($0 as? IdentityFailure) == .passkey(.unknown)
    }
  }
}
