import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("DEC-1: the ways in")
struct WaysInTests {
  @Test("Names of authenticators and purposes are stored, so each is unique for ever")
  func names() {
    #expect(
      WaysIn.authenticators.map(\.name).sorted() == [
        "device", "email", "federated", "federated_aal2", "passkey", "passkey_unverified",
        "password", "recovery_code", "sms", "totp",
      ])
    let purposes = ChallengePurpose.all
    #expect(
      purposes.map(\.rawValue) == [
        "login", "phone_sign_in", "second_proof", "password_reset", "account_deletion",
        "identifier_verification", "identifier_addition", "step_up", "federated_sign_in",
        "second_step", "login_link",
      ])
    #expect(purposes.filter { !$0.continuesByToken } == [.passwordReset, .accountDeletion])
  }

  @Test("A remembered proof counts only while the account has that authenticator")
  func gone() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "correct horse", key: "device")
    let grant = try await rig.service.passwords.login(
      userName: "ann@example.com", password: "correct horse", caller: rig.caller("device"))
    let account = try #require(grant.session.account)
    let shown = try #require(grant.session.shown?.first)
    let found = try await rig.store.transaction("test") { tables in
      try WaysIn.all.compactMap { try $0.proof(shown, of: account, tables) }.map(\.kind)
    }
    #expect(found == [.password])
    let after = try await rig.store.transaction("test") { tables in
      for way in WaysIn.all { try way.forget(account, [], tables) }
      return try WaysIn.all.compactMap { try $0.proof(shown, of: account, tables) }
    }
    #expect(after.isEmpty)
  }
}
