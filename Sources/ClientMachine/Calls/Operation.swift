import SessionMachine
import WireText

/// One operation of the API, as far as a client needs it.
final class Operation: Sendable {
  let name: Bytes
  let method: Bytes
  /// With `{…}` in place of values.
  let path: Bytes
  let authentication: Authentication
  /// Whether a success changes something; if so, a cookie session needs its CSRF token (`crumb`).
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

  /// - Returns: nil if the API has no operation with this name.
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

  /// - Parameter marks: how it is authenticated, `s` if it changes something, `c` if it uses the
  ///   cookie.
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

/// What the client adds to an operation apart from its proof, and takes from its response.
struct OperationRules {
  /// The installation id goes into the body, or into a header if the request has no body.
  var addsInstallation = false
  /// The push token is sent along; the flow never sees it (PHN-7).
  var addsPushToken = false
  /// Uses the session of the installation if nobody is signed in (`rLogin`).
  var isForInstallation = false
  /// The challenge whose token goes into the call, and the place for it.
  var challenge: Challenge?

  struct Challenge {
    var slot: ChallengeSlot
    var member: StaticString
    /// Applies only if this parameter is present: the first of two calls has no token yet.
    var with: StaticString?
    /// Where the second token goes; if set, the call cannot be made without it.
    var second: StaticString?
    /// The second token is for this parameter, and needed only with it.
    var secondWith: StaticString?
    /// Where that goes which a third party's redirect brought; no call without it either.
    var returned: StaticString?
    /// Adds what a native sheet gave, if that did.
    var addsSheet = false
    /// Where the handle goes.
    var named: StaticString?
    /// The parameter that identifies the challenge.
    var handle: StaticString = "user_id"
    /// Whether the call cannot be made without it.
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
      // Our own operations name their attempt when they confirm it (decision 4, "Which password a
      // code keeps").
      challenge = Challenge(
        slot: .registration, member: "registration_id", with: "verification_code",
        handle: "user_name", isNeeded: false)
    case "completeLoginLink":
      challenge = Challenge(slot: .login, member: "session", returned: "code", named: "state")
    case "putPushEndpoint", "deletePushEndpoint": addsPushToken = true
    case "verifyIdentifier": challenge = Challenge(slot: .identifier, member: "token")
    case "completeStepUp":
      // The password needs no token, but a code does.
      challenge = Challenge(slot: .stepUp, member: "token", with: "verification_code")
    case "verifySecondProof":
      challenge = Challenge(slot: .phone, member: "token", second: "mail_token")
    case "completeFederation", "completeLink":
      challenge = Challenge(slot: .federation, member: "token", returned: "code", named: "state")
    case "verifyFederation", "resendFederationCode":
      challenge = Challenge(slot: .federation, member: "token", second: "code_token")
    case "completeNativeFederation":
      challenge = Challenge(slot: .federation, member: "token", addsSheet: true)
    case "completeFederationWithoutAddress":
      challenge = Challenge(slot: .federation, member: "token")
    case "completeSecondStep":
      // A code by SMS belongs to a message (MFA-6); one of an app or a recovery code to none.
      challenge = Challenge(
        slot: .secondStep, member: "token", second: "code_token", secondWith: "verification_code")
    case "sendSecondStepCode", "beginSecondStepTOTP", "resetFactors":
      challenge = Challenge(slot: .secondStep, member: "token")
    default:
      if operation.authentication == .challenge {
        challenge = Challenge(slot: .phone, member: "token")
      }
    }
  }
}
