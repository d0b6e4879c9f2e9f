/// The shipped flows, as people walk through them against a server.
enum Walks {
  static let all: [Walk] = [
    entryByAccount, entryByPhone, entryByMarket, account, forgotten, restedAccount,
    changedAddress, providerPage, providerSheet, phone, restedPhone, restedPhoneAnew, market,
    marketRecovery, onboarding,
    bootstrap,
  ]

  static let device = [
    "session": "\"absent\"", "network": "true", "resetSwitch": "false", "region": "\"DE\"",
    "location": "\"highest\"",
  ]
  static let number = "+4915112345678"
  static let minutes: Int64 = 60_000

  static func at(_ name: String, _ screens: String..., begins: [Walk.Step] = [])
    -> Walk.Chapter
  {
    Walk.Chapter(name: name, begins: begins) { screens.contains($0.name) }
  }

  /// At home, with what the server said at this launch.
  static func home(_ name: String, begins: [Walk.Step] = []) -> Walk.Chapter {
    Walk.Chapter(name: name, begins: begins) { $0.name == "home" && $0.can("write") }
  }

  /// Later, when the access token is too old.
  static let later: [Walk.Step] = [.wait(11 * minutes), .relaunch]

  // MARK: The entry

  static let entryByAccount = Walk(
    name: "entry by account", flow: "entry", facts: device,
    chapters: [
      home("registered"), home("back again", begins: later),
      at("left", "choosing", begins: [.signal("logout")]), home("signed in"),
    ],
    rules: entry("account"))

  static let entryByPhone = Walk(
    name: "entry by phone", flow: "entry", facts: device,
    chapters: [
      home("registered"), home("back again", begins: later),
      at("left", "choosing", begins: [.signal("logout")]), home("signed in"),
    ],
    rules: entry("phone"))

  static let entryByMarket = Walk(
    name: "entry by market", flow: "entry",
    facts: device.merging(["signInByMarket": "true", "experiments": "false"]) { _, new in new },
    chapters: [home("registered"), home("back again", begins: later)], rules: entry("market"))

  static func entry(_ way: String) -> Walk.Rules {
    { sight, mind in
      switch sight.name {
      case "choosing": return [.tap(way)]
      case "noNetwork": return [.tap("again")]
      case "mustUpdate": return [.tap("again")]
      default: break
      }
      for (prefix, rules) in [
        ("account.", accountRules), ("phone.", phoneRules), ("market.", marketRules),
        ("onboarding.", onboardingRules),
      ] where sight.name.hasPrefix(prefix) {
        var part = sight
        part.name = String(sight.name.dropFirst(prefix.count))
        return rules(part, &mind)
      }
      return []
    }
  }

  // MARK: Address and password

  static let account = Walk(
    name: "account", flow: "account", facts: device,
    chapters: [
      at("registered", "home"), at("back again", "home", begins: later),
      at("left", "signIn", begins: [.signal("logout")]), at("signed in", "home"),
      at("deleted", "signIn", begins: [.tap("deleteAccount")]),
    ],
    rules: accountRules)

  static let forgotten = Walk(
    name: "account, forgotten", flow: "account", facts: device, past: Walk.Past(),
    chapters: [at("set again", "home")], rules: accountRules)

  static let accountRules: Walk.Rules = { sight, mind in
    let email = Walk.Step.type("ada@example.org", into: "email")
    if sight.name.hasPrefix("changingEmail.") { return addressRules(sight, &mind) }
    switch sight.name {
    case "signIn":
      if mind.chapter == "set again", mind.password != newPassword { return [.tap("forgot")] }
      guard mind.hasAccount else { return [.tap("register")] }
      return [email, .type(mind.password, into: "password"), .tap("submit")]
    case "signUp":
      if mind.hasAccount { return [.back] }
      return [email, .type(mind.password, into: "password"), .tap("submit")]
    case "confirming.confirm":
      guard sight.can("code") else { return [] }
      // The code was taken, and nobody told them: signing in says it.
      if sight.visits > 6 { return [.back] }
      if sight.can("again"), sight.visits == 1 { return [.tap("again")] }
      // The first one comes late, and they ask for another.
      if sight.visits == 0, mind.chapter == "registered", !sight.can("again") {
        return [.wait(61_000)]
      }
      mind.hasAccount = true
      return [.code(from: "email", into: "code"), .tap("submit")]
    case "proving.prove":
      guard sight.can("code") else { return [] }
      if sight.visits > 3 { return [.tap("cancel")] }
      return [.code(from: "email", into: "code"), .tap("submit")]
    case "forgotPassword": return [email, .tap("submit")]
    case "resetPassword":
      guard sight.can("code") else { return [] }
      // The password is set, and nobody told them: signing in with it says so.
      if sight.visits > 3 { return [.back] }
      mind.password = newPassword
      return [
        .code(from: "email", into: "code"), .type(newPassword, into: "password"), .tap("submit"),
      ]
    case "deletion.deletion":
      if sight.can("send") { return [.tap("send")] }
      guard sight.can("submit") || sight.can("code") else { return [] }
      return [.code(from: "email", into: "code"), .tap("submit")]
    case "home" where mind.chapter == "left": return [.tap("leave")]
    case "home" where mind.chapter == "deleted": return [.tap("deleteAccount")]
    default: return []
    }
  }

  static let newPassword = "another battery lamp"

  // MARK: Phone

  static let phone = Walk(
    name: "phone", flow: "phone", facts: device,
    chapters: [
      at("registered", "landing"), at("left", "login", begins: [.signal("logout")]),
      at("signed in", "landing"),
    ],
    rules: phoneRules)

  static let restedPhone = Walk(
    name: "phone that rested, with a proof by mail", flow: "phone", facts: device,
    past: Walk.Past(registrant: Registrant(number: number), rest: 100 * 24 * 60 * minutes),
    chapters: [at("proved by mail", "landing")], rules: phoneRules)

  static let restedPhoneAnew = Walk(
    name: "phone that rested, anew", flow: "phone", facts: device,
    past: Walk.Past(registrant: Registrant(number: number), rest: 100 * 24 * 60 * minutes),
    chapters: [at("started over", "landing")], rules: phoneRules)

  static let phoneRules: Walk.Rules = { sight, mind in
    switch sight.name {
    case "login": return [.type(number, into: "number"), .tap("submit")]
    case "OTPVerificationVC":
      guard sight.can("code") else { return [] }
      if mind.chapter == "registered", sight.visits == 0 { return [.wait(61_000)] }
      if sight.visits == 1, sight.can("again") { return [.tap("again")] }
      if sight.visits > 5 { return [.tap("anotherNumber")] }
      return [.code(from: "sms", into: "code"), .tap("submit")]
    case "secondProof":
      if sight.visits > 3 { return [.tap("anotherNumber")] }
      return [.tap(mind.chapter == "proved by mail" ? "byMail" : "newAccount")]
    case "secondProofCode":
      guard sight.can("code") else { return [] }
      if sight.visits > 3 { return [.back] }
      return [.code(from: "email", into: "code"), .tap("submit")]
    case "SetUpProfileVC":
      return [
        .type("Ada", into: "name"), .type("ada@example.org", into: "email"), .tap("submit"),
      ]
    case "landing" where mind.chapter == "left": return [.tap("leave")]
    default: return []
    }
  }
}
