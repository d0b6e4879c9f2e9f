import Foundation
import IdentityAPI
import Testing
import Yams

/// A value as the JSON that goes over the wire.
func json(_ value: some Encodable) throws -> Node {
  let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  return try #require(try Yams.compose(yaml: text))
}

/// A body of the wire with its schema in the document: filled, and with nothing that may be absent.
struct DocumentedBody: Sendable, CustomTestStringConvertible {
  let schema: String
  let full: any Encodable & Sendable
  let least: any Encodable & Sendable

  var testDescription: String { schema }

  static let requests: [DocumentedBody] = [
    body(
      "User",
      UserBody(
        userName: "n", password: "p", verificationCode: "c", name: "a", registrationID: "r"),
      UserBody(userName: "n", password: "p")),
    body(
      "Login",
      LoginBody(
        userName: "n", password: "p", session: "s", verificationCode: "c", refreshToken: "r"),
      LoginBody(userName: "n")),
    body(
      "Password",
      PasswordBody(
        password: "p", newPassword: "n", token: "t", verificationCode: "c", factorCode: "c"),
      PasswordBody(newPassword: "n")),
    body(
      "ForgotPassword", ForgotPasswordBody(userName: "n", password: "p", verificationCode: "c"),
      ForgotPasswordBody(userName: "n")),
    body(
      "ProfileChange", ProfileBody(name: "n", email: "e", pictureURL: "u", language: "l"),
      ProfileBody(name: "n")),
    body(
      "Deletion", DeletionBody(request: false, verificationCode: "c", confirm: false),
      DeletionBody(request: true)),
    body("PushRelease", PushReleaseBody(mobileDeviceToken: "t")),
    body("RefreshToken", LogoutBody(refreshToken: "r"), LogoutBody()),
    body("PushEndpoint", PushEndpointBody(platform: "p", mobileDeviceToken: "t")),
    body(
      "Identifier",
      IdentifierBody(
        identifier: "i", action: "add", password: "p", token: "t", verificationCode: "c"),
      IdentifierBody(identifier: "i")),
    body(
      "Shown", ShownBody(password: "p", token: "t", verificationCode: "c", factorCode: "f"),
      ShownBody(password: "p")),
    body("StepUp", StepUpBody(channel: "email"), StepUpBody()),
    body(
      "LoginLink", LoginLinkBody(userName: "n", returnURL: "u"), LoginLinkBody(userName: "n")),
    body("LoginLinkOpening", LoginLinkOpeningBody(linkToken: "t", device: "this")),
    body("LoginLinkReturn", LoginLinkReturnBody(session: "s", state: "t", code: "c")),
    body("Undo", UndoBody(undoToken: "t")),
    body(
      "Strength",
      StrengthBody(password: "p", newPassword: "n", userName: "n", name: "a"),
      StrengthBody(password: "p")),
    body(
      "PhoneSignIn", PhoneSignInBody(phoneNumber: "1", region: "DE"),
      PhoneSignInBody(phoneNumber: "1")),
    body(
      "Verification", VerificationBody(token: "t", mailToken: "m", verificationCode: "c"),
      VerificationBody(token: "t")),
    body(
      "Launch", LaunchBody(refreshToken: "r", platform: "ios", appVersion: "1"),
      LaunchBody(platform: "ios", appVersion: "1")),
    body("Installation", InstallationBody(installationID: "i")),
    body("Selection", selection),
    body(
      "Exposure", ExposureBody(experiment: "e", variant: "v", installationID: installation),
      ExposureBody(experiment: "e", variant: "v")),
    body(
      "Conversion", ConversionBody(experiment: "e", goal: "g", installationID: installation),
      ConversionBody(experiment: "e", goal: "g")),
    body("MarketsQuery", MarketsQueryBody(latitude: "1", longitude: "2"), MarketsQueryBody()),
    body(
      "NewUser",
      NewUserBody(
        firstName: "f", lastName: "l", mobile: "+4915112345678", email: "a@example.com",
        password: "p", mode: "client")),
    body(
      "MarketLogin", MarketLoginBody(userName: "n", password: "p", market: "MX,CMX"),
      MarketLoginBody(userName: "n", market: "MX,CMX")),
    body("Recovery", RecoveryBody(userName: "a@example.com")),
    body("NewPassword", NewPasswordBody(newPassword: "n")),
    body("TOTPConfirmation", TOTPConfirmationBody(id: "i", factorCode: "123456")),
    body("RecoveryCodesKept", RecoveryCodesKeptBody(id: "i")),
    body(
      "TwoSteps",
      TwoStepsBody(
        enabled: "true", password: "p", token: "t", verificationCode: "c", factorCode: "f"),
      TwoStepsBody(enabled: "false")),
    body(
      "SecondStep",
      SecondStepBody(
        token: "t", factorCode: "123456", codeToken: "c", verificationCode: "123456",
        trustDevice: "true"),
      SecondStepBody(token: "t", factorCode: "123456")),
    body("SecondStepToken", SecondStepTokenBody(token: "t")),
  ]

