/// One line of the list of sessions.
package struct SessionDescription: Sendable {
  package let id: ID<Session>
  package let isCurrent: Bool
  package let client: ClientDescription
  package let openedAt: Timestamp
  package let lastUsedAt: Timestamp
  package let isKeyBound: Bool
  /// CTR-7: of the network that it was used from last; nil where that is not known.
  package let country: String?
}

extension SessionOperations {
  /// Signs out: this session, or all sessions of the account and every trusted device. A session
  /// that has already ended is signed out as well.
  package func logout(_ call: SessionCall, everywhere: Bool) async throws {
    let need = SessionNeed.ending
    let moment = now
    try await ports.store.decide("logout") { tables -> Result<Void, IdentityFailure> in
      switch try sessions.authorize(call, need, at: moment, tables) {
      case .failure(.unauthorized(.some)), .failure(.sessionExpired): return .success(())
      case .failure(let failure): return .failure(failure)
      case .success(let session):
        try signOut(session, everywhere: everywhere, at: moment, tables)
        return .success(())
      }
    }
  }

  /// Signs out by the refresh token alone, for clients whose access token has expired.
  package func logout(
    _ token: Secret<RefreshToken>, crumb: Secret<CrumbValue>? = nil, everywhere: Bool,
    caller: Caller
  ) async throws {
    let moment = now
    try await ports.store.decide("logout.refresh") { tables -> Result<Void, IdentityFailure> in
      guard let presented = DerivedToken.read(token.exposed, .refreshToken, ports.digests),
        let session = try tables.session(ID(presented.subject))
      else { return .failure(.refreshTokenInvalid(nil)) }
      let refusal = session.refusal(
        .ending, proof: try caller.proof.standing(tables),
        hasCrumb: Crumb.isValid(crumb, for: session.id, ports.digests), isCompatOn: true,
        at: moment)
      switch refusal {
      case .unauthorized(.some), .sessionExpired: return .success(())
      case .unauthorized: return .failure(.proofRequired)
      case .some(let failure): return .failure(failure)
      case nil:
        try signOut(session, everywhere: everywhere, at: moment, tables)
        return .success(())
      }
    }
  }

  private func signOut(
    _ session: Session, everywhere: Bool, at now: Timestamp, _ tables: Tables
  ) throws {
    if everywhere, let owner = session.account {
      try sessions.endSessions(of: owner, .logoutEverywhere, at: now, tables)
      try tables.endTrust(.all, of: owner)
    } else {
      try sessions.end(session, .logout, at: now, tables)
      try sessions.endGrant(of: session, tables)
    }
  }

  package func list(_ call: SessionCall) async throws -> [SessionDescription] {
    try await sessions.reading("sessions.list", call) { tables, current, account, now in
      .success(
        try tables.openSessions(of: account.id)
          .filter { $0.family.standing(at: now) == .live }
          .map {
            SessionDescription(
              id: $0.id, isCurrent: $0.id == current.id, client: $0.client,
              openedAt: $0.family.openedAt, lastUsedAt: $0.family.lastUsedAt,
              isKeyBound: $0.family.kind.key != nil, country: $0.country)
          })
    }
  }

  /// Ends a session of the account; one other than the caller's requires a fresh proof (DEC-3).
  /// That also ends the trust in its device (DEC-6).
  ///
  /// - Parameter shown: the proofs presented in the call itself.
  package func revoke(
    _ id: ID<Session>, showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws {
    let checked = try await stepUp.checked(shown, call)
    try await sessions.authorized("sessions.revoke", call, .write) {
      tables, current, account, now -> Result<Void, IdentityFailure> in
      guard let session = try tables.session(id), session.account == account.id else {
        return .failure(.notFound)
      }
      if id != current.id,
        let refusal = try stepUp.refusal(
          of: .endOtherSessions, checked, in: current, of: account, call, at: now, tables)
      {
        return .failure(refusal)
      }
      try sessions.end(session, .revokedByUser, at: now, tables)
      if let key = session.family.kind.key { try tables.endTrust(.only(key), of: account.id) }
      try log.note(.sessionEnded, id, of: account.id, call.caller, at: now, tables)
      return .success(())
    }
  }

  /// Ends every session of the account but the caller's, and the trust in every other device. It
  /// requires a fresh proof (DEC-3), also where no other session is open.
  ///
  /// - Parameter shown: the proofs presented in the call itself.
  package func endOthers(
    showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws {
    let checked = try await stepUp.checked(shown, call)
    try await sessions.authorized("sessions.end_others", call, .write) {
      tables, current, account, now -> Result<Void, IdentityFailure> in
      if let refusal = try stepUp.refusal(
        of: .endOtherSessions, checked, in: current, of: account, call, at: now, tables)
      {
        return .failure(refusal)
      }
      for session in try tables.openSessions(of: account.id) where session.id != current.id {
        try sessions.end(session, .revokedByUser, at: now, tables)
        try log.note(.sessionEnded, session.id, of: account.id, call.caller, at: now, tables)
      }
      try tables.endTrust(.allBut(current.family.kind.key), of: account.id)
      return .success(())
    }
  }

  package func devices(_ call: SessionCall) async throws -> [Device] {
    try await sessions.reading("devices.list", call) { tables, _, account, _ in
      .success(try tables.devices(of: account.id))
    }
  }

  /// Removes a device: its sessions of this account end, and so does its trust. One other than the
  /// caller's requires a fresh proof (DEC-3).
  ///
  /// - Parameter shown: the proofs presented in the call itself.
  package func removeDevice(
    _ key: KeyThumbprint, showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws {
    let checked = try await stepUp.checked(shown, call)
    try await sessions.authorized("devices.remove", call, .write) {
      tables, current, account, now -> Result<Void, IdentityFailure> in
      guard try tables.device(key, of: account.id) != nil else { return .failure(.notFound) }
      if key != current.family.kind.key,
        let refusal = try stepUp.refusal(
          of: .endOtherSessions, checked, in: current, of: account, call, at: now, tables)
      {
        return .failure(refusal)
      }
      for session in try tables.openSessions(with: key) where session.account == account.id {
        try sessions.end(session, .deviceRemoved, at: now, tables)
      }
      try tables.endTrust(.only(key), of: account.id)
      try tables.removeDevice(key, of: account.id)
      try log.note(.deviceRemoved, of: account.id, call.caller, at: now, tables)
      return .success(())
    }
  }

  /// Why the account's sessions ended, newest first (CMP-5).
  package func signOuts(_ call: SessionCall, most: Int) async throws -> [SignOutRecord] {
    try await sessions.reading("sessions.sign_outs", call) { tables, session, _, _ in
      .success(try tables.signOuts(of: session.holder, most: min(max(most, 0), 100)))
    }
  }
}
