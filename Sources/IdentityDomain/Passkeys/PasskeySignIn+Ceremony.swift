import WebAuthn

/// What the page asks the authenticator for, to sign in (WebAuthn section 5.5).
package struct PasskeyRequest: Sendable {
  package let ceremony: PasskeyCeremony
  package let relyingParty: String
  /// The credentials to choose from; empty to let the authenticator offer its own.
  package let allowed: [String]
}

/// What the page asks the authenticator for, to make a passkey (WebAuthn section 5.4).
package struct PasskeyCreationRequest: Sendable {
  package let ceremony: PasskeyCeremony
  package let relyingParty: String
  package let relyingPartyName: String
  package let userHandle: String
  /// What the person will recognize the account by; empty if there is nothing.
  package let userName: String
  /// Passkeys that the account has: an authenticator makes no second one.
  package let excluded: [String]
  package let algorithms = CredentialPublicKey.algorithms
}

extension PasskeySignIn {
  func party() throws(IdentityFailure) -> PasskeySettings {
    guard let own = settings.passkeys else { throw .notFound }
    return own
  }

  /// Draws a challenge, before the transaction that stores it.
  func challenge() -> String {
    Base64URL.text(ports.random.bytes(SecurityRules.passkeyChallengeBytes))
  }

  func userHandle() -> String {
    Base64URL.text(ports.random.bytes(SecurityRules.userHandleBytes))
  }

  /// Stores a challenge for the device of a call.
  func begin(
    _ challenge: String, _ purpose: PasskeyCeremony.Purpose, requiresVerification: Bool,
    caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Result<PasskeyCeremony, IdentityFailure> {
    guard let key = caller.proof.key else { return .failure(.proofRequired) }
    let own = KeyedBudget(limits.keys("passkey", key.text), SecurityRules.passkeyCeremonies)
    let until = try tables.count(
      against: [own] + limits.attemptBudgets(caller: caller), at: now)
    if let until { return .failure(.limited(until: until)) }
    let ceremony = PasskeyCeremony(
      challenge: challenge, device: key, purpose: purpose,
      requiresVerification: requiresVerification, createdAt: now)
    try tables.put(ceremony)
    return .success(ceremony)
  }

  /// Takes the challenge that a page answers, which nobody can answer again.
  ///
  /// - Returns: nil for one that expired, was answered, or was asked for by another device.
  func take(
    _ clientData: [UInt8], caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Result<PasskeyCeremony, IdentityFailure> {
    guard let client = try? ClientData(clientData) else { return .failure(.passkey(.malformed)) }
    guard let challenge = String(validating: client.challenge, as: UTF8.self),
      !challenge.utf8.contains(0), let ceremony = try tables.passkeyCeremony(challenge),
      ceremony.device == caller.proof.key
    else { return .failure(.passkey(.wrongChallenge)) }
    try tables.removePasskeyCeremony(challenge)
    guard now < ceremony.expiresAt else { return .failure(.passkey(.wrongChallenge)) }
    return .success(ceremony)
  }

  /// The steps of WebAuthn section 7.1, and the passkey that they lead to, not stored yet.
  func created(
    _ presented: PresentedCreation, _ ceremony: PasskeyCeremony, id: ID<Passkey>,
    of account: ID<Account>, userHandle: String, name: String?, at now: Timestamp,
    _ tables: Tables
  ) throws -> Result<(passkey: Passkey, isVerified: Bool), IdentityFailure> {
    let made: NewCredential
    do {
      made = try RegistrationCheck(
        relyingParty: try party().party, challenge: ceremony.challenge,
        requiresVerification: ceremony.requiresVerification
      ).credential(
        id: presented.credential, clientData: presented.clientData,
        attestation: presented.attestation, ports.passkeys)
    } catch let refusal as WebAuthnRefusal {
      return .failure(.passkey(PasskeyFailure(refusal)))
    }
    let passkey = Passkey(
      made, id: id, of: account, userHandle: userHandle, name: name, at: now)
    // WebAuthn section 7.1, step 26: a credential belongs to one account.
    guard try tables.passkey(passkey.credential) == nil else { return .failure(.passkey(.taken)) }
    return .success((passkey, made.isUserVerified))
  }

  /// The steps of WebAuthn section 7.2, from finding the passkey to its new counter.
  ///
  /// - Parameter account: whose it has to be; nil to let the passkey say it, which then has to say its user handle too.
  func asserted(
    _ presented: PresentedAssertion, _ ceremony: PasskeyCeremony, of account: ID<Account>?,
    notice: ID<OutboxMessage>, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Result<Proof, IdentityFailure> {
    guard var passkey = try tables.passkey(presented.credential),
      account == nil || passkey.account == account,
      presented.userHandle == passkey.userHandle
        || account != nil && presented.userHandle == nil,
      let key = try? CredentialPublicKey(coseBytes: passkey.key)
    else { return .failure(.passkey(.unknown)) }
    let found: CredentialAssertion
    do {
      found = try AssertionCheck(
        relyingParty: try party().party, challenge: ceremony.challenge,
        requiresVerification: ceremony.requiresVerification
      ).assertion(
        clientData: presented.clientData, authenticatorData: presented.authenticatorData,
        signature: presented.signature, by: key, isBackupEligible: passkey.isBackupEligible,
        after: passkey.signCount, ports.passkeys)
    } catch let refusal as WebAuthnRefusal {
      try log.note(.signInFailed, of: passkey.account, caller, at: now, tables)
      return .failure(.passkey(PasskeyFailure(refusal)))
    }
    if found.counter == .cloned {
      passkey.clonedAt = now
      try tables.put(passkey)
      try log.note(.passkeyCloned, of: passkey.account, caller, at: now, tables)
      try notices.notify(passkey.account, .passkeyCloned, id: notice, at: now, tables)
      return .failure(.passkey(.cloned))
    }
    passkey.signCount = found.signCount
    passkey.isBackedUp = found.isBackedUp
    passkey.lastUsedAt = now
    try tables.put(passkey)
    return .success(Proof(passkey: passkey, isVerified: found.isUserVerified, at: now))
  }
}
