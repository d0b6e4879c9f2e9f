import Testing

@testable import IdentityDomain

/// The identities that are kept with a change, so that an undo can bring them back.
@Suite struct IdentityLineTests {
  private let account = ID<Account>("a")

  @Test("What is kept is read back, with and without an address, a revocation and a token")
  func roundTrip() throws {
    let subject = try #require(FederatedSubject(issuer: "https://id.example", subject: "s1"))
    let provider = try #require(ProviderID("google"))
    let email = EmailAddress("ann@example.com")
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    let kept = [
      FederatedIdentity(
        subject: subject, account: account, provider: provider, linkedAt: now, email: email,
        revokedAt: now, refreshToken: [1, 2, 3]),
      FederatedIdentity(
        subject: subject, account: account, provider: provider, linkedAt: now, email: nil,
        revokedAt: nil, refreshToken: nil),
    ]
    let lines = kept.map(\.line).joined(separator: "\n")
    #expect(try FederatedIdentity.identities(lines, of: account) == kept)
    #expect(try FederatedIdentity.identities("", of: account) == [])
  }

  @Test(
    "FED-9: a field that cannot be read fails the whole, since a revocation could be lost with it",
    arguments: [
      "1 google https://id.example s1 - soon -", "1 google https://id.example s1 - 1.5 -",
      "1 google https://id.example s1 nobody - -", "1 google https://id.example s1 - - =?",
      "now google https://id.example s1 - - -", "1 google https://id.example s1 - -",
      "1 google https://id.example s1 - - - -",
    ])
  func unreadable(_ line: String) {
    #expect(throws: UnreadableRow.self) {
      try FederatedIdentity.identities(line, of: account)
    }
  }
}
