/// What an account can be opened with, as far as recovery codes depend on it.
package struct WaysHeld: Hashable, Sendable {
  package let hasIdentifier: Bool
  package let hasPassword: Bool
  package let hasProvider: Bool
  package let hasPasskey: Bool

  package init(hasIdentifier: Bool, hasPassword: Bool, hasProvider: Bool, hasPasskey: Bool) {
    self.hasIdentifier = hasIdentifier
    self.hasPassword = hasPassword
    self.hasProvider = hasProvider
    self.hasPasskey = hasPasskey
  }

  /// PAS-5: a recovery code is a way in of its own only if nothing but a passkey opens the account (NIST SP 800-63B-4
  /// section 4.2.2.1, a saved recovery code). Otherwise it accompanies another proof.
  package var areOpenedByRecoveryCode: Bool {
    hasPasskey && !hasIdentifier && !hasPassword && !hasProvider
  }
}

/// A recovery code that a user types instead of signing in with a passkey. It starts with the name of its sheet, which
/// identifies the account.
package struct SheetCode: Hashable, Sendable {
  package let sheet: ID<RecoveryCodeSet>
  /// In its canonical spelling.
  package let code: String

  /// As lenient as `TypedFactor`.
  /// - Returns: nil for what has another form.
  package init?(_ typed: String) {
    let characters = SecurityRules.recoverySheetCharacters + SecurityRules.recoveryCodeCharacters
    guard typed.utf8.count <= SecurityRules.presentedFactorBytes,
      let spelled = SpelledCode.canonical(typed, count: characters)
    else { return nil }
    sheet = ID(String(spelled.prefix(Self.nameLength)))
    code = String(spelled.dropFirst(Self.nameLength + 1))
  }

  /// With its hyphens.
  private static let nameLength =
    SecurityRules.recoverySheetCharacters + (SecurityRules.recoverySheetCharacters - 1) / 4

  /// A name for a new sheet.
  static func name(_ random: any RandomBytes) -> ID<RecoveryCodeSet> {
    ID(SpelledCode.made(of: random.bytes(SecurityRules.recoverySheetCharacters)))
  }

  /// Whether codes of a set are shown with its name.
  static func isName(_ id: ID<RecoveryCodeSet>) -> Bool { id.text.utf8.count == nameLength }
}

extension PasskeySignIn {
  static func waysHeld(
    of account: ID<Account>, _ tables: any IdentityTransaction
  ) throws -> WaysHeld {
    WaysHeld(
      hasIdentifier: try !tables.bindings(of: account).isEmpty,
      hasPassword: try tables.password(of: account) != nil,
      hasProvider: try !tables.federatedIdentities(of: account).isEmpty,
      hasPasskey: try !tables.passkeys(of: account).isEmpty)
  }

  /// PAS-5: opens a session of level 1 with a recovery code, where passkeys are all that the account has, and they are lost.
  /// The code is used up, and is a fresh proof for adding another passkey.
  ///
  /// - Throws: `wrongCredentials`, whatever is not as it should be; `proofRequired` without a device key.
  package func signIn(recovering typed: SheetCode, caller: Caller) async throws -> PasskeyGrant {
    try checked(caller)
    let session: ID<Session> = ports.random.id()
    let notice: ID<OutboxMessage> = ports.random.id()
    return try await settled("passkey.recover", caller) { tables, moment in
      guard let set = try tables.recoveryCodeSet(typed.sheet), set.isActive,
        let account = try tables.account(set.account),
        try Self.waysHeld(of: account.id, tables).areOpenedByRecoveryCode
      else { return .refused(.wrongCredentials) }
      let outcome = try FactorChecks(parts: parts).check(
        .recovery(typed.code), of: account, caller: caller, at: moment, tables)
      switch outcome {
      case .failure(.factorCodeWrong): return .refused(.wrongCredentials)
      case .failure(let failure): return .refused(failure)
      case .success(let proof):
        return try sessions.open(
          session, for: account, by: [proof], caller: caller, noticeID: notice, at: moment, tables)
      }
    }
  }
}
