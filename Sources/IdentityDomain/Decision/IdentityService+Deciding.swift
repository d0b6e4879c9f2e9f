extension IdentityService {
  /// How the device of a call stands to an account. The same reads for an account that nobody has.
  func deviceStanding(
    of caller: Caller, to account: ID<Account>?, isTrusted: Bool = false, _ tables: Tables
  ) throws -> DeviceStanding {
    guard caller.proof.key != nil else { return .keyless }
    guard try isOwnDevice(caller, of: account, tables) else { return .unknown }
    return isTrusted ? .trusted : .known
  }

  /// Asks the decision about an account as the transaction sees it.
  func judge(
    _ act: Act, by proofs: [Proof], of account: Account, on device: DeviceStanding,
    at now: Timestamp, _ tables: Tables
  ) throws -> Verdict {
    Decision.judge(
      act, by: proofs,
      for: AccountStanding(account, try tables.bindings(of: account.id)), on: device,
      recycledAfter: settings.recycledAfter, at: now)
  }

  /// A code to an identifier was right.
  /// - Returns: nil where the identifier is not the account's, or no longer.
  func proof(
    codeTo identifier: Identifier, of account: ID<Account>, at now: Timestamp, _ tables: Tables
  ) throws -> Proof? {
    guard let binding = try tables.binding(of: identifier), binding.account == account else {
      return nil
    }
    return Proof(
      .code(to: identifier), of: account, identifier: identifier, shownAt: now,
      heldSince: binding.verifiedAt)
  }

  func proof(password credential: PasswordCredential, at now: Timestamp) -> Proof {
    Proof(
      .password, of: credential.account, shownAt: now, heldSince: credential.heldSince,
      recoveredBy: credential.recoveredBy)
  }

  /// What the person of a session showed last and may count as a fresh proof: only where the session
  /// belongs to a key, since another's token is a copy away (DEC-3).
  func freshProofs(of session: Session, _ tables: Tables) throws -> [Proof] {
    session.family.kind.key == nil ? [] : try proofs(of: session, tables)
  }

  /// What the person of a session showed last, as far as the account still has it.
  func proofs(of session: Session, _ tables: Tables) throws -> [Proof] {
    guard let account = session.account else { return [] }
    return try (session.shown ?? []).compactMap { shown in
      if shown.kind == AuthenticatorKind.password.name {
        return try tables.password(of: account).map { proof(password: $0, at: shown.at) }
      }
      let binding = try tables.bindings(of: account)
        .first { $0.identifier.text == shown.identifier }
      return try binding.flatMap {
        try proof(codeTo: $0.identifier, of: account, at: shown.at, tables)
      }
    }
  }
}

extension IdentityService {
  /// From where a call came, for the log of security events.
  func eventSource(_ caller: Caller) -> String? {
    if let key = caller.proof.key { return key.text }
    let digest = ports.digests.digest(
      ["source", caller.network], for: .limitKey, under: ports.digests.currentKey)
    return digest.map { "network:" + Base64URL.text(Array($0.prefix(9))) }
  }

  func note(
    _ kind: SecurityEvent.Kind, _ session: ID<Session>? = nil, of account: ID<Account>?,
    _ caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws {
    try tables.append(
      SecurityEvent(
        kind, session: session, account: account, source: eventSource(caller), at: now))
  }
}

extension Verdict {
  /// Nil where the proofs suffice.
  var refusal: IdentityFailure? {
    switch self {
    case .sufficient: nil
    case .insufficient(let need): .insufficientAuthentication(need)
    case .blocked: .accountBlocked
    }
  }
}
