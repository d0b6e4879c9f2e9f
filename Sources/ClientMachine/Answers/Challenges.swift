import SessionMachine
import WireText

/// A sign-in or verification that waits for a code; at most one of each kind.
enum ChallengeSlot: UInt8, CaseIterable, Sendable {
  case phone
  case login
  case identifier
  case stepUp
  case registration
  /// A third-party sign-in (CMP-7).
  case federation
  /// The second step of a sign-in.
  case secondStep

  var name: StaticString {
    switch self {
    case .phone: "phone"
    case .login: "login"
    case .identifier: "identifier"
    case .stepUp: "stepUp"
    case .registration: "registration"
    case .federation: "federation"
    case .secondStep: "secondStep"
    }
  }
}

/// The tokens of challenges that wait for a code (PHN-4, PHN-9). They allow verification only, and
/// are kept in secure storage, so that a challenge survives a kill without a second message.
struct Challenges: Sendable {
  struct Row: Sendable {
    var slot: ChallengeSlot
    var token: Bytes
    /// The user handle by which the flow knows it; for a sign-in that comes back, its `state`, or the
    /// nonce of a native sheet.
    var handle: Bytes?
    /// Whether it comes back from a native sheet (FED-6).
    var isSheet = false
    /// Sent with the token: that of a mail challenge, or the data of a third party's redirect.
    var second: Bytes?
    var mailHandle: Bytes?
    /// What a third party's redirect brought. It stays when a code is asked for beside it: the call
    /// that it goes with may have to be repeated after a kill, with the same content.
    var returned: Bytes?

    var canReturn: Bool { slot == .federation || slot == .login }
  }

  private var rows: [Row] = []

  /// - Parameter bytes: the stored value. A damaged one is useless, and a new challenge replaces
  ///   it.
  init(_ bytes: Bytes?) {
    guard let bytes, let stored = JSON(bytes)?.root else { return }
    for slot in ChallengeSlot.allCases {
      guard let row = stored[slot.name], let token = row.text("token") else { continue }
      rows.append(
        Row(
          slot: slot, token: token, handle: row.text("user_id"), isSheet: row.flag("sheet") == true,
          second: row.text("mail_token"), mailHandle: row.text("mail_user_id"),
          returned: row.text("returned")))
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
      if row.isSheet { writer.member("sheet", true) }
      if let token = row.second { writer.member("mail_token", token) }
      if let handle = row.mailHandle { writer.member("mail_user_id", handle) }
      if let code = row.returned { writer.member("returned", code) }
      writer.close("}")
    }
    writer.close("}")
    return writer.bytes
  }

  /// - Parameter handle: the user handle that the flow knows; a different one means a different
  ///   challenge.
  func find(_ slot: ChallengeSlot, handle: Bytes?) -> Row? {
    guard let row = rows.first(where: { $0.slot == slot }) else { return nil }
    guard let handle, row.handle != handle, row.mailHandle != handle else { return row }
    return nil
  }

  /// Takes what a response says about a challenge.
  ///
  /// - Returns: whether something changed.
  mutating func take(_ answer: JSON.Value, of operation: Bytes, sent: JSON.Value?) -> Bool {
    if answer.integer("error_code") == ServerCode.secondFactorRequired {
      return put(.secondStep, answer.text("token"), nil)
    }
    switch operation {
    case "user": return takeRegistration(answer, sent?.text("user_name"))
    case "newUser": return takeRegistration(answer, sent?.text("email"))
    // A mailed link, whose page leads back like a third party.
    case "beginLoginLink": return put(.login, answer.text("session"), answer.text("state"))
    case "login": return put(.login, answer.text("session"), nil)
    case "beginIdentifier": return put(.identifier, answer.text("token"), answer.text("user_id"))
    case "beginStepUp": return put(.stepUp, answer.text("token"), answer.text("user_id"))
    case "sendSecondStepCode":
      guard let token = answer.text("token") else { return false }
      if let index = rows.firstIndex(where: { $0.slot == .secondStep }) {
        rows[index].second = token
      }
      return true
    case "beginFederation", "beginLink":
      return put(.federation, answer.text("token"), answer.text("state"))
    case "beginNativeFederation":
      return put(.federation, answer.text("token"), answer.text("nonce"), isSheet: true)
    default:
      guard let challenge = answer.member("challenge"), let token = challenge.text("token") else {
        return false
      }
      let handle = challenge.text("user_id")
      // The mail's token is kept with the phone's, since both are needed in the end (PHN-10). So is
      // that of a code during a third-party sign-in.
      let first: ChallengeSlot? =
        switch operation {
        case "sendSecondProof": .phone
        case "completeFederation", "completeNativeFederation", "resendFederationCode": .federation
        default: nil
        }
      if let first, let index = rows.firstIndex(where: { $0.slot == first }) {
        rows[index].second = token
        if handle != nil { rows[index].mailHandle = handle }
        return true
      }
      return put(.phone, token, handle)
    }
  }

  /// Takes the data of a third party's redirect, or of the return from a mailed link's page (CMP-11).
  ///
  /// - Parameter data: the query of the redirect's URL; or what a native sheet gave, as a JSON object:
  ///   the sheet's nonce as `state`, and `id_token` or `error`. A query cannot begin like an object
  ///   (RFC 3986 section 3.4).
  /// - Returns: what the flow is told: `ok`, or why the sign-in cannot continue.
  mutating func takeReturn(_ data: Bytes) -> Bytes {
    var state: Bytes?
    var code: Bytes?
    var error: Bytes?
    let given = JSON(data)?.root
    if let given {
      state = given.text("state")
      error = given.text("error")
      if given.text("id_token") != nil { code = data }
    } else {
      for pair in data.split(separator: UInt8(ascii: "&")) {
        guard let mark = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
        let value = Bytes(pair[(mark + 1)...])
        switch Bytes(pair[..<mark]) {
        case "state": state = value
        case "code": code = value
        case "error": error = value
        default: break
        }
      }
    }
    // A sign-in that began elsewhere or has ended; its data is ignored.
    guard let state,
      let index = rows.firstIndex(where: {
        $0.handle == state && $0.canReturn && $0.isSheet == (given != nil)
      })
    else { return Bytes(ascii: "federation_state_mismatch") }
    if let error { return error }
    guard let code else { return Bytes(ascii: "federation_failed") }
    rows[index].returned = code
    return Bytes(ascii: "ok")
  }

  private mutating func takeRegistration(_ answer: JSON.Value, _ address: Bytes?) -> Bool {
    guard address != nil else { return false }
    return put(.registration, answer.text("registration_id"), address)
  }

  // Not inlined, because it has many callers.
  @inline(never) private mutating func put(
    _ slot: ChallengeSlot, _ token: Bytes?, _ handle: Bytes?, isSheet: Bool = false
  ) -> Bool {
    guard let token else { return false }
    rows.removeAll { $0.slot == slot }
    rows.append(Row(slot: slot, token: token, handle: handle, isSheet: isSheet))
    return true
  }
}
