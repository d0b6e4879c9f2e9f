import Foundation
import IdentityDelivery
import IdentityDomain
import IdentityHTTP
import Testing

@Suite("The texts of the document and the rules of the server")
struct OpenAPIFieldTests {
  private let document: OpenAPIReader
  private let texts: [DocumentedText]

  init() throws {
    document = try OpenAPIReader()
    texts = try DocumentedText.all(document)
  }

  /// A flag's words are those of a boolean; an ignored value has no rule.
  private static let switches: Set<String> = ["request", "logout_all"]
  private static let unread: Set<String> = ["?start_id"]

  private func rule(_ text: DocumentedText) throws -> FieldRule? {
    guard !Self.unread.contains(text.description), !Self.switches.contains(text.name) else {
      return nil
    }
    let rule: FieldRule = try #require(FieldRule.all[text.name], "\(text) has no rule")
    return rule
  }

  private func accepts(_ rule: FieldRule, _ text: String) -> Bool {
    (try? rule.check(text, "")) != nil
  }

  @Test("Every rule belongs to a text in the document, and every text there has one")
  func complete() throws {
    let named = Set(try texts.filter { try rule($0) != nil }.map(\.name))
    // A boolean in the query is not a text.
    #expect(named.union(Self.switches) == Set(FieldRule.all.keys))
    #expect(texts.count > 50)
  }

