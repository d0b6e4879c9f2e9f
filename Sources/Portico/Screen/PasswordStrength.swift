import FlowMachine
package import IdentityClient

/// How hard a password is to guess (CTR-4), as the identity server rates it while it is typed. Advice alone: the
/// server judges what is sent, and may refuse what is `fair`.
public enum PasswordStrength: Int, Comparable, Sendable {
  /// The first that guessers try.
  case veryWeak
  case weak
  case fair
  case strong
  /// More than anyone tries.
  case veryStrong

  /// Whether one is easier to guess than another.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// From the server's answer; nil where it has none.
  fileprivate init?(_ answer: Answer) {
    guard case .received(status: 200, let body) = answer,
      case .object(let members) = JSONValue(body), let number = members["strength"]?.number
    else { return nil }
    self.init(rawValue: Int(number))
  }

  fileprivate static let operation = "passwordStrength"
  /// In milliseconds; whoever types on does not wait for it.
  fileprivate static let timeout: Int64 = 10_000
}

extension IdentityClient {
  /// How strong a password is, as the server rates it; nil where it does not say.
  package func strength(of password: String) async -> PasswordStrength? {
    let parameters = JSONValue.object(["password": .text(password)])
    let answer = await perform(
      PasswordStrength.operation, parameters: parameters.bytes, timeout: PasswordStrength.timeout)
    return PasswordStrength(answer.reply.answer)
  }
}

extension AppEntry {
  /// How strong a password is that is being typed. Ask when typing pauses, some 400 milliseconds after the last key: a
  /// server takes 600 requests from a network in a quarter of an hour.
  ///
  /// - Parameters:
  ///   - password: what is typed; it is sent to the server and kept nowhere.
  ///   - element: the field, of content `newPassword`.
  /// - Returns: nil for any other field, for an empty one, and where the server does not say.
  public func strength(of password: String, in element: Element) async -> PasswordStrength? {
    guard case .field(let field) = element.kind, field.content == .newPassword, !password.isEmpty,
      let rate = try? usableParts().handlers.operation
    else { return nil }
    let call = RequestHandlers.Call(
      name: PasswordStrength.operation, parameters: ["password": .text(password)],
      idempotencyKey: nil, timeout: PasswordStrength.timeout)
    return PasswordStrength(await rate(call).answer)
  }
}
