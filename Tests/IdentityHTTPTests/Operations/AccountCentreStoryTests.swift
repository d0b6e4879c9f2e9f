import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The story of an owner who looks after an account")
struct AccountCentreStoryTests {
  private let ann = "ann@example.com"
  private let need = Refusal(
    .insufficientAuthentication(ProofNeed(level: .one, maxAgeSeconds: 600)))

  private func signedIn(_ rig: Rig, key: String?) async throws -> Client {
    let client = Client(rig, key: key)
    try await client.signIn(ann, "staple battery")
    return client
  }

  @Test("DEC-3: ending the other sessions requires a fresh proof, also of a session without a key")
  func proofs() async throws {
    let rig = Rig()
    try await rig.member(ann, password: "staple battery")
    let bound = try await signedIn(rig, key: "a")
    let compat = try await signedIn(rig, key: nil)
    rig.clock.advance(.minutes(11))
    try await bound.call("refreshSession", ["refreshtoken": try #require(bound.refreshToken)])
    #expect(await refusal { try await bound.call("endOtherSessions") } == need)
    #expect(await refusal { try await compat.call("endOtherSessions") } == need)
    #expect(
      await refusal { try await compat.call("endOtherSessions", ["password": "wrong wrong"]) }
        == Refusal(.wrongCredentials))
    #expect(try await bound.call("getSessions").value("sessions.1.id") != nil)
    try await compat.call("endOtherSessions", ["password": "staple battery"])
    #expect(
      await refusal { try await bound.call("getUser") } == Refusal(.unauthorized(.revokedByUser)))
    #expect(try await compat.call("getUser").status == 200)
  }

