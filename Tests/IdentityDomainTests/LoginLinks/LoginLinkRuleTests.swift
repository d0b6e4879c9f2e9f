import IdentityDomain
import IdentityTestSupport
import Testing

@Suite("What the button of a link's page does")
struct LoginLinkRuleTests {
  private static let sent = Timestamp(milliseconds: 1_000_000)
  private static let url = "com.example.app:/return"

  private func challenge(
    _ purpose: ChallengePurpose, expiresAt: Timestamp
  ) throws -> Challenge {
    Challenge(
      id: ID("c"), purpose: purpose, identifier: .email(try #require(EmailAddress("a@b.example"))),
      account: ID("a"), device: KeyThumbprint("k"), expiresAt: expiresAt,
      code: CodeState(digest: nil, sentAt: Self.sent))
  }

  @Test("CMP-11: every combination of link, challenge, place and configuration has its answer")
  func table() throws {
    let end = Self.sent + SecurityRules.codeLifetime
    var answers: [LoginLinkRules.Press: Int] = [:]
    for returnURL in [nil, Self.url, "https://evil.example/"] {
      for place in LoginLinkRules.Place.allCases {
        for stored in [
          nil, try challenge(.loginLink, expiresAt: end),
          try challenge(.loginLink, expiresAt: Self.sent), try challenge(.login, expiresAt: end),
          try challenge(.stepUp, expiresAt: end),
        ] {
          for now in [Self.sent, end - .milliseconds(1), end, end + .days(1)] {
            let press = LoginLinkRules.press(
              LoginLink(challenge: ID("c"), sentAt: Self.sent, returnURL: returnURL), stored,
              on: place, returns: ReturnAddresses([Self.url]), at: now)
            let isOpen =
              stored?.purpose == .loginLink && stored?.expiresAt == end && now < end
            let expected: LoginLinkRules.Press =
              !isOpen
              ? .refused
              : place == .this && returnURL == Self.url ? .leadBack(Self.url) : .showCode
            #expect(press == expected)
            answers[press, default: 0] += 1
          }
        }
      }
    }
    #expect(answers[.leadBack(Self.url)] == 2 && answers[.showCode] == 10)
  }

  @Test("A link's token reads back as it was made, and no other text is a token")
  func tokens() throws {
    let digests = MadeUpDigests()
    for url in [nil, "", Self.url, "https://app.example/sign-in?a=b~c"] {
      let link = LoginLink(challenge: ID("c"), sentAt: Self.sent, returnURL: url)
      let token = try #require(link.token(digests))
      #expect(LoginLink.read(token, digests) == link)
      #expect(token.exposed.utf8.allSatisfy { (33...126).contains($0) && $0 != 35 })
    }
    let other = DerivedToken(subject: "c", generation: 0, key: digests.currentKey)
    for purpose in DigestPurpose.allCases where purpose != .loginLink {
      let text = try #require(other.text(purpose, digests))
      #expect(LoginLink.read(Secret(text), digests) == nil, "\(purpose)")
    }
  }
}
