extension APIOperation {
  /// Whether a browser's call may set, send or clear the session cookie. All others are sent without
  /// credentials.
  package var usesCookie: Bool {
    authentication == .refreshToken || Self.alsoWithCookie.contains(name)
  }

  /// Whether an access token authenticates it and the answer brings another cookie. A browser that
  /// takes the new one sends the old one along, so here it counts for nothing.
  package var replacesCookie: Bool { name == "setPassword" }

  private static let alsoWithCookie: Set<String> = [
    "login", "logout", "GetUserRequest", "userVerification", "verifySecondProof", "startAnew",
    "doLogin", "setPassword", "completeFederation", "completeNativeFederation", "verifyFederation",
    "completeFederationWithoutAddress",
  ]
}
