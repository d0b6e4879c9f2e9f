import IdentityDomain
import IdentityTestSupport
import Testing

/// Virtual machines wake up, and time servers correct: a clock can be hours off, either way.
@Suite("A clock that steps") struct ClockStepTests {
  private static let number = "+4915112345678"
  private static let steps: [Duration] = [
    .seconds(-1), .minutes(-5), .hours(-3), .days(-40), .seconds(1), .minutes(5), .hours(3),
  ]

  @Test("A device's session continues, whichever way the clock steps", arguments: steps)
  func session(step: Duration) async throws {
    let rig = Rig()
    var grant = try await rig.phoneMember(Self.number, key: "k")
    for _ in 0..<5 {
      rig.clock.advance(step)
      let token = try #require(grant.refreshToken)
      grant = try await rig.service.sessions.refresh(token, caller: rig.caller("k"))
      _ = try await rig.service.account.profile(rig.call(grant))
    }
    #expect(grant.session.family.generation == 5)
  }

  @Test("No step gives a code more tries", arguments: steps)
  func code(step: Duration) async throws {
    let rig = Rig()
    let begun = try await rig.service.phones.begin(
      number: Self.number, region: nil, caller: rig.caller("k"))
    guard case .challenge(let challenge) = begun else {
      Issue.record("no code was sent")
      return
    }
    let right = try await rig.code(to: Self.number)
    let wrong = Secret<OneTimeCode>(right.exposed == "000000" ? "000001" : "000000")
    func guess(_ code: Secret<OneTimeCode>) async -> IdentityFailure? {
      do {
        _ = try await rig.service.phones.verify(
          token: challenge.verificationToken, code: code, caller: rig.caller("k"))
        return nil
      } catch { return error as? IdentityFailure }
    }
    for _ in 0..<SecurityRules.codeTries {
      #expect(await guess(wrong) != nil)
      rig.clock.advance(step)
    }
    #expect(await guess(right) != nil)
  }

  @Test("A step back does not shorten the wait for the next code")
  func resend() async throws {
    let rig = Rig()
    func ask() async throws {
      _ = try await rig.service.phones.begin(
        number: Self.number, region: nil, caller: rig.caller("k"))
    }
    try await ask()
    for step in Self.steps where step < .zero {
      rig.clock.advance(step)
      await #expect(throws: IdentityFailure.self) { try await ask() }
    }
  }
}
