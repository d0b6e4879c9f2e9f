import Foundation
import IdentityAPI
import IdentityDomain
import Testing
import Yams

@Suite("The document of the API and the bodies of the wire")
struct OpenAPIBodyTests {
  private let document: OpenAPIReader

  init() throws { document = try OpenAPIReader() }

  @Test(
    "A body has the fields that the document gives it, and requires those that it requires",
    arguments: DocumentedBody.requests + DocumentedBody.answers)
  func fields(_ body: DocumentedBody) throws {
    let schema = try document.component("schemas", body.schema)
    let full = try json(body.full)
    #expect(Set(schema["properties"]?.names ?? []) == Set(full.names))
    let checker = SchemaChecker(document: document)
    #expect(try checker.accepts(full, schema))
    #expect(try checker.accepts(try json(body.least), schema))
    // The choice between forms has a test of its own.
    guard schema["anyOf"] == nil else { return }
    #expect(Set(schema["required"]?.texts ?? []) == Set(try json(body.least).names))
  }

  @Test(
    "A response contains nothing that the document does not define",
    arguments: DocumentedBody.answers)
  func closed(_ body: DocumentedBody) throws {
    let schema = try document.component("schemas", body.schema)
    #expect(schema["additionalProperties"]?.bool == false)
    guard case .mapping(var fields) = try json(body.full) else { return }
    fields["surprise"] = "1"
    #expect(try !SchemaChecker(document: document).accepts(.mapping(fields), schema))
  }

  @Test("A request may contain unknown fields", arguments: DocumentedBody.requests)
  func open(_ body: DocumentedBody) throws {
    guard body.schema != "Selection" else { return }
    let schema = try document.component("schemas", body.schema)
    guard case .mapping(var fields) = try json(body.full) else { return }
    fields["surprise"] = "1"
    #expect(try SchemaChecker(document: document).accepts(.mapping(fields), schema))
  }

  @Test("A body with several forms is valid in the document exactly if the server accepts it")
  func forms() throws {
    try compare("User") { (body: UserBody) in _ = try UserForm(body) }
    try compare("Login") { (body: LoginBody) in _ = try LoginForm(body) }
    try compare("ForgotPassword") { (body: ForgotPasswordBody) in
      _ = try ForgotPasswordForm(body)
    }
    // MKT-5: half a position is none.
    try compare("MarketsQuery", least: 9) { (body: MarketsQueryBody) in
      if (body.latitude == nil) != (body.longitude == nil) { throw MissingField(field: "latitude") }
    }
  }

