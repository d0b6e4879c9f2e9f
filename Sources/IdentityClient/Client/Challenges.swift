/// The tokens of challenges that wait for a code (PHN-4, PHN-9). They are good for verification only,
/// and lie in secure storage, so that a challenge outlives a kill with no second message.
struct Challenges {
  private var value: JSONValue

  init(_ bytes: [UInt8]?) throws(SecureStoreFailure) {
    guard let bytes else {
      value = .object([])
      return
    }
    guard let read = JSONValue(bytes), read.isObject else { throw .corrupt }
    value = read
  }

  var bytes: [UInt8] { value.bytes }

  /// - Parameter handle: the user handle that the flow knows; another one is another challenge.
  func token(_ slot: ChallengeSlot, handle: String?) -> (token: String, mailToken: String?)? {
    guard let row = value[slot.rawValue], let token = row["token"]?.string else { return nil }
    if let handle, row["user_id"]?.string != handle, row["mail_user_id"]?.string != handle {
      return nil
    }
    return (token, row["mail_token"]?.string)
  }

  /// Takes what an answer says about a challenge.
  /// - Returns: whether something changed.
  mutating func take(
    _ answer: JSONValue, of operation: String, sent: JSONValue?
  ) -> Bool {
    switch operation {
    case "user", "newUser":
      guard let attempt = answer["registration_id"]?.string,
        let address = sent?[operation == "user" ? "user_name" : "email"]?.string
      else { return false }
      value.set(ChallengeSlot.registration.rawValue, Self.row(attempt, address))
    case "login":
      guard let token = answer["session"]?.string else { return false }
      value.set(ChallengeSlot.login.rawValue, .object([("token", .string(token))]))
    case "beginIdentifier", "beginStepUp":
      guard let token = answer["token"]?.string else { return false }
      let slot = operation == "beginStepUp" ? ChallengeSlot.stepUp : .identifier
      value.set(slot.rawValue, Self.row(token, answer["user_id"]?.string))
    default:
      guard let challenge = answer["challenge"], let token = challenge["token"]?.string else {
        return false
      }
      let slot = ChallengeSlot.phone.rawValue
      // The mail's token goes beside the phone's: both are wanted in the end (PHN-10).
      if operation == "sendSecondProof", var row = value[slot] {
        row.set("mail_token", .string(token))
        if let handle = challenge["user_id"] { row.set("mail_user_id", handle) }
        value.set(slot, row)
      } else {
        value.set(slot, Self.row(token, challenge["user_id"]?.string))
      }
    }
    return true
  }

  private static func row(_ token: String, _ handle: String?) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [("token", .string(token))]
    if let handle { members.append(("user_id", .string(handle))) }
    return .object(members)
  }
}