  @Test(
    "DEC-6: ending the other sessions ends their trust too, keeps this one, and may be repeated")
  func others() async throws {
    let rig = Rig()
    try await rig.member(ann, password: "staple battery")
    let client = try await signedIn(rig, key: "a")
    let others = [
      try await signedIn(rig, key: "b"), try await signedIn(rig, key: "c"),
      try await signedIn(rig, key: nil),
    ]
    for _ in 0..<2 { try await client.call("endOtherSessions") }
    for other in others {
      #expect(
        await refusal { try await other.call("getUser") } == Refusal(.unauthorized(.revokedByUser)))
    }
    let left = try await client.call("getSessions")
    #expect(left.value("sessions.0.current") as? Bool == true && left.value("sessions.1") == nil)
    let log = try await client.call("getSignOuts")
    #expect(log.text("sign_outs.2.cause") == "revoked_by_user" && log.value("sign_outs.3") == nil)
    let events = try await client.call("getSecurityEvents")
    #expect(events.text("events.0.kind") == "session_ended")
    #expect(events.number("events.0.count") == 3)
  }

  @Test(
    "RFC 9470: a fresh proof by code says where the code went, masked, and a code for a new address does not"
  )
  func recipient() async throws {
    let rig = Rig()
    try await rig.member(ann, password: "staple battery")
    let client = try await signedIn(rig, key: "a")
    let begun = try await client.call("beginStepUp")
    #expect(begun.text("sent_to") == "a…n@example.com" && !begun.body.contains(ann))
    rig.clock.advance(.minutes(2))
    let other = try await client.call("beginIdentifier", ["identifier": "bob@example.com"])
    #expect(other.value("sent_to") == nil)
  }

  @Test("DEC-11: owners see what happened to their account, from where, and nothing of others")
  func events() async throws {
    let rig = Rig()
    try await rig.member(ann, password: "staple battery")
    try await rig.member("bob@example.com", password: "staple battery")
    let client = try await signedIn(rig, key: "a")
    rig.clock.advance(.minutes(1))
    let thief = Client(rig, key: "b")
    for _ in 0..<2 {
      _ = await refusal { try await thief.signIn(ann, "wrong wrong") }
    }
    rig.clock.advance(.minutes(1))
    try await client.call("completeStepUp", ["password": "staple battery"])
    let account = try #require(
      try await rig.store.read("account") { tables in
        try tables.accounts(after: nil, most: 9).first {
          try tables.bindings(of: $0.id).contains { $0.identifier.text == ann }
        }
      })
    try await rig.store.transaction("operator") { tables in
      for kind in [SecurityEvent.Kind.operatorExport, .operatorUnlock] {
        try tables.append(
          SecurityEvent(
            kind, account: account.id, by: try #require(OperatorName("support")),
            at: rig.clock.now()))
      }
    }
    let found = try await client.call("getSecurityEvents")
    #expect(found.text("events.0.kind") == "step_up")
    #expect(found.value("events.0.this_session") as? Bool == true)
    #expect(found.text("events.1.kind") == "sign_in_failed" && found.number("events.1.count") == 2)
    #expect(found.value("events.1.this_device") as? Bool == false)
    #expect(found.text("events.2.kind") == "sign_in")
    #expect(found.value("events.2.this_device") as? Bool == true)
    #expect(found.value("events.3") == nil)
    #expect(
      found.names("events.0") == [
        "id", "kind", "at", "first_at", "count", "session", "client", "platform", "this_session",
        "this_device",
      ])
    #expect(!found.body.contains("support") && !found.body.contains(ann))
    let again = try await client.call("getSecurityEvents")
    #expect(again.body == found.body)
  }

  @Test("DEC-11: at most fifty events are returned")
  func manyEvents() async throws {
    let rig = Rig()
    try await rig.member(ann, password: "staple battery")
    let client = try await signedIn(rig, key: "a")
    for day in 0..<70 {
      rig.clock.advance(.days(1))
      try await client.signIn(ann, "staple battery")
      _ = day
    }
    let found = try await client.call("getSecurityEvents")
    #expect(found.value("events.49") != nil && found.value("events.50") == nil)
  }

  @Test("DEC-4: pending changes say what they changed and where their notice went, masked")
  func changes() async throws {
    let rig = Rig()
    try await rig.member(ann, password: "staple battery")
    let client = try await signedIn(rig, key: "a")
    #expect(try await client.call("getIdentifierChanges").body == #"{"changes":[]}"#)
    let begun = try await client.call("beginIdentifier", ["identifier": "new@example.org"])
    try await client.call(
      "verifyIdentifier",
      [
        "token": try #require(begun.text("token")),
        "verification_code": try await client.code(to: "new@example.org"),
      ])
    let found = try await client.call("getIdentifierChanges")
    #expect(found.value("changes.0.changed") as? [String] == ["email"])
    #expect(found.value("changes.0.sent_to") as? [String] == ["a…n@example.com"])
    #expect(found.value("changes.0.this_session") as? Bool == true)
    #expect(!found.body.contains(ann))
    let id = try #require(found.text("changes.0.id"))
    let before = await notices(rig)
    rig.clock.advance(.minutes(2))
    try await client.call("resendUndoNotice", path: ["id": id])
    let after = await notices(rig)
    #expect(before == [ann] && after == [ann, ann])
    #expect(
      await refusal { try await client.call("resendUndoNotice", path: ["id": "nobody's"]) }
        == Refusal(.notFound))
    rig.clock.advance(.days(7))
    try await client.call("refreshSession", ["refreshtoken": try #require(client.refreshToken)])
    #expect(try await client.call("getIdentifierChanges").body == #"{"changes":[]}"#)
    #expect(
      await refusal { try await client.call("resendUndoNotice", path: ["id": id]) }
        == Refusal(.notFound))
  }

  /// To whom the token went that undoes a change.
  private func notices(_ rig: Rig) async -> [String] {
    await rig.messages().filter { $0.template == .identifierChanged }.map(\.recipient.text)
  }

  @Test("CTR-3: a second address is added, chosen, shown and removed")
  func identifiers() async throws {
    let rig = Rig()
    try await rig.member(ann, password: "staple battery")
    let client = try await signedIn(rig, key: "a")
    let work = "ann@work.example"
    #expect(
      await refusal {
        try await client.call("beginIdentifier", ["identifier": work, "action": "x"])
      }
        == Refusal(.malformed, field: "action"))
    let begun = try await client.call(
      "beginIdentifier", ["identifier": work, "action": "add"])
    try await client.call(
      "verifyIdentifier",
      [
        "token": try #require(begun.text("token")),
        "verification_code": try await client.code(to: work),
      ])
    let found = try await client.call("getIdentifiers")
    #expect(
      found.names("identifiers.0") == [
        "id", "kind", "value", "primary", "verified_at", "removable",
      ])
    #expect(found.text("identifiers.0.value") == ann && found.text("identifiers.1.value") == work)
    #expect(found.value("identifiers.0.primary") as? Bool == true)
    #expect(found.value("identifiers.1.primary") as? Bool == false)
    let id = try #require(found.text("identifiers.1.id"))
    rig.clock.advance(.minutes(11))
    try await client.call("refreshSession", ["refreshtoken": try #require(client.refreshToken)])
    for operation in ["setPrimaryIdentifier", "removeIdentifier"] {
      #expect(await refusal { try await client.call(operation, path: ["id": id]) } == need)
      #expect(
        await refusal {
          try await client.call(
            operation, ["password": "staple battery"], path: ["id": "nobody's"])
        } == Refusal(.notFound))
    }
    try await client.call(
      "setPrimaryIdentifier", ["password": "staple battery"], path: ["id": id])
    #expect(try await client.call("getUser").text("email") == work)
    try await client.call("removeIdentifier", ["password": "staple battery"], path: ["id": id])
    #expect(try await client.call("getUser").text("email") == ann)
    let last = try #require(try await client.call("getIdentifiers").text("identifiers.0.id"))
    #expect(
      await refusal {
        try await client.call(
          "removeIdentifier", ["password": "staple battery"], path: ["id": last])
      } == Refusal(.lastWayIn))
  }
}
