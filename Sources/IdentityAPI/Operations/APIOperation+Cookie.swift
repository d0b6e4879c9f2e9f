extension APIOperation {
  /// Whether a browser's call may set, send or clear the session cookie. All others are sent without
  /// credentials.
  package var usesCookie: Bool {
    authentication == .refreshToken || Self.alsoWithCookie.contains(name)
  }

  /// Whether an access token authorizes it and the response sets a new cookie. A browser sends the
  /// old one along, which is ignored here.
  package var replacesCookie: Bool { name == "setPassword" }

  private static let alsoWithCookie: Set<String> = [
    "login", "logout", "GetUserRequest", "userVerification", "verifySecondProof", "startAnew",
    "doLogin", "setPassword", "completeFederation", "completeNativeFederation", "verifyFederation",
    "completeFederationWithoutAddress", "completeLoginLink", "completeSecondStep", "resetFactors",
    "completePasskeySignIn", "completePasskeySignUp", "recoverPasskeyAccount",
  ]
}
