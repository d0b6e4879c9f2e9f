import FlowSimulation

extension Walks {
  // MARK: An account at a provider

  /// FED-7: the provider does not speak for the address, so a code comes first, and a second one.
  static let providerPage = Walk(
    name: "account by the page of a provider", flow: "account", facts: abroad,
    chapters: [
      at("registered", "home"), at("left", "signIn", begins: [.signal("logout")]),
      at("signed in", "home"),
    ],
    rules: provider("openid"))

  /// FED-6; and whoever cannot read mail at the address goes on without it.
  static let providerSheet = Walk(
    name: "account by the sheet of a provider", flow: "account", facts: abroad,
    sheets: ["google"], chapters: [at("without the address", "home")], rules: provider("google"))

  private static let abroad = device.merging(["returnAddress": "\"http://127.0.0.1:1/\""]) { $1 }

  private static func provider(_ id: String) -> Walk.Rules {
    { sight, mind in
      switch sight.name {
      case "signIn": return [.tap("provider")]
      case "continuing.chooseProvider":
        if sight.can("again") { return [.tap("again")] }
        return sight.can("provider") ? [.choose(id, in: "provider")] : []
      case "continuing.away":
        guard sight.can("openAgain") else { return [] }
        // That led nowhere, so they start again.
        return [sight.visits > 2 ? .tap("another") : .comeBack(trip)]
      case "continuing.completing": return sight.can("again") ? [.tap("again")] : []
      case "continuing.addressCode":
        guard sight.can("another") else { return [] }
        // The code was taken, and nobody told them: the provider signs them in.
        if sight.visits > 3 { return [.tap("another")] }
        if mind.chapter == "without the address" { return [.tap("withoutAddress")] }
        guard sight.can("code") else { return [] }
        if sight.can("sendAgain"), sight.visits == 1 { return [.tap("sendAgain")] }
        if sight.visits == 0, !sight.can("sendAgain") { return [.wait(61_000)] }
        return [.code(from: "email", into: "code"), .tap("submit")]
      case "continuing.notSignedIn": return [.tap("startOver")]
      case "home" where mind.chapter == "left": return [.tap("leave")]
      default: return []
      }
    }
  }

  private static var trip: ProviderReturn {
    var trip = ProviderReturn()
    trip.email = "ada@example.org".bytes
    trip.isVerified = false
    return trip
  }
}
