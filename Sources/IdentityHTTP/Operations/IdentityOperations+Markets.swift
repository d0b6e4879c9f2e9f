import IdentityAPI
import IdentityDomain

// The markets: their list, registration, sign-in, profile, recovery.

extension IdentityOperations {
  static let marketsFunctions: [String: Function] = [
    "getMarkets": getMarkets, "newUser": newUser, "doLogin": doLogin, "getProfile": getProfile,
    "getPassword": getPassword, "setPassword": setPassword,
  ]

  /// MKT-5. The position is rounded when it is read.
  @Sendable func getMarkets(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(MarketsQueryBody.self, orEmpty: MarketsQueryBody())
    return try call.answer(MarketsBody(service.markets.list(near: try body.position())))
  }

  /// MKT-6.
  @Sendable func newUser(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(NewUserBody.self)
    let form = NewUserForm(
      firstName: body.firstName, lastName: body.lastName, mobile: body.mobile, email: body.email,
      password: body.password, mode: body.mode)
    do {
      let answer = try await service.markets.register(form, caller: call.caller)
      return try call.answer(
        RegistrationAnswerBody(
          description: "A verification code was sent", registrationID: answer.attempt.text,
          resendAt: answer.resendAt.rfc3339, expiresAt: answer.expiresAt.rfc3339))
    } catch IdentityFailure.identifierTaken {
      // Here the address has a field of its own.
      var taken = failureForm(.identifierTaken)
      taken.field = "email"
      throw taken
    }
  }

  @Sendable func doLogin(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(MarketLoginBody.self)
    let grant =
      if let password = body.password {
        try await service.markets.login(
          userName: body.userName, password: password, market: body.market, caller: call.caller)
      } else {
        try await service.markets.login(
          userName: body.userName, market: body.market, caller: call.caller)
      }
    return try call.answerInMarket(grant, "Login successful")
  }

  /// MKT-10.
  @Sendable func getProfile(_ call: APICall) async throws -> APIAnswer {
    try call.answer(MarketProfileBody(try await service.markets.profile(try call.session())))
  }

  /// MKT-9, first half.
  @Sendable func getPassword(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(RecoveryBody.self)
    try await service.markets.sendTemporaryPassword(userName: body.userName, caller: call.caller)
    return try call.answer("If this address has an account, a temporary password was sent to it")
  }

  /// MKT-9, second half.
  @Sendable func setPassword(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(NewPasswordBody.self)
    do {
      return try call.answerInMarket(
        try await service.markets.setPassword(body.newPassword, session), "Password set")
    } catch let failure as IdentityFailure {
      guard case .weakPassword = failure else { throw failure }
      var form = failureForm(failure)
      form.field = "newpassword"
      throw form
    }
  }
}

extension APICall {
  fileprivate func answerInMarket(
    _ grant: TokenGrant, _ description: String
  ) throws -> APIAnswer {
    try answer(
      MarketLoginAnswerBody(
        TokenBody(grant, description, isExtension: false),
        market: grant.session.market?.text ?? "",
        mustSetPassword: grant.session.scope == .passwordChange),
      cookie: CookieChange(grant))
  }
}

extension MarketsQueryBody {
  /// - Throws: for an incomplete or invalid position; the response does not repeat it.
  fileprivate func position() throws(FailureBody) -> GeoPosition? {
    guard let latitude, let longitude else {
      if latitude == nil && longitude == nil { return nil }
      throw .missing(latitude == nil ? "latitude" : "longitude")
    }
    guard GeoPosition(latitude: latitude, longitude: "0") != nil else {
      throw .malformed(
        "latitude must be in degrees from -90 to 90, such as 19.43.", field: "latitude")
    }
    guard let position = GeoPosition(latitude: latitude, longitude: longitude) else {
      throw .malformed(
        "longitude must be in degrees from -180 to 180, such as -99.13.", field: "longitude")
    }
    return position
  }
}

extension MarketsBody {
  fileprivate init(_ answer: MarketsAnswer) {
    self.init(
      markets: answer.markets.map {
        MarketBody(
          handle: $0.handle.text, country: $0.country, state: $0.state, open: $0.isOpen)
      },
      nearest: answer.nearest?.text, preselected: answer.preselected?.text)
  }
}

extension MarketProfileBody {
  fileprivate init(_ answer: MarketProfileAnswer) {
    let profile = answer.profile
    let account = profile.account
    self.init(
      userID: account.id.text,
      userName: profile.email?.text ?? profile.phone?.e164 ?? account.id.text,
      name: account.profile.name, firstName: answer.person?.firstName,
      lastName: answer.person?.lastName, email: profile.email?.text,
      mobile: profile.phone?.e164 ?? answer.person?.mobile.e164,
      mobileVerified: profile.phone != nil, mode: answer.person?.mode.rawValue,
      verificationStatus: answer.verification.rawValue, market: answer.market?.text)
  }
}
