import IdentityAPI
import IdentityDomain

// The account API: signing in, out, and passwords.

extension IdentityOperations {
  static let signInFunctions: [String: Function] = [
    "login": login, "refreshSession": refreshSession, "changePassword": changePassword,
    "passwordStrength": passwordStrength, "forgotPassword": forgotPassword, "logout": logout,
    "clearSession": clearSession,
  ]

  /// ACC-2: by password or by code; also extends a session (facts, account sign-in).
  @Sendable func login(_ call: APICall) async throws -> APIAnswer {
    let service = service
    switch try LoginForm.read(call) {
    case .password(let userName, let password):
      let grant = try await service.passwords.login(
        userName: userName, password: password, caller: call.caller)
      return try call.answer(grant, "Login successful", isExtension: false)
    case .beginCode(let userName):
      let answer = try await service.loginCodes.begin(userName: userName, caller: call.caller)
      return try call.answer(
        CodeSentBody(answer, "A verification code was sent", continues: true))
    case .completeCode(let userName, let session, let code, let password):
      let grant = try await service.loginCodes.complete(
        userName: userName, password: password, token: Secret(session),
        code: try Secret(typed: code), caller: call.caller)
      return try call.answer(grant, "Login successful", isExtension: false)
    case .extend(let token):
      return try await extend(call, try call.refreshToken(orBody: token))
    }
  }

  /// Refreshes by the token in the cookie or the body.
  @Sendable func refreshSession(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(LogoutBody.self)
    return try await extend(call, try call.refreshToken(orBody: body.refreshToken))
  }

  private func extend(
    _ call: APICall, _ token: Secret<RefreshToken>?
  ) async throws -> APIAnswer {
    guard let token else { throw FailureBody.missing("refreshtoken") }
    let grant = try await service.sessions.refresh(
      token, crumb: call.credentials.crumb, caller: call.caller)
    return try call.answer(grant, "Session extended", isExtension: true)
  }

  @Sendable func changePassword(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(PasswordBody.self)
    do {
      if let password = body.password {
        try await service.passwords.change(from: password, to: body.newPassword, call: session)
      } else {
        let shown = try ShownBody(
          token: body.token, verificationCode: body.verificationCode, factorCode: body.factorCode
        ).shown()
        try await service.passwords.set(body.newPassword, showing: shown, call: session)
      }
    } catch let failure as IdentityFailure {
      guard case .weakPassword = failure else { throw failure }
      // Here the new password has a name of its own.
      var form = failureForm(failure)
      form.field = "newpassword"
      throw form
    }
    return try call.answer("Password changed")
  }

  /// DEC-9.
  @Sendable func passwordStrength(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(StrengthBody.self)
    guard let typed = body.newPassword ?? body.password else {
      throw FailureBody.missing("password")
    }
    let strength = try await service.passwords.strength(
      of: typed, isNew: body.newPassword != nil,
      ownWords: [body.userName, body.name].compactMap { $0 }, caller: call.caller)
    return try call.answer(
      StrengthAnswerBody(strength: strength.score, reason: strength.reason?.name))
  }

  /// ACC-5.
  @Sendable func forgotPassword(_ call: APICall) async throws -> APIAnswer {
    switch try ForgotPasswordForm.read(call) {
    case .begin(let userName):
      let answer = try await service.recovery.begin(userName: userName, caller: call.caller)
      return try call.answer(CodeSentBody(answer, "A verification code was sent"))
    case .complete(let userName, let password, let code):
      try await service.recovery.complete(
        userName: userName, code: try Secret(typed: code), newPassword: password,
        caller: call.caller)
      return try call.answer("Password set")
    }
  }

  /// Ends the session of the access token; without one, that of the refresh token.
  @Sendable func logout(_ call: APICall) async throws -> APIAnswer {
    let everywhere = try call.queriedSwitch("logout_all")
    let body = try call.read(LogoutBody.self, orEmpty: LogoutBody())
    if call.credentials.accessToken != nil {
      try await service.sessions.logout(try call.session(), everywhere: everywhere)
    } else {
      guard let token = try call.refreshToken(orBody: body.refreshToken) else {
        throw IdentityFailure.unauthorized(nil)
      }
      try await service.sessions.logout(
        token, crumb: call.credentials.crumb, everywhere: everywhere, caller: call.caller)
    }
    return try call.answer("Logout successful", cookie: call.dropsCookie)
  }

  /// Signs a browser out by its cookie, even if the session had already ended: then only the cookie
  /// is removed.
  @Sendable func clearSession(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(LogoutBody.self)
    guard let token = try call.refreshToken(orBody: body.refreshToken) else {
      throw FailureBody.missing("refreshtoken")
    }
    do {
      try await service.sessions.logout(
        token, crumb: call.credentials.crumb, everywhere: false, caller: call.caller)
    } catch IdentityFailure.refreshTokenInvalid {
      // An unknown session: its cookie opens nothing, and keeping it would serve no purpose.
    }
    return try call.answer("Session cleared", cookie: call.dropsCookie)
  }
}

extension LoginForm {
  fileprivate static func read(_ call: APICall) throws(FailureBody) -> LoginForm {
    let body = try call.read(LoginBody.self)
    do { return try LoginForm(body) } catch { throw FailureBody(error) }
  }
}

extension ForgotPasswordForm {
  fileprivate static func read(_ call: APICall) throws(FailureBody) -> ForgotPasswordForm {
    let body = try call.read(ForgotPasswordBody.self)
    do { return try ForgotPasswordForm(body) } catch { throw FailureBody(error) }
  }
}
