import SessionMachine

/// The tokens of an answer that opens or extends a session.
struct TokenAnswer {
  var tokens: ExtensionTokens
  /// The name of the session, which is the name of its token family.
  var family: Bytes

  /// What an answer says about tokens.
  enum Finding {
    case none
    case some(TokenAnswer)
    /// There are tokens, and something about them is not what it has to be.
    case malformed
  }

  static func find(in answer: JSONValue) -> Finding {
    guard let holder = answer["accesstoken"] == nil ? answer["tokens"] : answer else {
      return .none
    }
    guard case .string(let access)? = holder["accesstoken"], isToken(access),
      let refresh = text(holder, "refreshtoken"), let identity = text(holder, "idtoken"),
      let crumb = text(holder, "crumb"), let guid = text(holder, "guid"),
      let family = text(holder, "sessionId")
    else { return .malformed }
    // A minute where the server does not say how long it is good.
    var seconds: Int64 = 60
    if let said = holder["expires_in"] {
      guard let number = said.integer, 1...31_536_000 ~= number else { return .malformed }
      seconds = number
    }
    return .some(
      TokenAnswer(
        tokens: ExtensionTokens(
          accessToken: Array(access.utf8), refreshToken: refresh, idToken: identity, crumb: crumb,
          guid: guid, lifetime: seconds * 1000),
        family: family))
  }

  /// A text that may be missing; nil when it is something else.
  private static func text(_ holder: JSONValue, _ name: String) -> Bytes? {
    guard let value = holder[name] else { return [] }
    guard case .string(let text) = value, text.isEmpty || isToken(text) else { return nil }
    return Array(text.utf8)
  }

  /// What goes into a header has to be visible ASCII.
  private static func isToken(_ text: String) -> Bool {
    (1...16_384).contains(text.utf8.count) && text.utf8.allSatisfy { 33...126 ~= $0 }
  }

  /// The members that are credentials. What else stands in an answer is the flow's to know.
  static func credentials(of operation: String) -> Set<String> {
    var names: Set<String> = ["accesstoken", "idtoken", "refreshtoken", "token", "mail_token"]
    if operation == "login" { names.insert("session") }
    return names
  }
}