  @Test("Attack: half a position is valid by the document, and refused by the server")
  func oneCoordinate() throws {
    let checker = SchemaChecker(document: document)
    let schema = try document.component("schemas", "MarketsQuery")
    for (text, isOne) in [
      ("{}", true), (#"{"latitude":"1","longitude":"2"}"#, true), (#"{"latitude":"1"}"#, false),
      (#"{"longitude":"1"}"#, false), (#"{"latitude":"1","longitude":null}"#, false),
      (#"{"latitude":null}"#, true),
    ] {
      #expect(try checker.accepts(try #require(try Yams.compose(yaml: text)), schema) == isOne)
    }
  }

  /// Every field absent, null and filled, in all combinations.
  private func compare<Body: Decodable>(
    _ name: String, least: Int = 27, read: (Body) throws -> Void
  ) throws {
    let schema = try document.component("schemas", name)
    let fields = schema["properties"]?.names ?? []
    let checker = SchemaChecker(document: document)
    var texts: [[String]] = [[]]
    for field in fields {
      texts = texts.flatMap { [$0, $0 + ["\"\(field)\":null"], $0 + ["\"\(field)\":\"x\""]] }
    }
    for parts in texts {
      let text = "{\(parts.joined(separator: ","))}"
      let isRead =
        (try? read(try JSONDecoder().decode(Body.self, from: Data(text.utf8)))) != nil
      let value = try #require(try Yams.compose(yaml: text))
      #expect(try checker.accepts(value, schema) == isRead, "\(name) \(text)")
    }
    #expect(texts.count >= least)
  }

  @Test("Lengths are those of the security rules")
  func lengths() throws {
    func figure(_ schema: String, _ field: String, _ key: String) throws -> Int? {
      try document.component("schemas", schema)["properties"]?[field]?[key]?.int
    }
    for schema in ["User", "Login", "ForgotPassword"] {
      #expect(
        try figure(schema, "password", "maxLength") == SecurityRules.passwordMostCodePoints)
    }
    #expect(
      try figure("User", "password", "minLength") == SecurityRules.passwordLeastAccountAPI)
    #expect(
      try figure("Password", "newpassword", "minLength") == SecurityRules.passwordLeastAccountAPI)
    #expect(try figure("ProfileChange", "name", "maxLength") == SecurityRules.nameBytes)
    #expect(try figure("User", "name", "maxLength") == SecurityRules.nameBytes)
    #expect(
      try figure("ProfileChange", "picture_url", "maxLength") == SecurityRules.pictureURLBytes)
    #expect(
      try document.component("schemas", "PushToken")["maxLength"]?.int
        == SecurityRules.pushTokenBytes)
    #expect(try figure("Selection", "key", "maxLength") == SecurityRules.selectionKeyBytes)
    #expect(try figure("Selection", "value", "maxLength") == SecurityRules.selectionValueBytes)
    #expect(
      try figure("Selections", "selections", "maxItems") == SecurityRules.selectionsPerSubject)
    #expect(try figure("Challenge", "tries_left", "maximum") == SecurityRules.codeTries)
    let key = try document.component("parameters", "IdempotencyKey")["schema"]
    #expect(key?["minLength"]?.int == SecurityRules.idempotencyKeyBytes.lowerBound)
    #expect(key?["maxLength"]?.int == SecurityRules.idempotencyKeyBytes.upperBound)
    #expect(
      try figure("RefreshToken", "refreshtoken", "maxLength")
        == SecurityRules.presentedTokenBytes)
    #expect(try figure("Launch", "platform", "maxLength") == SecurityRules.pushPlatformBytes)
    #expect(try figure("Launch", "app_version", "maxLength") == SecurityRules.appVersionBytes)
    #expect(
      try figure("PhoneSignIn", "phone_number", "maxLength") == SecurityRules.phoneNumberBytes)
    #expect(
      try figure("User", "registration_id", "maxLength") == SecurityRules.nameOfThingBytes)
    #expect(
      try document.component("schemas", "ExperimentName")["maxLength"]?.int
        == SecurityRules.experimentNameBytes)
    #expect(
      try figure("Assignments", "experiments", "maxItems") == SecurityRules.experimentsMost)
    for schema in ["NewUser", "MarketLogin"] {
      #expect(
        try figure(schema, "password", "maxLength") == SecurityRules.passwordMostCodePoints)
    }
    #expect(
      try figure("NewUser", "password", "minLength") == SecurityRules.passwordLeastAccountAPI)
    #expect(
      try figure("NewPassword", "newpassword", "minLength")
        == SecurityRules.passwordLeastAccountAPI)
    #expect(try figure("NewUser", "first_name", "maxLength") == SecurityRules.nameBytes / 2 - 1)
    #expect(
      try figure("MarketsQuery", "latitude", "maxLength") == SecurityRules.coordinateBytes)
    #expect(try figure("Markets", "markets", "maxItems") == SecurityRules.mostMarkets)
    let group = "[0-9A-HJKMNP-TV-Z]{4}"
    #expect(
      try document.component("schemas", "Code")["pattern"]?.string
        == "^([0-9]{\(SecurityRules.codeDigits)}|\(group)-?\(group)-?\(group))$")
  }
}
