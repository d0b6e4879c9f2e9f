import SessionMachine
import WireText

/// One row of the API, as much of it as a client needs.
final class Operation: Sendable {
  let name: Bytes
  let method: Bytes
  /// With `{…}` where a value goes.
  let path: Bytes
  let authentication: Authentication
  /// Whether a success changes something; then a cookie session needs its crumb.
  let changesState: Bool
  /// Whether a browser's call may set, send or clear the session cookie.
  let usesCookie: Bool

  enum Authentication: UInt8, Sendable {
    case none = 0x6E
    case access = 0x61
    case refresh = 0x72
    case challenge = 0x63
  }

  /// RFC 9110 section 9.3.1: a GET has no body.
  var hasBody: Bool { !("GET" ~= method) }

  /// - Returns: nil where the API has no operation of this name.
  static func named(_ name: Bytes) -> Operation? {
    var fields: [Bytes] = []
    var field: Bytes = []
    for offset in 0..<OperationTable.rows.utf8CodeUnitCount {
      let byte = OperationTable.rows.utf8Start[offset]
      switch byte {
      case UInt8(ascii: " "):
        fields.append(field)
        field = []
      case UInt8(ascii: "\n"):
        if fields.first == name { return Operation(fields, field) }
        fields = []
        field = []
      default: field.append(byte)
      }
    }
    return nil
  }

  /// - Parameter marks: how it is authenticated, `s` where it changes something, `c` with the cookie.
  private init?(_ fields: [Bytes], _ marks: Bytes) {
    guard fields.count == 3, let first = marks.first, let by = Authentication(rawValue: first)
    else { return nil }
    name = fields[0]
    method = fields[1]
    path = fields[2]
    authentication = by
    changesState = marks.contains(UInt8(ascii: "s"))
    usesCookie = marks.dropFirst().contains(UInt8(ascii: "c"))
  }
}

/// What the client adds to an operation besides its proof, and takes from its answer.
struct OperationRules {
  /// The installation id goes into the body, or where there is none into a header.
  var addsInstallation = false
  /// The push token goes along; the flow never sees it (PHN-7).
  var addsPushToken = false
  /// Works with the session of the installation where nobody is signed in (`rLogin`).
  var isForInstallation = false
  /// The challenge whose token goes into the call, and where.
  var challenge: Challenge?

  struct Challenge {
    var slot: ChallengeSlot
    var member: StaticString
    /// Only where this parameter is there: the first call of two has none yet.
    var with: StaticString?
    /// Where the token beside it goes; then there is no call without that.
    var second: StaticString?
    /// Where that goes which a third party's redirect brought; no call without it either.
    var returned: StaticString?
    /// Where the handle goes.
    var named: StaticString?
    /// The parameter that names the challenge.
    var handle: StaticString = "user_id"
    /// Whether there is no call without it.
    var isNeeded = true
  }

  init(_ operation: Operation) {
    switch operation.name {
    case "rLogin", "rFetchExperiments": addsInstallation = true
    case "getExperiments", "recordExposure", "recordConversion":
      addsInstallation = true
      isForInstallation = true
    case "getSelections", "rSubmitSelection": isForInstallation = true
    case "login":
      challenge = Challenge(slot: .login, member: "session", with: "verification_code")
    case "user":
      // Ours name their attempt when they confirm it (decision 4, "Which password a code keeps").
      challenge = Challenge(
        slot: .registration, member: "registration_id", with: "verification_code",
        handle: "user_name", isNeeded: false)
    case "putPushEndpoint", "deletePushEndpoint": addsPushToken = true
    case "verifyIdentifier": challenge = Challenge(slot: .identifier, member: "token")
    case "completeStepUp":
      // The password needs no token; a code does.
      challenge = Challenge(slot: .stepUp, member: "token", with: "verification_code")
    case "verifySecondProof":
      challenge = Challenge(slot: .phone, member: "token", second: "mail_token")
    case "completeFederation", "completeLink":
      challenge = Challenge(slot: .federation, member: "token", returned: "code", named: "state")
    case "verifyFederation", "resendFederationCode":
      challenge = Challenge(slot: .federation, member: "token", second: "code_token")
    case "completeNativeFederation", "completeFederationWithoutAddress":
      challenge = Challenge(slot: .federation, member: "token")
    default:
      if operation.authentication == .challenge {
        challenge = Challenge(slot: .phone, member: "token")
      }
    }
  }
}
