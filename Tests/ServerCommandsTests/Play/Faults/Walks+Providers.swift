extension Walks {
  // MARK: At a provider

  /// GitHub answers for no address: a code goes to it, which is sent again; then somebody else goes on
  /// without theirs.
  static let accountByProvider = Walk(
    name: "account at a provider", flow: "account",
    facts: device.merging(["returnAddress": "\"http://127.0.0.1:1/\""]) { _, new in new },
    chapters: [
      at("with a code at a provider", "home"), at("back again", "home", begins: later),
      at("left", "signIn", begins: [.signal("logout")]),
      at("without an address at a provider", "home"),
    ],
    rules: accountRules)

  static let providerRules: Walk.Rules = { sight, mind in
    let isByCode = mind.chapter == "with a code at a provider"
    switch sight.name {
    case "continuing.chooseProvider":
      if sight.can("again") { return [.tap("again")] }
      return sight.can("provider") ? [.choose("github", in: "provider")] : []
    case "continuing.away":
      // What the provider said is used up, and nobody told them.
      if sight.visits > 3 { return [.tap("another")] }
      return [.comeBack(as: isByCode ? "ada@example.org" : "grace@example.org")]
    case "continuing.completing": return sight.can("again") ? [.tap("again")] : []
    case "continuing.addressCode":
      guard sight.can("code") else { return [] }
      if sight.visits > 5 { return [.tap("another")] }
      guard isByCode else { return [.tap("withoutAddress")] }
      if sight.visits == 0 { return [.wait(61_000)] }
      if sight.visits == 1, sight.can("sendAgain") { return [.tap("sendAgain")] }
      return [.code(from: "email", into: "code"), .tap("submit")]
    case "continuing.notSignedIn": return [.tap("startOver")]
    default: return []
    }
  }
}
