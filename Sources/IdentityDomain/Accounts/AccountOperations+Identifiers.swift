/// An address or number as its owner sees it.
package struct OwnIdentifier: Hashable, Sendable {
  /// Good as long as the server's key is among the recent ones; an address in a path would end up in logs.
  package let id: String
  package let binding: IdentifierBinding
  package let isPrimary: Bool
  /// False where it is the last way in.
  package let canBeRemoved: Bool
}

extension AccountOperations {
  /// CTR-3: the addresses of an account, then its numbers; of each kind the primary one first, then the others by
  /// age.
  package func identifiers(_ call: SessionCall) async throws -> [OwnIdentifier] {
    try await sessions.reading("identifier.list", call) { tables, _, account, _ in
      let own = try tables.bindings(of: account.id)
      func place(_ binding: IdentifierBinding) -> (Int, Timestamp, String) {
        let place = (binding.identifier.isEmail ? 0 : 2) + (own.isPrimary(binding) ? 0 : 1)
        return (place, binding.verifiedAt, binding.identifier.text)
      }
      return .success(
        try own.sorted { place($0) < place($1) }.compactMap { binding in
          try self.id(of: binding, under: ports.digests.currentKey).map { id in
            OwnIdentifier(
              id: id, binding: binding, isPrimary: own.isPrimary(binding),
              canBeRemoved: try hasWayIn(account, without: binding, of: own, tables))
          }
        })
    }
  }

  /// CTR-3: makes an address or number the primary one of its kind, after a fresh proof: codes then go there.
  ///
  /// - Throws: `notFound` for one that the account does not have.
  package func makePrimary(
    _ id: String, showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws {
    try await edit(id, .choose, showing: shown, call)
  }

  /// CTR-3: removes an address or number after a fresh proof, unless it is the last way in. If it was the primary
  /// one of its kind, another one becomes it (`primary`).
  ///
  /// - Throws: `lastWayIn`; `notFound` for one that the account does not have.
  package func removeIdentifier(
    _ id: String, showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws {
    try await edit(id, .remove, showing: shown, call)
  }

  /// The owner is notified and can undo it (DEC-4).
  private func edit(
    _ id: String, _ edit: IdentifierEdit, showing shown: (any ShownInCall)?, _ call: SessionCall
  ) async throws {
    try checked(call.caller)
    let checked = try await stepUp.checked(shown, call)
    let prepared = PreparedChange(ports.random)
    let intent = intents.intent(edit.name, call.caller)
    let answer = try await sessions.authorized("identifier.edit", call, .write) {
      tables, session, account, now -> Result<SettledAnswer, IdentityFailure> in
      .success(
        try intents.once(intent, at: now, tables) {
          let own = try tables.bindings(of: account.id)
          guard var binding = own.first(where: { isID(id, of: $0) }) else {
            return .refused(.notFound)
          }
          let primary = own.primary(areEmail: binding.identifier.isEmail) ?? binding
          if edit == .choose, primary == binding { return .done }
          let refusal = try stepUp.refusal(
            of: .changeIdentifiers(
              subjectSince: edit == .choose ? primary.verifiedAt : binding.verifiedAt),
            checked, in: session, of: account, call, at: now, tables)
          if let refusal { return .refused(refusal) }
          if edit == .remove, try !hasWayIn(account, without: binding, of: own, tables) {
            return .refused(.lastWayIn)
          }
          try note(prepared, of: account, in: session, at: now, tables)
          switch edit {
          case .choose:
            binding.chosenAt = now
            try tables.put(binding)
          case .remove: try release(binding.identifier, of: account, tables)
          }
          try log.note(.identifierChanged, session.id, of: account.id, call.caller, at: now, tables)
          return .done
        })
    }
    if case .refused(let failure) = answer { throw failure }
  }

  private func hasWayIn(
    _ account: Account, without binding: IdentifierBinding, of own: [IdentifierBinding],
    _ tables: Tables
  ) throws -> Bool {
    FederationRules.hasWayIn(
      try tables.federatedIdentities(of: account.id), own.filter { $0 != binding },
      try tables.passkeys(of: account.id))
  }

  private func id(of binding: IdentifierBinding, under key: KeyID) -> String? {
    let parts = ["identifier", binding.account.text, binding.identifier.text]
    return ports.digests.digest(parts, for: .limitKey, under: key)
      .map { Base64URL.text(Array($0.prefix(16))) }
  }

  /// The server's key may have been rotated since the list was made.
  private func isID(_ id: String, of binding: IdentifierBinding) -> Bool {
    ports.digests.recentKeys.contains { self.id(of: binding, under: $0) == id }
  }

  /// Takes an identifier from its account. A change of number ends the trust in devices (DEC-6).
  func release(_ identifier: Identifier, of account: Account, _ tables: Tables) throws {
    if !identifier.isEmail { try tables.endTrust(.all, of: account.id) }
    try tables.removeBinding(of: identifier)
    try tables.removeTemporaryPassword(for: identifier)
  }

  func note(
    _ prepared: PreparedChange, of account: Account, in session: Session, at now: Timestamp,
    _ tables: Tables
  ) throws {
    let change = try IdentifierChange(
      prepared.id, of: account, session: session.id, at: now, tables)
    try tables.put(change)
    try notices.notify(of: change, prepared.notice, at: now, tables)
  }
}

private enum IdentifierEdit: Sendable {
  case choose
  case remove

  /// Of its intents.
  var name: String { self == .choose ? "identifier.choose" : "identifier.remove" }
}

/// What a change of identifiers draws before its transaction.
struct PreparedChange: Sendable {
  let id: ID<IdentifierChange>
  let notice: PreparedNotice

  init(_ random: any RandomBytes) {
    id = random.id()
    notice = PreparedNotice(random)
  }
}
