extension AccountOperations {
  /// CTR-9: an address at which the caller's session, and no other, reads what is stored about its
  /// account. It requires a fresh proof (DEC-3). Asked for again it gives another.
  ///
  /// - Parameter shown: the proofs presented in the call itself.
  package func beginExport(
    showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws -> ExportLink {
    let checked = try await stepUp.checked(shown, call)
    return try await sessions.authorized("exports.begin", call, .write) {
      tables, session, account, now -> Result<ExportLink, IdentityFailure> in
      if let refusal = try stepUp.refusal(
        of: .exportData, checked, in: session, of: account, call, at: now, tables)
      {
        return .failure(refusal)
      }
      let budget = KeyedBudget(
        limits.keys("export", account.id.text), SecurityRules.exportsByAccount)
      if let until = try tables.count(against: [budget], at: now) {
        return .failure(.limited(until: until))
      }
      guard let link = ExportLink(of: session.id, at: now, ports.digests) else {
        return .failure(.busy(until: now + .seconds(1)))
      }
      try log.note(.dataExported, session.id, of: account.id, call.caller, at: now, tables)
      return .success(link)
    }
  }

  /// What is stored about the account of the caller's session, for an address that was given to it.
  ///
  /// - Parameter id: `ExportLink.id`.
  /// - Throws: `notFound` for an address of another session, one whose time is over, and one that
  ///   nobody was given.
  package func export(
    _ id: String, _ call: SessionCall
  ) async throws -> (overview: AccountOverview, at: Timestamp) {
    try await sessions.authorized("exports.count", call, .read) {
      tables, session, account, now -> Result<Void, IdentityFailure> in
      guard ExportLink.isValid(id, for: session.id, at: now, ports.digests) else {
        return .failure(.notFound)
      }
      let budget = KeyedBudget(
        limits.keys("export-read", account.id.text), SecurityRules.exportReadsByAccount)
      if let until = try tables.count(against: [budget], at: now) {
        return .failure(.limited(until: until))
      }
      return .success(())
    }
    // Apart, so that no writer waits for so much reading.
    return try await sessions.reading("exports.read", call) { tables, _, account, now in
      guard let found = try tables.overview(of: account.id, most: SecurityRules.exportedEvents)
      else { return .failure(.unauthorized(nil)) }
      return .success((found, now))
    }
  }
}
