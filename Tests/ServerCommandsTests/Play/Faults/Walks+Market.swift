extension Walks {
  // MARK: Market

  static let homes = ["homes.homeUnverified", "homeUnverified", "homeWorker", "homeClient"]

  static func marketHome(_ name: String, begins: [Walk.Step] = []) -> Walk.Chapter {
    Walk.Chapter(name: name, begins: begins) { homes.contains($0.name) }
  }

  static let market = Walk(
    name: "market", flow: "market", facts: device,
    chapters: [
      marketHome("registered"), marketHome("back again", begins: later),
      at("left", "login", begins: [.signal("logout")]), marketHome("signed in"),
    ],
    rules: marketRules)

  static let marketRecovery = Walk(
    name: "market, recovery", flow: "market", facts: device, past: Walk.Past(),
    chapters: [marketHome("recovered")], rules: marketRules)

  static let marketRules: Walk.Rules = { sight, mind in
    let name = Walk.Step.type("ada@example.org", into: "userName")
    switch sight.name {
    case "login":
      if mind.chapter == "recovered" {
        if mind.password == newPassword {
          return [name, .type(newPassword, into: "password"), .tap("submit")]
        }
        guard mind.hasAskedForPassword, sight.visits < 6 else { return [.tap("recover")] }
        return [name, .code(from: "email", into: "password"), .tap("submit")]
      }
      guard mind.hasAccount else { return [.tap("createAccount")] }
      return [name, .type(mind.password, into: "password"), .tap("submit")]
    case "register":
      // From here on signing in is tried first: it says whether a code is missing.
      mind.hasAccount = true
      return [
        .type("Ada", into: "firstName"), .type("Lovelace", into: "lastName"),
        .type("DE", into: "country"), .type(number, into: "mobile"),
        .type("ada@example.org", into: "email"), .type(mind.password, into: "newPassword"),
        .choose("worker", in: "newMode"), .tap("submit"),
      ]
    case "confirming.confirm":
      guard sight.can("code") else { return [] }
      if sight.visits > 6 { return [.back] }
      return [.code(from: "email", into: "code"), .tap("submit")]
    case "passwordRecovery":
      mind.hasAskedForPassword = true
      return [name, .tap("submit")]
    case "newPasswordScreen":
      if sight.visits > 6 { return [.giveUp("cancel")] }
      mind.password = newPassword
      return [.type(newPassword, into: "newPassword"), .tap("submit")]
    case let name where homes.contains(name) && mind.chapter == "left": return [.tap("leave")]
    default: return []
    }
  }

  // MARK: Onboarding and bootstrap

  static let onboarding = Walk(
    name: "onboarding", flow: "onboarding",
    chapters: [at("done", "screenD"), at("still done", "screenD", begins: [.relaunch])],
    rules: onboardingRules)

  static let onboardingRules: Walk.Rules = { sight, _ in
    switch sight.name {
    case "screenB1", "screenB3": [.tap("next")]
    case "screenB2": [.choose("friend", in: "origin"), .tap("next")]
    default: []
    }
  }

  static let bootstrap = Walk(
    name: "bootstrap", flow: "bootstrap", facts: device, past: Walk.Past(), resetsAfterKills: true,
    chapters: [
      at("ready", "conversationList"), at("back again", "conversationList", begins: later),
      at("left", "login", begins: [.signal("logout")]),
    ],
    rules: { sight, mind in
      switch sight.name {
      case "login":
        return [
          .type("ada@example.org", into: "userName"), .type(mind.password, into: "password"),
          .tap("submit"),
        ]
      case "registration":
        if sight.can("code") {
          if sight.visits > 6 { return [.tap("anotherNumber")] }
          return [.code(from: "sms", into: "code"), .tap("submit")]
        }
        return [.type("DE", into: "country"), .type(number, into: "number"), .tap("submit")]
      case "userProfile": return [.type("Ada", into: "name"), .tap("submit")]
      case "conversationList" where mind.chapter == "left": return [.tap("leave")]
      default: return []
      }
    })
}
