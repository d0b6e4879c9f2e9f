import IdentityAPI
import IdentityDomain

// The phone API. The `status` of each response says what comes next.

extension IdentityOperations {
  static let phoneFunctions: [String: Function] = [
    "GetUserRequest": getUserRequest, "resendCode": resendCode,
    "userVerification": userVerification, "sendSecondProof": sendSecondProof,
    "verifySecondProof": verifySecondProof, "startAnew": startAnew,
  ]

  /// PHN-3, PHN-5, PHN-9.
  @Sendable func getUserRequest(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(PhoneSignInBody.self)
    if let region = body.region, !isRegion(region) {
      throw FailureBody.malformed("region must be two letters (ISO 3166-1).", field: "region")
    }
    return try answer(
      call,
      try await service.phones.begin(
        number: body.phoneNumber, region: body.region?.uppercased(), caller: call.caller))
  }

  @Sendable func resendCode(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(VerificationBody.self)
    return try answer(
      call,
      .challenge(
        try await service.phones.resend(token: Secret(body.token), caller: call.caller)))
  }

  /// PHN-9, PHN-10.
  @Sendable func userVerification(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(VerificationBody.self)
    return try answer(
      call,
      try await service.phones.verify(
        token: Secret(body.token), code: try Secret(typed: body.verificationCode),
        caller: call.caller))
  }

  /// PHN-10: mails the second code. The response is the same as before, now with the mail's token.
  @Sendable func sendSecondProof(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(VerificationBody.self)
    return try answer(
      call,
      .secondProof(
        try await service.phones.sendSecondProof(token: Secret(body.token), caller: call.caller)))
  }

  @Sendable func verifySecondProof(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(VerificationBody.self)
    guard let mailToken = body.mailToken else { throw FailureBody.missing("mail_token") }
    return try answer(
      call,
      try await service.phones.completeSecondProof(
        token: Secret(body.token), mailToken: Secret(mailToken),
        code: try Secret(typed: body.verificationCode), caller: call.caller))
  }

  @Sendable func startAnew(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(VerificationBody.self)
    return try answer(
      call, try await service.phones.startAnew(token: Secret(body.token), caller: call.caller))
  }

  private func answer(_ call: APICall, _ outcome: PhoneSignInAnswer) throws -> APIAnswer {
    switch outcome {
    case .challenge(let challenge):
      return try call.answer(PhoneAnswerBody(status: 0, challenge: ChallengeBody(challenge)))
    case .signedIn(let grant, let account, let bindings):
      return try call.answer(
        PhoneAnswerBody(
          status: 1, userData: UserProfileBody(ProfileAnswer(account, bindings)),
          tokens: TokenBody(grant, "Login successful", isExtension: false)),
        cookie: APIAnswer.CookieChange(grant))
    case .secondProof(let question):
      return try call.answer(PhoneAnswerBody(status: 2, challenge: ChallengeBody(question)))
    }
  }

  private func isRegion(_ text: String) -> Bool {
    text.utf8.count == 2 && text.utf8.allSatisfy { 65...90 ~= $0 & 0xDF }
  }
}