  static let answers: [DocumentedBody] = [
    body("Success", SuccessBody(description: "d")),
    body(
      "Tokens", tokens,
      TokenBody(description: "d", idToken: nil, accessToken: "a", refreshToken: nil)),
    body(
      "RegistrationAnswer",
      RegistrationAnswerBody(
        description: "d", registrationID: "r", resendAt: time, expiresAt: time)),
    body(
      "CodeSent",
      CodeSentBody(
        description: "d", session: "s", resendAt: time, expiresAt: time, triesLeft: 5,
        waitDays: 14, sentTo: "a…n@example.com"),
      CodeSentBody(description: "d", resendAt: time, expiresAt: time, triesLeft: 5)),
    body(
      "Deleted", DeletionAnswerBody(description: "d", deletesAt: time),
      DeletionAnswerBody(description: "d")),
    body(
      "LoginLinkSent",
      LoginLinkSentBody(
        description: "d", session: "s", state: "t", resendAt: time, expiresAt: time, triesLeft: 5)),
    body(
      "LoginLinkOpened",
      LoginLinkOpenedBody(returnTo: "u", verificationCode: "c", expiresAt: time),
      LoginLinkOpenedBody()),
    body("UserProfile", profile, UserProfileBody(userID: "u", userName: "n")),
    body("Market", market),
    body(
      "Markets", MarketsBody(markets: [market], nearest: "MX,CMX", preselected: "MX,CMX"),
      MarketsBody(markets: [])),
    body(
      "MarketTokens", MarketLoginAnswerBody(tokens, market: "MX,CMX", mustSetPassword: true),
      MarketLoginAnswerBody(
        TokenBody(description: "d", idToken: nil, accessToken: "a", refreshToken: nil),
        market: "MX,CMX", mustSetPassword: false)),
    body(
      "MarketProfile",
      MarketProfileBody(
        userID: "u", userName: "n", name: "n", firstName: "f", lastName: "l", email: "e",
        mobile: "+1", mobileVerified: true, mode: "worker", verificationStatus: "verified",
        market: "MX,CMX"),
      MarketProfileBody(
        userID: "u", userName: "n", mobileVerified: false, verificationStatus: "unverified")),
    body("Nodes", NodesBody()),
    body("Versions", VersionsBody()),
    body(
      "Challenge", challenge,
      ChallengeBody(userID: "u", token: "t", resendAt: time, expiresAt: time, triesLeft: 5)),
    body(
      "PhoneAnswer",
      PhoneAnswerBody(status: 1, userData: profile, tokens: tokens, challenge: challenge),
      PhoneAnswerBody(status: 0)),
    body(
      "LaunchAnswer",
      LaunchAnswerBody(
        update: .current, serverTime: time, tokens: tokens,
        failure: FailureBody(.busy, description: "d"), userData: profile,
        selections: [selection]),
      LaunchAnswerBody(update: .required, serverTime: time)),
    body("TOTP", TOTPBody(id: "i", secret: "A", uri: "otpauth://totp/a", expiresAt: time)),
    body("RecoveryCodes", RecoveryCodesBody(id: "i", codes: ["c"])),
    body(
      "Factors",
      FactorsBody(
        hasPassword: true, twoSteps: true, required: false,
        totp: [FactorsBody.Authenticator(id: "i", addedAt: time, lastUsedAt: time)],
        recoveryCodesLeft: 9, resetEndsAt: time),
      FactorsBody(hasPassword: false, twoSteps: false, required: true, totp: [])),
    body(
      "FactorReset", FactorResetBody(status: 1, endsAt: time, tokens: tokens),
      FactorResetBody(status: 0)),
    body("Crumb", CrumbBody(crumb: "c", guid: "g")),
    body("Selections", SelectionsBody(selections: [selection])),
    body("Assignment", assignment),
    body("Assignments", AssignmentsBody(experiments: [assignment])),
    body(
      "Session", session,
      SessionBody(
        id: "i", isCurrent: true, client: "c", platform: "p", openedAt: time, lastUsedAt: time,
        keyBound: true, label: "c")),
    body("Sessions", SessionsBody(sessions: [session])),
    body("Device", device),
    body("Devices", DevicesBody(devices: [device])),
    body("SecurityEvent", event, leastEvent),
    body("SecurityEvents", SecurityEventsBody(events: [event])),
    body("OwnIdentifier", identifier),
    body("OwnIdentifiers", OwnIdentifiersBody(identifiers: [identifier])),
    body("IdentifierChange", change),
    body("IdentifierChanges", IdentifierChangesBody(changes: [change])),
    body("SignOut", signOut),
    body("SignOuts", SignOutsBody(signOuts: [signOut])),
    body(
      "Failure",
      failure, FailureBody(.limited, description: "d")),
  ]

