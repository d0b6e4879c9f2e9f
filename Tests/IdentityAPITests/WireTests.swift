import Foundation
import IdentityAPI
import Testing

@Suite("The wire contract")
struct WireTests {
  private func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(
    _ text: String, as type: Value.Type = Value.self
  ) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test("ACC-2: the response to a login has the field names of the source")
  func login() throws {
    let body = TokenBody(
      description: "Login successful", idToken: "i", accessToken: "a", refreshToken: "r")
    #expect(
      try encoded(body) == """
        {"accesstoken":"a","description":"Login successful","idtoken":"i","refreshtoken":"r",\
        "status":"success"}
        """)
    let extended = TokenBody(
      description: "x", idToken: "i", accessToken: "a", refreshToken: nil)
    #expect(try !encoded(extended).contains("refreshtoken"))
  }

  @Test("ACC-3, ACC-8: the profile has the field names of the source, super_admin only when true")
  func profile() throws {
    var body = UserProfileBody(
      userID: "u", userName: "ann@example.com", isSuperAdmin: true, pictureURL: "p",
      name: "Ann", mfa: false, phoneNumber: "+49151")
    #expect(
      try encoded(body) == """
        {"mfa":false,"name":"Ann","phone_number":"+49151","picture_url":"p","super_admin":true,\
        "user_id":"u","user_name":"ann@example.com"}
        """)
    body = UserProfileBody(userID: "u", userName: "n")
    #expect(try encoded(body) == #"{"user_id":"u","user_name":"n"}"#)
    let tolerant: UserProfileBody = try decoded(
      #"{"user_id":"u","user_name":"n","name":null,"future":{"x":[1]},"super_admin":false}"#)
    #expect(tolerant.name == nil && tolerant.superAdmin == false)
  }

  @Test("A body of POST /v1/user is a registration or a confirmation; null counts as absent")
  func userForms() throws {
    func form(_ text: String) throws -> UserForm { try UserForm(try decoded(text)) }
    #expect(
      try form(#"{"user_name":"a","password":"p","verification_code":null}"#)
        == .register(userName: "a", password: "p", name: nil))
    #expect(
      try form(#"{"user_name":"a","password":null,"verification_code":"1"}"#)
        == .confirm(userName: "a", verificationCode: "1", registrationID: nil))
    #expect(throws: MissingField(field: "user_name")) { try form(#"{"password":"p"}"#) }
    #expect(throws: MissingField(field: "password")) { try form(#"{"user_name":"a"}"#) }
    #expect(throws: DecodingError.self) { try form(#"{"user_name":1}"#) }
  }

  @Test("A body of POST /v1/login is one of four requests")
  func loginForms() throws {
    func form(_ text: String) throws -> LoginForm { try LoginForm(try decoded(text)) }
    let table: [(String, LoginForm)] = [
      (#"{"user_name":"a","password":"p"}"#, .password(userName: "a", password: "p")),
      (#"{"user_name":"a"}"#, .beginCode(userName: "a")),
      (
        #"{"user_name":"a","session":"s","verification_code":"1"}"#,
        .completeCode(userName: "a", session: "s", verificationCode: "1", password: nil)
      ),
      (
        #"{"user_name":"a","session":"s","verification_code":"1","password":"p"}"#,
        .completeCode(userName: "a", session: "s", verificationCode: "1", password: "p")
      ),
      (#"{"refreshtoken":"r"}"#, .extend(refreshToken: "r")),
      (#"{"user_name":"a","refreshtoken":"r"}"#, .extend(refreshToken: "r")),
      (
        #"{"user_name":"a","password":"p","refreshtoken":null}"#,
        .password(userName: "a", password: "p")
      ),
    ]
    for (text, wanted) in table { #expect(try form(text) == wanted, "\(text)") }
    #expect(throws: MissingField(field: "user_name")) { try form("{}") }
    #expect(throws: MissingField(field: "session")) {
      try form(#"{"user_name":"a","verification_code":"1"}"#)
    }
  }

  @Test("A body of PUT /v1/forgotpassword begins or completes, and half of one is refused")
  func forgotForms() throws {
    func form(_ text: String) throws -> ForgotPasswordForm {
      try ForgotPasswordForm(try decoded(text))
    }
    #expect(try form(#"{"user_name":"a"}"#) == .begin(userName: "a"))
    #expect(
      try form(#"{"user_name":"a","password":"p","verification_code":"1"}"#)
        == .complete(userName: "a", password: "p", verificationCode: "1"))
    #expect(throws: MissingField(field: "password")) {
      try form(#"{"user_name":"a","verification_code":"1"}"#)
    }
    #expect(throws: MissingField(field: "verification_code")) {
      try form(#"{"user_name":"a","password":"p"}"#)
    }
  }

  @Test("CMP-12: every error code has one number and one stable name, and failures show both")
  func errorCodes() throws {
    let rows = APIErrorRow.all
    #expect(Set(rows.map(\.code)).count == rows.count)
    #expect(Set(rows.map(\.name)).count == rows.count)
    #expect(rows.allSatisfy { (400...599).contains($0.status) })
    let fixed = [
      "malformed": 100_006, "weak_password": 101_004, "user_exists": 101_006,
      "wrong_credentials": 101_009, "wrong_code": 101_012, "not_confirmed": 101_015,
      "refresh_token_invalid": 101_017,
    ]
    for (name, number) in fixed {
      #expect(rows.first { $0.name == name }?.code.rawValue == number)
    }
    let body = FailureBody(.wrongCode, description: "d", triesLeft: 3)
    #expect(
      try encoded(body) == """
        {"code":"wrong_code","description":"d","error_code":101012,"status":"failure",\
        "tries_left":3}
        """)
    let newer: FailureBody = try decoded(
      #"{"status":"failure","error_code":999999,"code":"new","description":"d","cause":"later"}"#)
    #expect(newer.errorCode.row == nil && newer.cause?.rawValue == "later")
  }

  @Test(
    "Signing out follows from the codes that public clients know, and from no temporary failure")
  func signsOut() {
    let signing = APIErrorRow.all.filter { APIErrorCode.signsOut.contains($0.code.rawValue) }
    #expect(Set(signing.map(\.name)) == ["refresh_token_invalid"])
  }

  @Test("Every operation has its own name and place, and so has every alias")
  func operations() {
    let all = APIOperation.all
    #expect(Set(all.map(\.name)).count == all.count)
    let places = all.flatMap { one in
      [one.path, one.alias].compactMap { $0 }.map { "\(one.method.rawValue) \($0)" }
    }
    #expect(Set(places).count == places.count)
    for alias in ["login2", "user2", "forgotpassword2", "password2", "logout2"] {
      #expect(places.contains { $0.hasSuffix("/v1/" + alias) }, "\(alias)")
    }
    for name in [
      "GetUserRequest", "userVerification", "rLogin", "rSubmitSelection", "rFetchExperiments",
      "requestCrumb",
      "login", "getUser",
    ] {
      #expect(all.contains { $0.name == name }, "\(name)")
    }
  }
}
