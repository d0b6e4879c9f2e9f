/// A change that its owner can still undo (DEC-4), as the owner is told of it.
package struct PendingChange: Hashable, Sendable {
  package let id: ID<IdentifierChange>
  package let at: Timestamp
  package let undoUntil: Timestamp
  /// What it changed; empty for the wait of a reset, which has changed nothing yet.
  package let parts: [IdentifierChange.Part]
  /// Where the notice with the undo went, masked.
  package let sentTo: [String]
  package let isThisSession: Bool
}

extension IdentifierChange {
  package enum Part: String, Hashable, Sendable, CaseIterable {
    case email, phone, password, provider
    case secondFactor = "second_factor"
    case passkey
  }

  /// What was changed between this one and the state after it.
  func parts(until next: IdentifierChange) -> [Part] {
    func differ(areEmail: Bool) -> Bool {
      let (old, new) = (bindings, next.bindings)
      return old.primary(areEmail: areEmail)?.identifier
        != new.primary(areEmail: areEmail)?.identifier
        || Set(old.map(\.identifier).filter { $0.isEmail == areEmail })
          != Set(new.map(\.identifier).filter { $0.isEmail == areEmail })
    }
    func differs(_ part: Part) -> Bool {
      switch part {
      case .email: differ(areEmail: true)
      case .phone: differ(areEmail: false)
      case .password: password?.hash != next.password?.hash
      case .provider: Set(identities.map(\.subject)) != Set(next.identities.map(\.subject))
      case .secondFactor: factors != nil && next.factors != nil && factors != next.factors
      case .passkey: Set(passkeys.map(\.credential)) != Set(next.passkeys.map(\.credential))
      }
    }
    return Part.allCases.filter(differs)
  }

  /// Where the undo token went: by mail if there was an address.
  var recipients: [Identifier] {
    bindings.map(\.identifier).filter { $0.isEmail || !goesToMailbox }
  }
}

extension Identifier {
  /// Enough for the owner to know it again: the first and the last letter before the domain, which is
  /// whole, or the last two digits.
  package var masked: String {
    switch self {
    case .email(let address):
      let parts = address.text.split(separator: "@", maxSplits: 1)
      let name = parts[0]
      // Of two letters, both would be all.
      let last = name.count > 2 ? name.suffix(1) : ""
      return "\(name.prefix(1))…\(last)@\(parts.count == 2 ? parts[1] : "")"
    case .phone(let number): return "…\(number.e164.suffix(2))"
    }
  }
}

extension AccountOperations {
  /// The changes of the caller's account that can still be undone, newest first.
  package func pendingChanges(_ call: SessionCall) async throws -> [PendingChange] {
    try await sessions.reading("changes.list", call) { tables, session, account, now in
      let steps = try steps(of: account, in: session, at: now, tables)
      return .success(
        zip(steps, steps.dropFirst()).filter { $0.0.canBeUndone(at: now) }.map { change, next in
          PendingChange(
            id: change.id, at: change.at, undoUntil: change.at + SecurityRules.undoLifetime,
            parts: change.parts(until: next), sentTo: change.recipients.map(\.masked),
            isThisSession: change.session == session.id)
        }.reversed())
    }
  }

  /// What the account was before each change, the oldest first, and at last what it is now.
  private func steps(
    of account: Account, in session: Session, at now: Timestamp, _ tables: Tables
  ) throws -> [IdentifierChange] {
    try tables.identifierChanges(of: account.id) + [
      IdentifierChange(ID("now"), of: account, session: session.id, at: now, tables)
    ]
  }

  /// Sends the notice of a change once more, to where it went. Whoever asks learns nothing and
  /// changes nothing: the token is in the notice only.
  package func resendUndoNotice(
    _ id: ID<IdentifierChange>, _ call: SessionCall
  ) async throws {
    try checked(call.caller)
    let notice = PreparedNotice(ports.random)
    let intent = intents.intent("changes.notice", call.caller)
    let answer = try await sessions.authorized("changes.notice", call, .write) {
      tables, session, account, now -> Result<SettledAnswer, IdentityFailure> in
      .success(
        try intents.once(intent, at: now, tables) {
          let steps = try steps(of: account, in: session, at: now, tables)
          guard let found = zip(steps, steps.dropFirst()).first(where: { $0.0.id == id }),
            found.0.canBeUndone(at: now)
          else { return .refused(.notFound) }
          let (change, next) = found
          for identifier in change.recipients {
            let until = try limits.countSend(to: identifier, caller: call.caller, at: now, tables)
            if let until { return .refused(.limited(until: until)) }
          }
          try notices.notify(
            of: change, notice, as: try kind(of: change, change.parts(until: next), tables),
            at: now, tables)
          return .done
        })
    }
    if case .refused(let failure) = answer { throw failure }
  }

  private func kind(
    of change: IdentifierChange, _ parts: [IdentifierChange.Part], _ tables: Tables
  ) throws -> ChangeNotice {
    if try tables.factorReset(of: change.account)?.change == change.id { return .factorReset }
    let areFactors = parts.allSatisfy { $0 == .secondFactor || $0 == .passkey }
    return areFactors && !parts.isEmpty ? .factors : .identifiers
  }
}
