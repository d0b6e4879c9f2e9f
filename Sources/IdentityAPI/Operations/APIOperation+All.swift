extension APIOperation {
  /// Every operation, once.
  package static let all: [APIOperation] =
    accountAPI + phoneAPI + sessionAPI + experimentAPI + marketAPI + federationAPI + factorAPI
    + passkeyAPI

  /// In the order of the facts' table. `POST /v1/user` registers, resends and confirms; `POST
  /// /v1/login` signs in and extends: their bodies say which (`UserForm`, `LoginForm`).
  private static let accountAPI: [APIOperation] = [
    row("apiVersions", .get, "/apiversions", .none, 200),
    row("user", .post, "/v1/user", .none, 201),
    row("login", .post, "/v1/login", .none, 200),
    row("beginLoginLink", .post, "/v1/login/link", .none, 200),
    row("openLoginLink", .post, "/v1/login/link/opening", .none, 200),
    row("completeLoginLink", .post, "/v1/login/link/completion", .none, 200),
    row("getUser", .get, "/v1/user", .accessToken, 200),
    row("changeUser", .put, "/v1/user", .accessToken, 200),
    row("deleteUser", .delete, "/v1/user", .accessToken, 200),
    row("changePassword", .put, "/v1/password", .accessToken, 200),
    row("forgotPassword", .put, "/v1/forgotpassword", .none, 200),
    // A POST because proxies would log a query with a password; it changes nothing.
    APIOperation(
      name: "passwordStrength", method: .post, path: "/v1/password/strength",
      authentication: .none, changesState: false, success: 200),
    row("logout", .post, "/v1/logout", .accessToken, 200),
    row("putPushEndpoint", .post, push, .accessToken, 200),
    row("deletePushEndpoint", .delete, push, .accessToken, 200),
    row("getNodes", .get, "/v1/user/nodes", .accessToken, 200),
    row("beginIdentifier", .post, "/v1/user/identifiers", .accessToken, 200),
    row("verifyIdentifier", .post, "/v1/user/identifiers/verification", .accessToken, 200),
    row("getIdentifiers", .get, "/v1/user/identifiers", .accessToken, 200),
    row("setPrimaryIdentifier", .put, "/v1/user/identifiers/{id}/primary", .accessToken, 200),
    row("removeIdentifier", .delete, "/v1/user/identifiers/{id}", .accessToken, 200),
    row("undoIdentifierChange", .post, "/v1/user/identifiers/undo", .none, 200),
    row("getIdentifierChanges", .get, "/v1/user/identifier_changes", .accessToken, 200),
    row("resendUndoNotice", .post, "/v1/user/identifier_changes/{id}/notice", .accessToken, 200),
    row("beginExport", .post, "/v1/user/exports", .accessToken, 200),
    row("getExport", .get, "/v1/user/exports/{id}", .accessToken, 200),
  ]

  private static let push = "/v1/user/push_notification/mobile_platform_endpoint"

  private static let phoneAPI: [APIOperation] = [
    row("GetUserRequest", .post, "/v1/phone/user", .none, 200),
    row("resendCode", .post, "/v1/phone/code", .verificationToken, 200),
    row("userVerification", .post, "/v1/phone/verification", .verificationToken, 200),
    row("sendSecondProof", .post, "/v1/phone/second_proof", .verificationToken, 200),
    row(
      "verifySecondProof", .post, "/v1/phone/second_proof/verification", .verificationToken, 200),
    row("startAnew", .post, "/v1/phone/new_account", .verificationToken, 200),
  ]

  private static let sessionAPI: [APIOperation] = [
    row("launch", .post, "/v1/launch", .refreshToken, 200),
    row("refreshSession", .post, "/v1/session/refresh", .refreshToken, 200),
    row("clearSession", .post, "/v1/session/clear", .refreshToken, 200),
    row("requestCrumb", .get, "/v1/session/crumb", .accessToken, 200),
    row("beginStepUp", .post, "/v1/session/step_up", .accessToken, 200),
    row("completeStepUp", .post, "/v1/session/step_up/verification", .accessToken, 200),
    row("rLogin", .post, "/v1/installation/session", .none, 200),
    row("getSelections", .get, "/v1/selections", .accessToken, 200),
    row("rSubmitSelection", .post, "/v1/selections", .accessToken, 200),
    row("getSessions", .get, "/v1/sessions", .accessToken, 200),
    row("endOtherSessions", .delete, "/v1/sessions", .accessToken, 200),
    row("revokeSession", .delete, "/v1/sessions/{id}", .accessToken, 200),
    row("getDevices", .get, "/v1/devices", .accessToken, 200),
    row("removeDevice", .delete, "/v1/devices/{key}", .accessToken, 200),
    row("getSignOuts", .get, "/v1/sign_outs", .accessToken, 200),
    row("getSecurityEvents", .get, "/v1/security_events", .accessToken, 200),
  ]

  private static let experimentAPI: [APIOperation] = [
    row("rFetchExperiments", .get, "/v1/installation/experiment", .none, 200),
    row("getExperiments", .get, "/v1/experiments", .accessToken, 200),
    row("recordExposure", .post, "/v1/experiments/exposures", .accessToken, 200),
    row("recordConversion", .post, "/v1/experiments/conversions", .accessToken, 200),
  ]

  /// `getMarkets` is a POST because proxies would log a query with the position; it changes
  /// nothing.
  private static let marketAPI: [APIOperation] = [
    APIOperation(
      name: "getMarkets", method: .post, path: "/v1/markets", authentication: .none,
      changesState: false, success: 200),
    row("newUser", .post, "/v1/market/user", .none, 201),
    row("doLogin", .post, "/v1/market/login", .none, 200),
    row("getProfile", .get, "/v1/market/profile", .accessToken, 200),
    row("getPassword", .post, "/v1/market/password", .none, 200),
    row("setPassword", .put, "/v1/market/password", .accessToken, 200),
  ]

  /// Sign-in through third parties, and the providers of an account.
  private static let federationAPI: [APIOperation] = [
    row("getProviders", .get, "/v1/federation/providers", .none, 200),
    row("beginFederation", .post, "/v1/federation/authorization", .none, 200),
    row("completeFederation", .post, "/v1/federation/completion", .verificationToken, 200),
    row("beginNativeFederation", .post, "/v1/federation/native", .none, 200),
    row(
      "completeNativeFederation", .post, "/v1/federation/native/completion", .verificationToken,
      200),
    row("verifyFederation", .post, "/v1/federation/verification", .verificationToken, 200),
    row("resendFederationCode", .post, "/v1/federation/code", .verificationToken, 200),
    row(
      "completeFederationWithoutAddress", .post, "/v1/federation/account", .verificationToken, 200),
    row("getLinkedProviders", .get, "/v1/user/providers", .accessToken, 200),
    row("beginLink", .post, "/v1/user/providers", .accessToken, 200),
    row("completeLink", .post, "/v1/user/providers/completion", .accessToken, 200),
    row("removeProvider", .delete, "/v1/user/providers/{id}", .accessToken, 200),
  ]

  /// Second factors: those of an account, and the second step of a sign-in.
  private static let factorAPI: [APIOperation] = [
    row("getFactors", .get, "/v1/factors", .accessToken, 200),
    row("beginTOTP", .post, "/v1/factors/totp", .accessToken, 200),
    row("confirmTOTP", .post, "/v1/factors/totp/confirmation", .accessToken, 200),
    row("removeTOTP", .delete, "/v1/factors/totp/{id}", .accessToken, 200),
    row("makeRecoveryCodes", .post, "/v1/factors/recovery_codes", .accessToken, 200),
    row("keepRecoveryCodes", .post, "/v1/factors/recovery_codes/kept", .accessToken, 200),
    row("setTwoSteps", .put, "/v1/factors/two_steps", .accessToken, 200),
    row("completeSecondStep", .post, "/v1/login/second_step", .verificationToken, 200),
    row("sendSecondStepCode", .post, "/v1/login/second_step/code", .verificationToken, 200),
    row("beginSecondStepTOTP", .post, "/v1/login/second_step/totp", .verificationToken, 200),
    row("resetFactors", .post, "/v1/login/second_step/reset", .verificationToken, 200),
  ]

  /// Signing up and in with a passkey, and the passkeys of an account.
  private static let passkeyAPI: [APIOperation] = [
    row("beginPasskeySignIn", .post, "/v1/passkeys/authentication", .none, 200),
    row("completePasskeySignIn", .post, "/v1/passkeys/authentication/completion", .none, 200),
    row("recoverPasskeyAccount", .post, "/v1/passkeys/recovery", .none, 200),
    row("beginPasskeySignUp", .post, "/v1/passkeys/registration", .none, 200),
    row("completePasskeySignUp", .post, "/v1/passkeys/registration/completion", .none, 200),
    row("getPasskeys", .get, "/v1/user/passkeys", .accessToken, 200),
    row("beginPasskey", .post, "/v1/user/passkeys", .accessToken, 200),
    row("addPasskey", .post, "/v1/user/passkeys/completion", .accessToken, 200),
    row("renamePasskey", .put, "/v1/user/passkeys/{id}", .accessToken, 200),
    row("removePasskey", .delete, "/v1/user/passkeys/{id}", .accessToken, 200),
    row("beginPasskeyStepUp", .post, "/v1/session/step_up/passkey", .accessToken, 200),
    row(
      "completePasskeyStepUp", .post, "/v1/session/step_up/passkey/verification", .accessToken, 200),
  ]

  private static func row(
    _ name: String, _ method: Method, _ path: String, _ authentication: Authentication,
    _ success: Int
  ) -> APIOperation {
    APIOperation(
      name: name, method: method, path: path, authentication: authentication,
      changesState: method != .get, success: success)
  }
}
