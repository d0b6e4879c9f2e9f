extension PasswordSignIn {
  /// How hard a password is to guess while it is typed (DEC-9), by the policy that its form will be
  /// held to. Nothing is stored or looked up, so it reveals nothing about accounts.
  ///
  /// - Parameters:
  ///   - isNew: whether it is being reset, changed or set, as opposed to registered.
  ///   - ownWords: what else the user typed, such as the address and the name.
  package func strength(
    of typed: String, isNew: Bool, ownWords: [String], caller: Caller
  ) async throws -> PasswordStrength {
    // A text that cannot be a password is refused as everywhere.
    guard let password = PlaintextPassword(typed) else {
      throw IdentityFailure.weakPassword(PlaintextPassword.flaw(of: typed) ?? .tooLong)
    }
    let moment = now
    let until = try await ports.store.transaction("strength.count") {
      try $0.count(
        against: [
          KeyedBudget(
            limits.keys("strength-network", caller.network), SecurityRules.strengthsByNetwork)
        ], at: moment)
    }
    if let until { throw IdentityFailure.limited(until: until) }
    let policy = isNew ? settings.newPasswords : settings.accountPasswords
    return policy.strength(of: password, ownWords: ownWords)
  }
}

extension PasswordWeakness {
  /// Its stable name on the wire.
  package var name: String {
    switch self {
    case .tooShort: "too_short"
    case .tooLong: "too_long"
    case .common: "common"
    case .ownWords: "own_words"
    case .unprintable: "unprintable"
    }
  }
}