  private static func body(
    _ schema: String, _ full: some Encodable & Sendable, _ least: (any Encodable & Sendable)? = nil
  ) -> DocumentedBody {
    DocumentedBody(schema: schema, full: full, least: least ?? full)
  }

  private static let time = "2026-01-01T00:00:00Z"
  private static let installation = String(repeating: "A", count: 22)
  private static let assignment = AssignmentBody(experiment: "e", variant: "v", running: true)
  private static let market = MarketBody(
    handle: "MX,CMX", country: "c", state: "s", open: true)
  private static let selection = SelectionBody(key: "k", value: "v")
  private static let tokens = {
    var tokens = TokenBody(
      description: "d", idToken: "i", accessToken: "a", refreshToken: "r", expiresIn: 600,
      sessionID: "s", crumb: "c", guid: "g")
    tokens.recoveryCodesLeft = 9
    return tokens
  }()
  private static let profile = UserProfileBody(
    userID: "u", userName: "n", isSuperAdmin: true, pictureURL: "p", name: "n", mfa: false,
    phoneNumber: "+1", email: "e", emailVerified: true, language: "l")
  private static let challenge = ChallengeBody(
    userID: "u", token: "t", resendAt: time, expiresAt: time, triesLeft: 5, sentTo: "…89")
  private static let session = SessionBody(
    id: "i", isCurrent: true, client: "c", platform: "p", openedAt: time, lastUsedAt: time,
    keyBound: true, country: "DE", countryName: "Germany", label: "c (Germany)")
  private static let device = DeviceBody(
    key: "k", client: "c", platform: "p", firstSeenAt: time, lastSeenAt: time)
  private static let event = SecurityEventBody(
    id: "e", kind: SecurityEventName(rawValue: "sign_in"), at: time, firstAt: time, count: 1,
    session: "s", client: "c", platform: "p", isThisSession: true, isThisDevice: true)
  private static let leastEvent = SecurityEventBody(
    id: "e", kind: SecurityEventName(rawValue: "sign_in"), at: time, firstAt: time, count: 1,
    isThisSession: false, isThisDevice: false)
  private static let identifier = OwnIdentifierBody(
    id: "i", kind: "email", value: "a@example.com", primary: true, verifiedAt: time, removable: true
  )
  private static let change = IdentifierChangeBody(
    id: "i", at: time, undoUntil: time, changed: ["email"], sentTo: ["a…n@example.com"],
    isThisSession: true)
  private static let signOut = SignOutBody(
    session: "s", cause: SignOutCauseName(rawValue: "logout"), at: time)

  private static var failure: FailureBody {
    var failure = FailureBody(
      .limited, description: "d", field: "f", retryAt: time, triesLeft: 1,
      cause: SignOutCauseName(rawValue: "logout"))
    failure.reason = "common"
    failure.acrValues = "aal1"
    failure.maxAge = 600
    failure.token = "t"
    failure.factors = [.totp, .reset]
    failure.expiresAt = time
    return failure
  }
}
