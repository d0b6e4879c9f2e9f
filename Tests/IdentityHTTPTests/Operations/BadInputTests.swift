import Foundation
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Invalid field values")
struct BadInputTests {
  /// What is wrong with a value, and the JSON bytes that replace it.
  private struct Wrong {
    let what: String
    let value: [UInt8]

    init(_ what: String, _ value: String) {
      self.what = what
      self.value = Array(value.utf8)
    }

    init(_ what: String, bytes: [UInt8]) {
      self.what = what
      value = Array("\"a".utf8) + bytes + Array("b\"".utf8)
    }
  }

  private static let wrongTypes = ["0", "-1.5e3", "true", "[]", #"["x"]"#, "{}", #"{"x":{}}"#]

  private func wrongs(_ field: String, _ rule: FieldRule, of form: Form) -> [Wrong] {
    let right = form.fields[field] ?? ""
    var wrongs = Self.wrongTypes.map { Wrong("type \($0)", $0) }
    if rule.kind != .text { wrongs.append(Wrong("empty", #""""#)) }
    let most = rule.kind == .password ? 1_024 : rule.most
    for count in [most + 1, 40_000] {
      wrongs.append(Wrong("\(count) bytes", "\"" + String(repeating: "a", count: count) + "\""))
    }
    wrongs.append(
      Wrong("long in UTF-8", "\"" + String(repeating: "é", count: most / 2 + 1) + "\""))
    wrongs += [#"\u0000"#, #"a\u0000b"#, #"\u0001"#, #"\u001b[31m"#, #"\u007f"#, #"\u0085"#].map {
      Wrong("control \($0)", "\"\($0)\"")
    }
    wrongs += [#"\ud800"#, #"a\udc00b"#, #"\ud800\ud800"#, #"\udc00\ud800"#, #"\ud83d"#].map {
      Wrong("lone surrogate \($0)", "\"\($0)\"")
    }
    let broken: [[UInt8]] = [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80], [0],
      [0x01], [0x0A],
    ]
    wrongs += broken.map { Wrong("bytes \($0)", bytes: $0) }
    // Free texts and passwords may contain any letters; the name beside a refresh token is ignored.
    let free = ["name", "key", "value", "platform", "app_version", "first_name", "last_name"]
    let isFree =
      rule.kind == .password || free.contains(field)
      || field == "user_name" && form.fields["refreshtoken"] != nil
      || form.operation == "passwordStrength"
    if !isFree {
      for look in ["\u{0430}", "\u{FF41}", "\u{0251}", "a\u{0301}", "\u{202E}a", "\u{FF10}"] {
        wrongs.append(Wrong("homoglyph \(look)", "\"" + look + right.dropFirst() + "\""))
      }
    }
    return wrongs
  }

  @Test("Every field of every body has a rule and a form in this test")
  func complete() {
    let bodies: [String: any CallBody.Type] = [
      "user": UserBody.self, "login": LoginBody.self, "forgotPassword": ForgotPasswordBody.self,
      "changePassword": PasswordBody.self, "changeUser": ProfileBody.self,
      "putPushEndpoint": PushEndpointBody.self, "beginIdentifier": IdentifierBody.self,
      "verifySecondProof": VerificationBody.self, "GetUserRequest": PhoneSignInBody.self,
      "launch": LaunchBody.self, "refreshSession": LogoutBody.self, "rLogin": InstallationBody.self,
      "rSubmitSelection": SelectionBody.self, "recordExposure": ExposureBody.self,
      "recordConversion": ConversionBody.self, "getMarkets": MarketsQueryBody.self,
      "newUser": NewUserBody.self, "doLogin": MarketLoginBody.self,
      "getPassword": RecoveryBody.self, "setPassword": NewPasswordBody.self,
      "beginStepUp": StepUpBody.self, "completeStepUp": ShownBody.self,
      "beginLoginLink": LoginLinkBody.self, "openLoginLink": LoginLinkOpeningBody.self,
      "completeLoginLink": LoginLinkReturnBody.self,
      "undoIdentifierChange": UndoBody.self, "passwordStrength": StrengthBody.self,
      "beginFederation": FederationBeginBody.self,
      "completeFederation": FederationReturnBody.self,
      "beginNativeFederation": NativeBeginBody.self,
      "completeNativeFederation": NativeReturnBody.self,
      "verifyFederation": FederationCodeBody.self,
      "completeFederationWithoutAddress": FederationTokenBody.self,
      "beginLink": LinkBeginBody.self, "completePasskeySignIn": PasskeyAssertionBody.self,
      "recoverPasskeyAccount": PasskeyRecoveryBody.self,
      "beginPasskeySignUp": PasskeySignUpBody.self, "addPasskey": PasskeyCreationBody.self,
      "deleteUser": DeletionBody.self, "deletePushEndpoint": PushReleaseBody.self,
    ]
    for (operation, body) in bodies {
      let held = Form.all.filter { $0.operation == operation }.flatMap(\.fields.keys)
      #expect(Set(held) == Set(body.fields), "\(operation)")
      for field in body.fields { #expect(FieldRule.all[field] != nil, "\(field)") }
    }
    // A name in a path has no body.
    let reading = APIOperation.all.filter { $0.method != .get && !$0.path.contains("{") }
    #expect(Set(reading.map(\.name)) == Set(Form.all.map(\.operation)))
  }

  @Test(
    "A value of the wrong type, size, encoding or characters is refused by its rule; nothing is stored",
    arguments: [nil, "k"])
  func everyField(key: String?) async throws {
    var count = 0
    for form in Form.all {
      let rig = Rig()
      let client = try await form.client(rig, key: key)
      _ = await rig.store.writes()
      let placeholder = "\"PLACE\""
      for field in form.fields.keys {
        let rule = try #require(FieldRule.all[field])
        let parts = form.json(field, placeholder).components(separatedBy: placeholder)
        for wrong in wrongs(field, rule, of: form) {
          let body = Array(parts[0].utf8) + wrong.value + Array(parts[1].utf8)
          let refused = await refusal { try await client.call(form.operation, body: body) }
          let place = "\(form.operation).\(field): \(wrong.what)"
          #expect(refused != nil && refused?.fault == nil, "\(place)")
          if let code = refused?.code { #expect(code.row != nil, "\(place)") }
          if let named = refused?.field { #expect(named == field, "\(place)") }
          if wrong.what.hasPrefix("type") {
            #expect(refused == Refusal(.malformed, field: field), "\(place)")
          }
          #expect(await rig.store.writes() == [], "\(place)")
          count += 1
        }
      }
    }
    print("BadInputTests.everyField: \(count) wrong fields")
  }

  @Test("A missing field is named, and null counts as missing")
  func missing() async throws {
    for form in Form.all {
      for field in form.fields.keys {
        for value in [nil, "null"] {
          let rig = Rig()
          let client = try await form.client(rig)
          _ = await rig.store.writes()
          let body = form.json(field, value).utf8
          let refused = await refusal { try await client.call(form.operation, body: body) }
          let place = "\(form.operation).\(field)"
          #expect(refused?.fault == nil, "\(place)")
          guard form.required.contains(field) else { continue }
          #expect(refused?.code == .malformed && refused?.field == field, "\(place)")
          #expect(await rig.store.writes() == [], "\(place)")
        }
      }
    }
  }

  @Test("The longest value that a rule allows is not called too long")
  func longest() async throws {
    for form in Form.all {
      let rig = Rig()
      let client = try await form.client(rig)
      for field in form.fields.keys {
        let rule = try #require(FieldRule.all[field])
        guard rule.kind != .password else { continue }
        let value = "\"" + String(repeating: "a", count: rule.most) + "\""
        do {
          try await client.call(form.operation, body: form.json(field, value).utf8)
        } catch let failure as FailureBody {
          #expect(!failure.description.contains("longer than"), "\(form.operation).\(field)")
        } catch is IdentityFailure {}
      }
    }
  }

  @Test("Query values are checked by their rules as well")
  func queries() async throws {
    let rig = Rig()
    let client = try await Form.all[0].client(rig)
    _ = await rig.store.writes()
    for (operation, name) in [
      ("deleteUser", "request"), ("deleteUser", "verification_code"), ("logout", "logout_all"),
      ("deletePushEndpoint", "mobile_device_token"),
    ] {
      for value in ["", "a\u{0}b", "\u{FF41}", String(repeating: "a", count: 5_000), "а"] {
        if operation == "logout", value.isEmpty { continue }
        let refused = await refusal { try await client.call(operation, query: [name: value]) }
        #expect(refused?.code?.row != nil, "\(operation).\(name)")
        #expect(refused?.field != nil, "\(operation).\(name)")
      }
    }
    #expect(await rig.store.writes() == [])
  }
}
