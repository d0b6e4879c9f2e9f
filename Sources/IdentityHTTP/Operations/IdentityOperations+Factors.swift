import IdentityAPI
import IdentityDomain

// Second factors: those of an account, and the second step of a sign-in.

extension IdentityOperations {
  static let factorsFunctions: [String: Function] = [
    "getFactors": getFactors, "beginTOTP": beginTOTP, "confirmTOTP": confirmTOTP,
    "removeTOTP": removeTOTP, "makeRecoveryCodes": makeRecoveryCodes,
    "keepRecoveryCodes": keepRecoveryCodes, "setTwoSteps": setTwoSteps,
    "completeSecondStep": completeSecondStep, "sendSecondStepCode": sendSecondStepCode,
    "beginSecondStepTOTP": beginSecondStepTOTP, "resetFactors": resetFactors,
  ]

  @Sendable func getFactors(_ call: APICall) async throws -> APIAnswer {
    let found = try await service.factors.overview(try call.session())
    return try call.answer(
      FactorsBody(
        hasPassword: found.hasPassword, twoSteps: found.isTwoStepOn, required: found.isRequired,
        totp: found.authenticators.map {
          FactorsBody.Authenticator(
            id: $0.id.text, addedAt: ($0.confirmedAt ?? $0.createdAt).rfc3339,
            lastUsedAt: $0.lastUsedAt?.rfc3339)
        }, recoveryCodesLeft: found.recoveryCodes?.left,
        resetEndsAt: found.resetEndsAt?.rfc3339))
  }

  /// MFA-1.
  @Sendable func beginTOTP(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    return try call.answer(
      TOTPBody(try await service.factors.beginTOTP(showing: shown, session)))
  }

  @Sendable func confirmTOTP(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(TOTPConfirmationBody.self)
    try await service.factors.confirmTOTP(body.id, code: body.factorCode, session)
    return try call.answer("Authenticator app added")
  }

  @Sendable func removeTOTP(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let id = try call.named("id")
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    try await service.factors.removeTOTP(id, showing: shown, session)
    return try call.answer("Authenticator app removed")
  }

  /// MFA-2.
  @Sendable func makeRecoveryCodes(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    let made = try await service.factors.makeRecoveryCodes(showing: shown, session)
    return try call.answer(
      RecoveryCodesBody(id: made.id.text, codes: made.codes.map(\.exposed)))
  }

  @Sendable func keepRecoveryCodes(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(RecoveryCodesKeptBody.self)
    try await service.factors.keepRecoveryCodes(body.id, session)
    return try call.answer("Recovery codes kept")
  }

  /// MFA-3.
  @Sendable func setTwoSteps(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(TwoStepsBody.self)
    let isOn = try body.enabled.flag("enabled")
    let shown = try ShownBody(
      password: body.password, token: body.token, verificationCode: body.verificationCode,
      factorCode: body.factorCode
    ).shown()
    try await service.factors.setTwoSteps(isOn, showing: shown, session)
    return try call.answer(isOn ? "Two-step sign-in is on" : "Two-step sign-in is off")
  }

  @Sendable func completeSecondStep(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(SecondStepBody.self)
    let factor: SecondStepFactor
    if let token = body.codeToken {
      factor = .sms(try Secret(typed: body.verificationCode), token: Secret(token))
    } else {
      guard let typed = body.factorCode else { throw FailureBody.missing("factor_code") }
      factor = .typed(try TypedFactor(reading: typed))
    }
    let done = try await service.factors.complete(
      token: body.token, by: factor,
      trustsDevice: try body.trustDevice?.flag("trust_device") ?? false, caller: call.caller)
    var tokens = TokenBody(done.grant, "Login successful", isExtension: false)
    tokens.recoveryCodesLeft = done.recoveryCodesLeft
    return call.answer(tokens, cookie: APIAnswer.CookieChange(done.grant))
  }

  /// MFA-6.
  @Sendable func sendSecondStepCode(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(SecondStepTokenBody.self)
    return try call.answer(
      ChallengeBody(
        try await service.factors.sendCode(token: body.token, caller: call.caller),
        namingRecipient: true))
  }

  /// MFA-4.
  @Sendable func beginSecondStepTOTP(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(SecondStepTokenBody.self)
    return try call.answer(
      TOTPBody(try await service.factors.beginTOTP(token: body.token, caller: call.caller)))
  }

  /// MFA-7.
  @Sendable func resetFactors(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(SecondStepTokenBody.self)
    switch try await service.factors.reset(token: body.token, caller: call.caller) {
    case .waiting(let until):
      return try call.answer(FactorResetBody(status: 0, endsAt: until.rfc3339))
    case .done(let done):
      return try call.answer(
        FactorResetBody(
          status: 1, tokens: TokenBody(done.grant, "Login successful", isExtension: false)),
        cookie: APIAnswer.CookieChange(done.grant))
    }
  }
}

extension TOTPBody {
  fileprivate init(_ enrolment: TOTPEnrolment) {
    self.init(
      id: enrolment.id.text, secret: enrolment.secret.exposed, uri: enrolment.uri.exposed,
      expiresAt: enrolment.expiresAt.rfc3339)
  }
}

extension TypedFactor {
  /// A text that is neither costs no try.
  init(reading typed: String) throws(FailureBody) {
    guard let factor = TypedFactor(typed) else {
      throw FailureBody(
        .factorCodeWrong,
        description: "Enter the \(SecurityRules.totpDigits)-digit code of the authenticator app,"
          + " or a recovery code.", field: "factor_code")
    }
    self = factor
  }
}

extension String {
  /// A boolean as clients write it.
  fileprivate func flag(_ field: String) throws(FailureBody) -> Bool {
    switch self {
    case "true": true
    case "false": false
    default: throw .malformed("\(field) must be true or false.", field: field)
    }
  }
}
