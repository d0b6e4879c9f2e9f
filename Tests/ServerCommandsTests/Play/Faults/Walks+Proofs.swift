extension Walks {
  // MARK: One more proof

  /// DEC-1: nobody was there for long, and the device is another one.
  static let restedAccount = Walk(
    name: "account that rested", flow: "account", facts: device,
    past: Walk.Past(registrant: Registrant(number: number), rest: 100 * 24 * 60 * minutes),
    chapters: [at("signed in", "home")], rules: accountRules)

  /// DEC-3: asked for long after the sign-in; proved by the password, then by a code.
  static let changedAddress = Walk(
    name: "account, another address", flow: "account", facts: device, past: Walk.Past(),
    chapters: [
      at("signed in", "home"), at("changed", "home", begins: change),
      at("changed by code", "home", begins: change),
    ],
    rules: accountRules)

  private static let change: [Walk.Step] = [.wait(11 * minutes), .tap("changeEmail")]

  static let addressRules: Walk.Rules = { sight, mind in
    let isByCode = mind.chapter == "changed by code"
    switch sight.name {
    case "changingEmail.newAddress":
      guard sight.can("newEmail") else { return [] }
      if sight.visits > 6 { return [.tap("cancel")] }
      let address = isByCode ? "lovelace@example.org" : "countess@example.org"
      return [.type(address, into: "newEmail"), .tap("submit")]
    case "changingEmail.steppingUp.proveByPassword":
      guard sight.can("password") else { return [] }
      if isByCode || sight.visits > 3 { return [.tap("byCode")] }
      return [.type(mind.password, into: "password"), .tap("submit")]
    case "changingEmail.steppingUp.proveByCode", "changingEmail.newAddressCode":
      guard sight.can("code") else { return [] }
      if sight.visits > 3 { return [.tap("cancel")] }
      return [.code(from: "email", into: "code"), .tap("submit")]
    default: return []
    }
  }
}
