/// A password presented with a session, as a fresh proof (DEC-3).
package struct ShownPassword: ShownInCall {
  let typed: String

  package init(_ typed: String) { self.typed = typed }

  /// - Throws: `wrongCredentials` for a wrong password; guesses count like logins, so that the
  ///   thief of a session does not get to try (DEC-8).
  package func checked(
    _ call: SessionCall, _ parts: ServiceParts
  ) async throws -> any CheckedInCall {
    guard let password = PlaintextPassword(typed) else { throw IdentityFailure.wrongCredentials }
    let credential = try await parts.sessions.reading("step_up.find", call) {
      tables, _, account, _ -> Result<PasswordCredential?, IdentityFailure> in
      .success(try tables.password(of: account.id))
    }
    let moment = parts.ports.clock.now()
    let own = KeyedBudget(
      parts.limits.keys("step-up", call.claims.subject), SecurityRules.loginsByIdentifier)
    let budgets = [own] + parts.limits.attemptBudgets(caller: call.caller)
    let until = try await parts.ports.store.transaction("step_up.count") {
      try $0.count(against: budgets, at: moment)
    }
    if let until { throw IdentityFailure.limited(until: until) }
    let verdict = try await parts.hashing.run {
      try await $0.verify(password, against: credential?.hash)
    }
    guard verdict != .wrong, let credential else { throw IdentityFailure.wrongCredentials }
    return CheckedPassword(credential: credential)
  }
}

private struct CheckedPassword: CheckedInCall {
  let credential: PasswordCredential

  func proof(
    of account: Account, _ call: SessionCall, at now: Timestamp, _ parts: ServiceParts,
    _ tables: any IdentityTransaction
  ) throws -> Result<Proof, IdentityFailure> {
    // Hashing took time.
    guard let current = try tables.password(of: account.id),
      current.version == credential.version, credential.account == account.id
    else { return .failure(.wrongCredentials) }
    return .success(Proof(password: current, at: now))
  }
}