  @Test("Attack: the document and a text's rule allow different lengths")
  func lengths() throws {
    let longer: [String: Int] = [
      "verification_code": SecurityRules.codeDigits, "installation_id": 22, "region": 2,
    ]
    // An existing password is accepted, however short it once was.
    let newPasswords: Set<String> = [
      "User.password", "ForgotPassword.password", "NewUser.password", "Password.newpassword",
      "NewPassword.newpassword",
    ]
    for text in texts where !text.schema.hasChoices {
      guard let rule = try rule(text) else { continue }
      let (least, most) = try text.schema.lengths()
      let isPassword = rule.kind == .password
      #expect(
        most == (isPassword ? SecurityRules.passwordMostCodePoints : rule.most), "\(text)")
      let isNew = newPasswords.contains(text.description)
      let expected = isNew ? SecurityRules.passwordLeastAccountAPI : longer[text.name] ?? 1
      #expect(least ?? 0 == (rule.kind == .text ? 0 : expected), "\(text)")
    }
  }

  /// Texts that rules distinguish; long enough for a new password.
  private func probes(_ rule: FieldRule) -> [String] {
    let most = rule.kind == .password ? SecurityRules.passwordMostCodePoints : rule.most
    let marks = [
      "\u{0}", "\u{1}", "\u{8}", "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{E}", "\u{1B}", "\u{1F}",
      " ", "!", "~", "\u{7F}", "\u{80}", "\u{85}", "\u{9F}", "\u{A0}", "é", "а", "\u{200B}",
      "\u{2028}", "\u{2029}", "\u{202E}", "漢", "🙂", "\u{E000}",
    ]
    return ["", "plainword", String(repeating: "a", count: most)]
      + (rule.kind == .password ? [] : [String(repeating: "a", count: most + 1)])
      + marks.flatMap { ["long word\($0)", "\($0)long word", "longword\($0)longword"] }
  }

  @Test("Attack: a text that the document accepts and its rule refuses")
  func neverLooser() throws {
    for text in texts {
      guard let rule = try rule(text) else { continue }
      for probe in probes(rule) where !accepts(rule, probe) {
        #expect(try !text.schema.accepts(probe), "\(text) \(probe.debugDescription)")
      }
    }
  }

  /// Texts whose meaning only the domain knows: the document accepts whatever their rule does.
  private static let free: Set<String> = [
    "name", "password", "newpassword", "platform", "app_version", "key", "value", "phone_number",
    "mkt_handle", "session", "token", "mail_token", "refreshtoken", "mobile_device_token",
    "undo_token", "link_token",
    "first_name", "last_name", "provider", "return_url", "state", "code", "code_token", "id_token",
    "authorization_code", "factor_code", "id", "client_data", "authenticator_data", "signature",
    "attestation_object", "user_handle",
  ]

  @Test(
    "The document accepts what a rule accepts, where no form is required; and every valid value")
  func neverStricter() throws {
    for text in texts where Self.free.contains(text.name) {
      guard let rule = try rule(text) else { continue }
      let least = try text.schema.lengths().least ?? 0
      let most = try text.schema.lengths().most ?? 0
      for probe in probes(rule) where accepts(rule, probe) {
        guard (least...most).contains(probe.unicodeScalars.count) else { continue }
        #expect(try text.schema.accepts(probe), "\(text) \(probe.debugDescription)")
      }
    }
    for form in Form.all {
      for (name, value) in form.fields {
        let named = texts.filter { $0.name == name && !$0.description.hasPrefix("{") }
        #expect(!named.isEmpty, "\(name)")
        for text in named where text.description != "Recovery.user_name" || value.contains("@") {
          #expect(try text.schema.accepts(value), "\(text) \(value)")
        }
      }
    }
  }

  @Test("A required form is met in the document exactly if the domain can parse the text")
  func forms() throws {
    for text in texts where !Self.free.contains(text.name) {
      guard try rule(text) != nil else { continue }
      let judge = try #require(Self.judge(of: text), "\(text) is neither free nor judged")
      for sample in Self.samples {
        #expect(
          try text.schema.accepts(sample) == judge(sample), "\(text) \(sample.debugDescription)")
      }
    }
  }

  private static func judge(of text: DocumentedText) -> ((String) -> Bool)? {
    func isEmail(_ text: String) -> Bool { EmailAddress(text) != nil }
    func isE164(_ text: String) -> Bool { PhoneNumber(e164: text, region: "DE") != nil }
    func names(_ bytes: Int) -> (String) -> Bool { { Base64URL.bytes($0)?.count == bytes } }
    switch (text.description, text.name) {
    case ("Recovery.user_name", _), (_, "email"): return isEmail
    case ("{key}", _): return names(32)
    case (_, "id"), (_, "registration_id"): return names(16)
    case (_, "user_name"), (_, "identifier"): return { isEmail($0) || isE164($0) }
    case (_, "mobile"): return isE164
    case (_, "picture_url"): return { PictureURL($0) != nil }
    case (_, "language"): return { MessageTexts.standard.tags.contains($0) }
    case (_, "latitude"): return { GeoPosition(latitude: $0, longitude: "0") != nil }
    case (_, "longitude"): return { GeoPosition(latitude: "0", longitude: $0) != nil }
    case (_, "mode"): return { UserMode(rawValue: $0) != nil }
    case (_, "region"):
      return { $0.utf8.count == 2 && $0.utf8.allSatisfy { 65...90 ~= $0 & 0xDF } }
    case (_, "installation_id"):
      return { (22...64).contains($0.utf8.count) && Base64URL.bytes($0) != nil }
    case (_, "experiment"), (_, "variant"), (_, "goal"):
      return { name in
        (1...64).contains(name.utf8.count)
          && name.utf8.allSatisfy { "-._".utf8.contains($0) || isAlphanumeric($0) }
      }
    case (_, "verification_code"): return isCode
    case (_, "enabled"), (_, "trust_device"): return { $0 == "true" || $0 == "false" }
    case (_, "device"): return { LoginLinkRules.Place(rawValue: $0) != nil }
    case (_, "channel"): return { $0 == "email" || $0 == "sms" }
    case (_, "action"): return { $0 == "add" || $0 == "replace" }
    default: return nil
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }

  /// Six digits; or twelve digits and capitals without lookalikes, in groups.
  private static func isCode(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    if bytes.count == 6 { return bytes.allSatisfy { (48...57).contains($0) } }
    let groups = text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
    let isGrouped = [[12], [4, 8], [8, 4], [4, 4, 4]].contains(groups)
    return isGrouped
      && bytes.allSatisfy { "-0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8.contains($0) }
  }

  private static let samples: [String] =
    [
      "", " ", "x", "x y", "DE", "de", "dE", "D1", "DEU", "D", "worker", "client", "Worker", "none",
      "en", "ar", "fr", "eng", "de-AT", "de-", "en\n",
      "this", "other", "This",
      // Addresses.
      "a@b.cd", "A.b+c@Example.COM", "a@b", "@b.cd", "a@", ".a@b.cd", "a.@b.cd", "a..b@b.cd",
      "a@-b.cd", "a@b-.cd", "a@b..cd", "a@.b.cd", "a@b.cd.", "a b@c.de", "a@b@c.de", "é@b.cd",
      "a@bé.cd", "\"a\"@b.cd", "a@[1.2.3.4]", "a@1.2", "a\n@b.cd", "a@b.cd\n",
      String(repeating: "a", count: 64) + "@b.cd", String(repeating: "a", count: 65) + "@b.cd",
      "a@" + String(repeating: "b", count: 63) + ".cd",
      "a@" + String(repeating: "b", count: 64) + ".cd",
      "a@" + String(repeating: "b.", count: 125) + "cd",
      "a@" + String(repeating: "b.", count: 126) + "cd",
      // Numbers.
      "+4915112345678", "+12", "+1", "+", "+0123456", "4915112345678", "+49 151", "+49a",
      "+123456789012345", "+1234567890123456", "++49", "+٤٩",
      // Degrees.
      "0", "-0", "9", "90", "90.0", "90.1", "-90", "91", "089", "0090", "090", "099.5", "180",
      "180.00", "180.1", "181", "-180", "179.99", "1000", "19.", ".5", "1e1", "+1.5", "1,5", "nan",
      "19.43", "-99.13", "19.4326077912345678901234567890", "19.43260779123456789012345678901234",
      // Names.
      "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAA",
      "_-AAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAA=", "AAAAAAAAAAAAAAAAAAAAA+",
      String(repeating: "A", count: 43), String(repeating: "A", count: 42),
      String(repeating: "A", count: 44), String(repeating: "A", count: 64),
      String(repeating: "A", count: 66), "onboarding", "screen.B_1-x", "a!b", "a/b",
      // Codes.
      "012345", "01234", "0123456", "01234a", "٠١٢٣٤٥", "0123456789AB", "0123-4567-89AB",
      "0123-456789AB", "01234567-89AB", "012-3456789AB", "0123-4567-89A", "0123-4567-89AI",
      "0123-4567-89al", "0123--456789AB", "-0123456789AB", "0123456789AB-", "0123456789ABC",
      "ZYXW-VTSR-QPNM", "0123456789AU", "012345\n",
    ] + pictures

  private static let pictures: [String] = [
    "https://example.com", "https://Example.COM:8443/a.png?size=64#x", "https://a.b?x",
    "https://a.b#", "https://x.y/%C3%A4", "https://x.y:1", "https://x.y:65535/",
    "https://x.y:65536/",
    "https://x.y:0", "https://x.y:01", "https://x.y:", "https://[", "https://[::1]/", "https://x",
    "https://x.y/<script>", "https://x.y/\"", "https://x.y/a b", "https://x.y/%", "https://x.y/%4g",
    "https://x.y/a#b#c", "https://x.y#a#b", "https://x.y?a?b/c", "https://x.y/\\",
    "https://1.2.3.4/", "https://1.2.3.0x4/", "https://u@x.y/", "https://u:p@x.y/", "https://-a.b/",
    "https://a-.b/",
    "https://a..b/", "https://.a.b/", "https://a.b./", "https://a_b.c/", "https://é.b/",
    "https://x.y/é", "http://x.y/", "HTTPS://x.y/", "https://x.1/", "https://x.y/\n",
    "https://x.y\n", "https://" + String(repeating: "a", count: 63) + ".b/",
    "https://" + String(repeating: "a", count: 64) + ".b/",
    "https://x.y/" + String(repeating: "a", count: 2_036),
    "https://x.y/" + String(repeating: "a", count: 2_037),
  ]
}
