import IdentityAPI
import IdentityDomain

// Sign-in by a link in a mail (CMP-11).

extension IdentityOperations {
  static let loginLinkFunctions: [String: Function] = [
    "beginLoginLink": beginLoginLink, "openLoginLink": openLoginLink,
    "completeLoginLink": completeLoginLink,
  ]

  @Sendable func beginLoginLink(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(LoginLinkBody.self)
    let answer = try await service.loginLinks.begin(
      userName: body.userName, returnURL: body.returnURL, caller: call.caller)
    let sent = answer.challenge
    return try call.answer(
      LoginLinkSentBody(
        description: "A link was sent", session: sent.verificationToken.exposed,
        state: answer.state.exposed, resendAt: sent.resendAt.rfc3339,
        expiresAt: sent.expiresAt.rfc3339, triesLeft: sent.tries))
  }

  @Sendable func openLoginLink(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(LoginLinkOpeningBody.self)
    guard let place = LoginLinkRules.Place(rawValue: body.device) else {
      throw IdentityFailure.malformed(field: "device")
    }
    let press = try await service.loginLinks.press(
      Secret(body.linkToken), on: place, caller: call.caller)
    switch press {
    case .leadBack(let address): return try call.answer(LoginLinkOpenedBody(returnTo: address))
    case .code(let code, let expiresAt):
      return try call.answer(
        LoginLinkOpenedBody(verificationCode: code.exposed, expiresAt: expiresAt.rfc3339))
    }
  }

  @Sendable func completeLoginLink(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(LoginLinkReturnBody.self)
    let grant = try await service.loginLinks.complete(
      token: Secret(body.session), state: Secret(body.state), code: try Secret(typed: body.code),
      caller: call.caller)
    return try call.answer(grant, "Login successful", isExtension: false)
  }
}
