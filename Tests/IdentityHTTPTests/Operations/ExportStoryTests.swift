import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The story of an owner who downloads what is stored")
struct ExportStoryTests {
  private let ann = "ann@example.com"
  private let password = "staple battery"

  private func signedIn(_ rig: Rig, key: String?, isBrowser: Bool = false) async throws -> Client {
    let client = Client(rig, key: key, isBrowser: isBrowser)
    try await client.signIn(ann, password)
    return client
  }

  private func rig() async throws -> Rig {
    let rig = Rig()
    try await rig.member(ann, password: password)
    return rig
  }

  private func address(_ client: Client) async throws -> String {
    try #require(try await client.call("beginExport").text("id"))
  }

  private func download(_ id: String, _ client: Client) async throws -> Reply {
    try await client.call("getExport", path: ["id": id])
  }

  @Test(
    "CTR-9: after a fresh proof the session downloads a file, as often as its connection needs it")
  func downloads() async throws {
    let rig = try await rig()
    let client = try await signedIn(rig, key: "a")
    let begun = try await client.call("beginExport")
    let id = try #require(begun.text("id"))
    #expect(begun.text("path") == "/v1/user/exports/\(id)" && id.utf8.count == 40)
    let call = try await client.made("getExport", [], path: ["id": id])
    let answer = try await client.operations.answer(call)
    #expect(answer.fileName == "account-data.json")
    let file = Reply(answer)
    #expect(file.text("identifiers.0.value") == ann)
    #expect(file.value("sessions.0.id") != nil && file.value("devices.0.key") as? String == "a")
    for _ in 0..<2 { #expect(try await download(id, client).body == file.body) }
  }

  @Test("CTR-9: the file has no password, hash, token or code, and no digest of a network")
  func canaries() async throws {
    let rig = try await rig()
    let client = try await signedIn(rig, key: nil)
    _ = await refusal { try await signedIn(rig, key: nil).call("changeUser", ["name": "Ann"]) }
    let proof = try await client.freshProof()
    let id = try #require(try await client.call("beginExport", proof).text("id"))
    let file = try await download(id, client).body
    var secrets = [password, try #require(client.accessToken), try #require(client.refreshToken)]
    secrets += proof.values.filter { $0.utf8.count > 4 }
    secrets += try await rig.store.read("look") {
      try $0.passwords(after: nil, most: 9).map(\.hash.encoded)
    }
    for secret in secrets + ["network:"] { #expect(!file.contains(secret)) }
    #expect(file.contains("data_exported") && secrets.count == 6)
  }

  @Test("CTR-9, DEC-3: without a fresh proof there is no address")
  func freshProof() async throws {
    let rig = try await rig()
    let client = try await signedIn(rig, key: "a")
    let compat = try await signedIn(rig, key: nil)
    rig.clock.advance(.minutes(11))
    try await client.call("refreshSession", ["refreshtoken": try #require(client.refreshToken)])
    let need = Refusal(.insufficientAuthentication(ProofNeed(level: .one, maxAgeSeconds: 600)))
    for client in [client, compat] {
      #expect(await refusal { try await client.call("beginExport") } == need)
    }
    #expect(
      await refusal { try await compat.call("beginExport", ["password": "wrong wrong"]) }
        == Refusal(.wrongCredentials))
    #expect(try await compat.call("beginExport", ["password": password]).text("id") != nil)
  }

  @Test("CTR-9: the address opens nothing in another session, of the same account or another's")
  func otherSessions() async throws {
    let rig = try await rig()
    try await rig.member("bob@example.com", password: password)
    let client = try await signedIn(rig, key: "a")
    let others = [
      try await signedIn(rig, key: "b"),
      try await signedIn(rig, key: nil), try await signedIn(rig, key: "c", isBrowser: true),
      Client(rig, key: "d"),
    ]
    try await others[3].signIn("bob@example.com", password)
    let id = try await address(client)
    for other in others {
      #expect(await refusal { try await download(id, other) } == Refusal(.notFound))
    }
    // A link that somebody follows has no access token, whatever cookie comes along.
    #expect(await refusal { try await download(id, Client(rig)) } == Refusal(.unauthorized(nil)))
    #expect(try await download(id, client).status == 200)
  }

  @Test("CTR-9: the address opens nothing after five minutes, nor before it was made")
  func time() async throws {
    let rig = try await rig()
    let client = try await signedIn(rig, key: "a")
    let id = try await address(client)
    rig.clock.advance(.seconds(299))
    #expect(try await download(id, client).status == 200)
    rig.clock.advance(.seconds(1))
    #expect(await refusal { try await download(id, client) } == Refusal(.notFound))
    rig.clock.advance(.seconds(-360))
    #expect(await refusal { try await download(id, client) } == Refusal(.notFound))
  }

  @Test("CTR-9: an address that was altered or made up opens nothing")
  func forged() async throws {
    let rig = try await rig()
    let client = try await signedIn(rig, key: "a")
    let id = Array(try await address(client).utf8)
    var forged = ["", "x", String(repeating: "A", count: 40), String(repeating: "é", count: 20)]
    forged += id.indices.map { place in
      var other = id
      other[place] = id[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      return String(decoding: other, as: UTF8.self)
    }
    for text in forged + [String(decoding: id.dropLast(), as: UTF8.self)] {
      #expect(await refusal { try await download(text, client) } == Refusal(.notFound), "\(text)")
    }
  }

  @Test(
    "CTR-9: once its session has ended by a sign-out, a reset or an undo, the address opens nothing",
    arguments: ["logout", "others", "reset", "undo"])
  func ended(how: String) async throws {
    let rig = try await rig()
    let client = try await signedIn(rig, key: "a")
    let other = try await signedIn(rig, key: "b")
    let id = try await address(client)
    let cause: SignOutCause
    switch how {
    case "logout":
      try await client.call("logout")
      cause = .logout
    case "others":
      try await other.call("endOtherSessions")
      cause = .revokedByUser
    case "reset":
      let form = ["user_name": ann, "password": "paper lantern river"]
      try await other.call("forgotPassword", ["user_name": ann])
      let code = try await other.code(to: ann)
      try await other.call("forgotPassword", form.merging(["verification_code": code]) { $1 })
      cause = .passwordReset
    default:
      let begun = try await client.call("beginIdentifier", ["identifier": "new@example.com"])
      let code = try await client.code(to: "new@example.com")
      try await client.call(
        "verifyIdentifier",
        ["token": try #require(begun.text("token")), "verification_code": code])
      #expect(try await download(id, client).status == 200)
      let notice = await rig.messages().last { $0.template == .identifierChanged }
      let token = try #require(notice.flatMap { MadeUpSealing.open($0) })
      try await Client(rig).call("undoIdentifierChange", ["undo_token": token])
      cause = .changeUndone
    }
    let refused = await refusal { try await download(id, client) }
    #expect(refused == Refusal(.unauthorized(cause)), "\(how)")
    // Whoever signs in again on the same device has another session.
    if how == "logout" {
      try await client.signIn(ann, password)
      #expect(await refusal { try await download(id, client) } == Refusal(.notFound))
    }
  }

  @Test(
    "CTR-9: a browser's page requests the address with its crumb, like any state-changing call")
  func crumb() async throws {
    let rig = try await rig()
    let page = try await signedIn(rig, key: "p", isBrowser: true)
    let crumb = page.crumb
    page.crumb = nil
    #expect(await refusal { try await page.call("beginExport") } == Refusal(.crumbInvalid))
    page.crumb = crumb
    #expect(try await download(try await address(page), page).status == 200)
  }

  @Test("CTR-9: an account gets ten addresses a day, and twenty downloads an hour")
  func limits() async throws {
    let rig = try await rig()
    let client = try await signedIn(rig, key: "a")
    let id = try await address(client)
    for _ in 0..<20 { _ = try await download(id, client) }
    #expect(
      await refusal { try await download(id, client) }
        == Refusal(.limited(until: rig.clock.now() + .hours(1))))
    for _ in 0..<9 { _ = try await address(client) }
    #expect(
      await refusal { try await client.call("beginExport") }
        == Refusal(.limited(until: rig.clock.now() + .hours(24))))
  }

  @Test("CTR-9, DEC-11: the owner sees that the file was asked for, and from where")
  func event() async throws {
    let rig = try await rig()
    let client = try await signedIn(rig, key: "a")
    rig.clock.advance(.minutes(1))
    for _ in 0..<2 { _ = try await address(client) }
    let events = try await client.call("getSecurityEvents")
    #expect(events.text("events.0.kind") == "data_exported")
    #expect(events.number("events.0.count") == 2)
    #expect(events.value("events.0.this_session") as? Bool == true)
  }
}
