import IdentityAPI
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The story of a second factor, over the API")
struct FactorStoryTests {
  private let ann = "ann@example.com"
  private let password = "staple battery"

  /// Adds an app and recovery codes, and turns two steps on.
  private func secured(_ rig: Rig, _ client: Client) async throws -> String {
    let begun = try await client.call("beginTOTP")
    let id = try #require(begun.text("id"))
    let uri = try #require(begun.text("uri"))
    #expect(uri.hasPrefix("otpauth://totp/Portico:ann%40example.com?secret="))
    try await client.call(
      "confirmTOTP", ["id": id, "factor_code": try await rig.totpCode(ID(id))])
    let made = try await client.call("makeRecoveryCodes")
    try await client.call("keepRecoveryCodes", ["id": try #require(made.text("id"))])
    try await client.call("setTwoSteps", ["enabled": "true"])
    rig.clock.advance(.minutes(1))
    return id
  }

  @Test("MFA-3: the password gets a failure whose token a code completes, on this device only")
  func story() async throws {
    let rig = Rig()
    try await rig.member(ann, password: password)
    let owner = Client(rig, key: "k")
    try await owner.signIn(ann, password)
    let app = try await secured(rig, owner)
    let factors = try await owner.call("getFactors")
    #expect(
      factors.names() == ["has_password", "recovery_codes_left", "required", "totp", "two_steps"])
    let new = Client(rig, key: "new")
    do {
      try await new.call("login", ["user_name": ann, "password": password])
      Issue.record("the password was enough")
    } catch IdentityFailure.secondFactorRequired(let request) {
      #expect(request.factors == [.totp, .recoveryCode, .reset])
      let done = try await new.call(
        "completeSecondStep",
        ["token": request.step.text, "factor_code": try await rig.totpCode(ID(app))])
      #expect(done.number("recovery_codes_left") == 10 && done.text("accesstoken") != nil)
    }
  }

  @Test("MFA-3: a malformed code costs no try, and a flag is true or false")
  func malformed() async throws {
    let rig = Rig()
    try await rig.member(ann, password: password)
    let owner = Client(rig, key: "k")
    try await owner.signIn(ann, password)
    for fields in [
      ["token": "t", "factor_code": "12"],
      ["token": "t", "factor_code": "123456", "trust_device": "maybe"], ["token": "t"],
    ] {
      await #expect(throws: FailureBody.self) {
        try await owner.call("completeSecondStep", fields)
      }
    }
    await #expect(throws: IdentityFailure.secondStepExpired) {
      try await owner.call("completeSecondStep", ["token": "t", "factor_code": "123 456"])
    }
  }
}
