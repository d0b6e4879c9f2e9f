import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("A block by wrong codes is a security event")
struct BlockedIdentifierAuditTests {
  /// Enters wrong codes, message after message, until the identifier is blocked.
  private func guess(_ address: String, _ rig: Rig) async throws -> Int {
    var wrong = 0
    while wrong < SecurityRules.wrongCodesInARow {
      let begun = try await rig.service.loginCodes.begin(
        userName: address, caller: rig.caller("stranger"))
      let sent = await rig.newestCode(to: address)
      let code = Secret<OneTimeCode>(sent?.exposed == "000000" ? "000001" : "000000")
      for _ in 0..<SecurityRules.codeTries {
        let failure = await #expect(throws: IdentityFailure.self) {
          try await rig.service.loginCodes.complete(
            token: begun.verificationToken, code: code, caller: rig.caller("stranger"))
        }
        if case .wrongCode = failure { wrong += 1 }
      }
      rig.clock.advance(.minutes(61))
      if wrong == 0 { break }
    }
    return wrong
  }

  @Test("SEC One-time codes: the hundredth wrong code in a row is logged, once, with its account")
  func noted() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "long enough password")
    #expect(try await guess("ann@example.com", rig) == SecurityRules.wrongCodesInARow)
    let lines = try await rig.store.read("look") {
      try $0.securityEvents(most: 99).filter { $0.kind == .identifierBlocked }
    }
    #expect(lines.map(\.count) == [1])
    let owner = try await rig.store.read("look") { tables in
      try tables.binding(of: .email(try #require(EmailAddress("ann@example.com"))))?.account
    }
    #expect(lines[0].account == owner && owner != nil)
  }

  @Test("SEC No enumeration: the same reads and writes for an unknown address")
  func alike() async throws {
    var journals: [[String]] = []
    for address in ["ann@example.com", "nobody@example.com"] {
      let rig = Rig()
      try await rig.member("ann@example.com", password: "long enough password")
      _ = await rig.store.takeJournal()
      _ = try await guess(address, rig)
      journals.append(await rig.store.takeJournal())
      let lines = try await rig.store.read("look") {
        try $0.securityEvents(most: 99).filter { $0.kind == .identifierBlocked }
      }
      #expect(lines.count == 1)
    }
    #expect(journals[0].contains { $0.contains("put SecurityEventRow") })
    let names = journals.map { $0.filter { $0.contains("put SecurityEventRow") } }
    #expect(names[0] == names[1])
  }
}
