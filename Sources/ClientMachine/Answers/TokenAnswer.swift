import SessionMachine
import WireText

/// The tokens of a response that opens or extends a session.
struct TokenAnswer {
  var tokens: ExtensionTokens
  /// The name of the session, which is that of its token family.
  var family: Bytes

  /// What a response says about tokens.
  enum Finding {
    case none
    case some(TokenAnswer)
    /// There are tokens, but something about them is invalid.
    case malformed
  }

  static func find(in answer: JSON.Value) -> Finding {
    guard let holder = answer.member("accesstoken") == nil ? answer.member("tokens") : answer
    else { return .none }
    guard let access = text(holder, "accesstoken"), !access.isEmpty,
      let refresh = text(holder, "refreshtoken"), let identity = text(holder, "idtoken"),
      let crumb = text(holder, "crumb"), let guid = text(holder, "guid"),
      let family = text(holder, "sessionId")
    else { return .malformed }
    // One minute if the server does not say how long it is valid.
    var seconds: Int64 = 60
    if let said = holder.member("expires_in") {
      guard let number = said.integer, 1...31_536_000 ~= number else { return .malformed }
      seconds = number
    }
    let tokens = ExtensionTokens(
      accessToken: access, refreshToken: refresh, idToken: identity, crumb: crumb, guid: guid,
      lifetime: seconds * 1000)
    return .some(TokenAnswer(tokens: tokens, family: family))
  }

  /// A text that may be missing; nil if it is something else. A value for a header must be visible
  /// ASCII.
  @inline(never) private static func text(_ holder: JSON.Value, _ name: StaticString) -> Bytes? {
    guard let value = holder.member(name) else { return [] }
    guard let text = value.text, text.count <= 16_384 else { return nil }
    for byte in text where byte < 33 || byte > 126 { return nil }
    return text
  }
}

extension JSON.Value {
  /// The member with a name; `null` counts as absent.
  @inline(never) func member(_ name: StaticString) -> JSON.Value? {
    guard let value = self[name], !value.isNull else { return nil }
    return value
  }

  /// As a text for the wire, such as a query can contain. Nil for lists, objects and `null`.
  var scalar: Bytes? {
    switch kind {
    case .text: text
    case .number, .flag: Bytes(source)
    case .null, .list, .object: nil
    }
  }

  /// Whether some object has a duplicate member (two readers would choose differently), or more
  /// members than any real response.
  var isAmbiguous: Bool {
    switch kind {
    case .object:
      let members = members
      guard members.count <= ClientRules.members else { return true }
      for (index, member) in members.enumerated() {
        for other in members[..<index] where other.name == member.name { return true }
        if member.value.isAmbiguous { return true }
      }
      return false
    case .list: return elements.contains { $0.isAmbiguous }
    default: return false
    }
  }

  /// Without the members that are credentials, at any depth. The rest of a response may be passed
  /// to the flow.
  func withoutCredentials(of operation: Bytes) -> Bytes {
    var writer = JSONWriter()
    writeWithoutCredentials("login" ~= operation, to: &writer)
    return writer.bytes
  }

  private func writeWithoutCredentials(_ isLogin: Bool, to writer: inout JSONWriter) {
    switch kind {
    case .object:
      writer.open("{")
      for member in members {
        switch member.name {
        case "accesstoken", "idtoken", "refreshtoken", "token", "mail_token": continue
        case "session": if isLogin { continue }
        default: break
        }
        writer.name(member.name)
        member.value.writeWithoutCredentials(isLogin, to: &writer)
      }
      writer.close("}")
    case .list:
      writer.open("[")
      for element in elements { element.writeWithoutCredentials(isLogin, to: &writer) }
      writer.close("]")
    default: writer.copy(self)
    }
  }
}
