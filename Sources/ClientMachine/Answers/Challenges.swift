import SessionMachine
import WireText

/// A sign-in or verification that waits for a code; one of each kind at a time.
enum ChallengeSlot: UInt8, CaseIterable, Sendable {
  case phone
  case login
  case identifier
  case stepUp
  case registration

  var name: StaticString {
    switch self {
    case .phone: "phone"
    case .login: "login"
    case .identifier: "identifier"
    case .stepUp: "stepUp"
    case .registration: "registration"
    }
  }
}

/// The tokens of challenges that wait for a code (PHN-4, PHN-9). They are good for verification only,
/// and lie in secure storage, so that a challenge outlives a kill with no second message.
struct Challenges: Sendable {
  struct Row: Sendable {
    var slot: ChallengeSlot
    var token: Bytes
    /// The user handle that the flow knows it by.
    var handle: Bytes?
    var mailToken: Bytes?
    var mailHandle: Bytes?
  }

  private var rows: [Row] = []

  /// - Parameter bytes: what is stored. What lies there damaged is of no use to anybody, and a new
  ///   challenge takes its place.
  init(_ bytes: Bytes?) {
    guard let bytes, let stored = JSON(bytes)?.root else { return }
    for slot in ChallengeSlot.allCases {
      guard let row = stored[slot.name], let token = row.text("token") else { continue }
      rows.append(
        Row(
          slot: slot, token: token, handle: row.text("user_id"), mailToken: row.text("mail_token"),
          mailHandle: row.text("mail_user_id")))
    }
  }

  var bytes: Bytes {
    var writer = JSONWriter()
    writer.open("{")
    for row in rows {
      writer.name(row.slot.name)
      writer.open("{")
      writer.member("token", row.token)
      if let handle = row.handle { writer.member("user_id", handle) }
      if let token = row.mailToken { writer.member("mail_token", token) }
      if let handle = row.mailHandle { writer.member("mail_user_id", handle) }
      writer.close("}")
    }
    writer.close("}")
    return writer.bytes
  }

  /// - Parameter handle: the user handle that the flow knows; another one is another challenge.
  func find(_ slot: ChallengeSlot, handle: Bytes?) -> Row? {
    guard let row = rows.first(where: { $0.slot == slot }) else { return nil }
    guard let handle, row.handle != handle, row.mailHandle != handle else { return row }
    return nil
  }

  /// Takes what an answer says about a challenge.
  ///
  /// - Returns: whether something changed.
  mutating func take(_ answer: JSON.Value, of operation: Bytes, sent: JSON.Value?) -> Bool {
    switch operation {
    case "user": return takeRegistration(answer, sent?.text("user_name"))
    case "newUser": return takeRegistration(answer, sent?.text("email"))
    case "login": return put(.login, answer.text("session"), nil)
    case "beginIdentifier": return put(.identifier, answer.text("token"), answer.text("user_id"))
    case "beginStepUp": return put(.stepUp, answer.text("token"), answer.text("user_id"))
    default:
      guard let challenge = answer.member("challenge"), let token = challenge.text("token") else {
        return false
      }
      let handle = challenge.text("user_id")
      // The mail's token goes beside the phone's: both are wanted in the end (PHN-10).
      if "sendSecondProof" ~= operation, let index = rows.firstIndex(where: { $0.slot == .phone }) {
        rows[index].mailToken = token
        if handle != nil { rows[index].mailHandle = handle }
        return true
      }
      return put(.phone, token, handle)
    }
  }

  private mutating func takeRegistration(_ answer: JSON.Value, _ address: Bytes?) -> Bool {
    guard address != nil else { return false }
    return put(.registration, answer.text("registration_id"), address)
  }

  private mutating func put(_ slot: ChallengeSlot, _ token: Bytes?, _ handle: Bytes?) -> Bool {
    guard let token else { return false }
    rows.removeAll { $0.slot == slot }
    rows.append(Row(slot: slot, token: token, handle: handle))
    return true
  }
}
