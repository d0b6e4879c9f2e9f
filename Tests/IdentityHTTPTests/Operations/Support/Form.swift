import Foundation
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityTestSupport

/// One form of an operation's body, with valid values.
struct Form: Sendable {
  let operation: String
  let fields: [String: String]
  /// Without one of these the form is malformed; without one of the others it is another form.
  let required: Set<String>

  init(_ operation: String, _ fields: [String: String], optional: Set<String> = []) {
    self.operation = operation
    self.fields = fields
    required = Set(fields.keys).subtracting(optional)
  }

  static let all: [Form] = [
    Form("user", ["user_name": ann, "password": secret, "name": "Ann"], optional: ["name"]),
    Form(
      "user", ["user_name": ann, "verification_code": code, "registration_id": name],
      optional: ["verification_code", "registration_id"]),
    Form("login", ["user_name": ann, "password": secret], optional: ["password"]),
    Form(
      "login",
      ["user_name": ann, "session": token, "verification_code": code, "password": secret],
      optional: ["verification_code", "password"]),
    Form(
      "login", ["user_name": ann, "refreshtoken": token], optional: ["user_name", "refreshtoken"]),
    Form(
      "beginLoginLink", ["user_name": ann, "return_url": Rig.returnURL], optional: ["return_url"]),
    Form("openLoginLink", ["link_token": token, "device": "other"]),
    Form("completeLoginLink", ["session": token, "state": token, "code": code]),
    Form("forgotPassword", ["user_name": ann]),
    Form(
      "forgotPassword",
      ["user_name": ann, "password": "paper lantern river", "verification_code": code]),
    Form(
      "changePassword", ["password": secret, "newpassword": "paper lantern river"],
      optional: ["password"]),
    Form(
      "changePassword",
      ["newpassword": "paper lantern river", "token": token, "verification_code": code],
      optional: ["token", "verification_code"]),
    Form(
      "changePassword", ["newpassword": "paper lantern river", "factor_code": code],
      optional: ["factor_code"]),
    Form("deleteUser", ["verification_code": code], optional: ["verification_code"]),
    Form("deletePushEndpoint", ["mobile_device_token": "abc"]),
    Form(
      "changeUser",
      [
        "name": "Ann", "email": "a@example.com", "picture_url": "https://example.com/a",
        "language": "de",
      ], optional: ["name", "email", "picture_url", "language"]),
    Form("putPushEndpoint", ["platform": "ios", "mobile_device_token": "abc"]),
    Form(
      "beginIdentifier",
      ["identifier": "other@example.com", "token": token, "verification_code": code],
      optional: ["token", "verification_code"]),
    Form(
      "beginIdentifier",
      ["identifier": "other@example.com", "action": "add", "password": secret],
      optional: ["action", "password"]),
    Form(
      "passwordStrength", ["password": secret, "user_name": ann, "name": "Ann"],
      optional: ["password", "user_name", "name"]),
    Form("passwordStrength", ["newpassword": secret], optional: ["newpassword"]),
    Form("undoIdentifierChange", ["undo_token": token]),
    Form("beginStepUp", ["channel": "email"], optional: ["channel"]),
    Form("beginExport", ["password": secret], optional: ["password"]),
    Form(
      "beginExport", ["token": token, "verification_code": code],
      optional: ["token", "verification_code"]),
    Form("endOtherSessions", ["password": secret], optional: ["password"]),
    Form(
      "endOtherSessions", ["token": token, "verification_code": code],
      optional: ["token", "verification_code"]),
    Form("completeStepUp", ["password": secret]),
    Form("completeStepUp", ["token": token, "verification_code": code]),
    Form("verifyIdentifier", ["token": token, "verification_code": code]),
    Form(
      "GetUserRequest", ["phone_number": "+4915112345678", "region": "DE"], optional: ["region"]),
    Form("resendCode", ["token": token]),
    Form("userVerification", ["token": token, "verification_code": code]),
    Form("sendSecondProof", ["token": token]),
    Form(
      "verifySecondProof", ["token": token, "mail_token": token, "verification_code": code]),
    Form("startAnew", ["token": token]),
    Form(
      "launch", ["refreshtoken": token, "platform": "ios", "app_version": "1"],
      optional: ["refreshtoken"]),
    Form("refreshSession", ["refreshtoken": token]),
    Form("clearSession", ["refreshtoken": token]),
    Form("rLogin", ["installation_id": String(repeating: "A", count: 22)]),
    Form("rSubmitSelection", ["key": "screenB1", "value": "three"]),
    Form(
      "recordExposure",
      ["experiment": "onboarding", "variant": "screenB1", "installation_id": install],
      optional: ["installation_id"]),
    Form(
      "recordConversion",
      ["experiment": "onboarding", "goal": "screenD", "installation_id": install],
      optional: ["installation_id"]),
    Form("logout", ["refreshtoken": token], optional: ["refreshtoken"]),
    Form("getMarkets", ["latitude": "19.43", "longitude": "-99.13"]),
    Form(
      "newUser",
      [
        "first_name": "Ann", "last_name": "Lee", "mobile": "+4915112345678", "email": ann,
        "password": secret, "mode": "worker",
      ]),
    Form(
      "doLogin", ["user_name": ann, "password": secret, "mkt_handle": "MX,CMX"],
      optional: ["password"]),
    Form("getPassword", ["user_name": ann]),
    Form("setPassword", ["newpassword": "paper lantern river"]),
    Form("beginFederation", ["provider": "mail", "return_url": Rig.returnURL]),
    Form("completeFederation", ["token": token, "state": token, "code": token]),
    Form("beginNativeFederation", ["provider": "sheet"]),
    Form(
      "completeNativeFederation",
      ["token": token, "id_token": token, "authorization_code": "abc", "name": "Ann"],
      optional: ["authorization_code", "name"]),
    Form(
      "verifyFederation", ["token": token, "code_token": token, "verification_code": code]),
    Form("resendFederationCode", ["token": token, "code_token": token]),
    Form("completeFederationWithoutAddress", ["token": token]),
    Form(
      "beginLink",
      [
        "provider": "mail", "return_url": Rig.returnURL, "token": token,
        "verification_code": code,
      ], optional: ["token", "verification_code"]),
    Form(
      "beginLink", ["provider": "mail", "return_url": Rig.returnURL, "password": secret],
      optional: ["password"]),
    Form("completeLink", ["token": token, "state": token, "code": token]),
    Form("completeStepUp", ["factor_code": factor], optional: ["factor_code"]),
    Form("beginTOTP", ["password": secret], optional: ["password"]),
    Form("confirmTOTP", ["id": name, "factor_code": factor]),
    Form("makeRecoveryCodes", ["password": secret], optional: ["password"]),
    Form("keepRecoveryCodes", ["id": name]),
    Form("setTwoSteps", ["enabled": "true", "password": secret], optional: ["password"]),
    Form(
      "completeSecondStep", ["token": token, "factor_code": factor, "trust_device": "true"],
      optional: ["trust_device"]),
    Form(
      "completeSecondStep", ["token": token, "code_token": token, "verification_code": code],
      optional: ["code_token"]),
    Form("sendSecondStepCode", ["token": token]),
    Form("beginSecondStepTOTP", ["token": token]),
    Form("resetFactors", ["token": token]),
    Form("beginPasskeySignIn", [:]),
    Form("completePasskeySignIn", assertion, optional: ["user_handle"]),
    Form("recoverPasskeyAccount", ["factor_code": factor]),
    Form("beginPasskeySignUp", ["name": "Ann"], optional: ["name"]),
    Form("completePasskeySignUp", creation, optional: ["name"]),
    Form("beginPasskey", ["password": secret], optional: ["password"]),
    Form(
      "beginPasskey", ["token": token, "verification_code": code],
      optional: ["token", "verification_code"]),
    Form("addPasskey", creation, optional: ["name"]),
    Form("beginPasskeyStepUp", [:]),
    Form("completePasskeyStepUp", assertion, optional: ["user_handle"]),
  ]

  private static let factor = "123456"
  private static let assertion = [
    "id": name, "client_data": name, "authenticator_data": name, "signature": name,
    "user_handle": name,
  ]
  private static let creation = [
    "id": name, "client_data": name, "attestation_object": name, "name": "Ann",
  ]
  private static let install = String(repeating: "A", count: 22)
  private static let ann = "ann@example.com"
  private static let secret = "staple battery"
  private static let code = "123456"
  private static let name = String(repeating: "B", count: 22)
  private static let token = "made.0.up.AAAA"

  /// The body, with one field's value replaced by a piece of JSON, or omitted.
  func json(_ field: String = "", _ value: String? = nil) -> String {
    let members = fields.keys.sorted().compactMap { name -> String? in
      if name == field { return value.map { "\"\(name)\":" + $0 } }
      return "\"\(name)\":\"\(fields[name] ?? "")\""
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// A client that is signed in.
  func client(_ rig: Rig, key: String? = nil) async throws -> Client {
    try await rig.member("ann@example.com", password: "staple battery")
    let client = Client(rig, key: key)
    try await client.signIn("ann@example.com", "staple battery")
    rig.clock.advance(.minutes(2))
    return client
  }
}
