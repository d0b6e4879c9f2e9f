/// What `GET /v1/user` and the sign-ins show of a user.
package struct ProfileAnswer: Sendable {
  package let account: Account
  package let email: EmailAddress?
  package let phone: PhoneNumber?

  /// PHN-8: a user without an e-mail address, verified or claimed, is not registered yet.
  package var isRegistered: Bool { email != nil || account.profile.claimedEmail != nil }

  package init(_ account: Account, _ bindings: [IdentifierBinding]) {
    self.account = account
    var email: EmailAddress?
    var phone: PhoneNumber?
    for binding in bindings {
      switch binding.identifier {
      case .email(let address): email = address
      case .phone(let number): phone = number
      }
    }
    self.email = email
    self.phone = phone
  }
}

/// A change of the profile; nil leaves a field unchanged.
package struct ProfileChange: Sendable {
  package var name: String?
  package var email: String?
  package var pictureURL: String?
  /// One of `IdentitySettings.languages`.
  package var language: String?

  package init(
    name: String? = nil, email: String? = nil, pictureURL: String? = nil, language: String? = nil
  ) {
    self.name = name
    self.email = email
    self.pictureURL = pictureURL
    self.language = language
  }
}

extension AccountOperations {
  package func profile(_ call: SessionCall) async throws -> ProfileAnswer {
    try await sessions.reading("profile.read", call) { tables, _, account, _ in
      .success(ProfileAnswer(account, try tables.bindings(of: account.id)))
    }
  }

  /// Changes the profile, and completes the registration of a phone account (PHN-8). An address is
  /// a claim until its code is confirmed; `beginVerification` sends one.
  package func changeProfile(_ change: ProfileChange, _ call: SessionCall) async throws
    -> ProfileAnswer
  {
    var claimed: EmailAddress?
    if let email = change.email {
      guard let address = EmailAddress(email) else {
        throw IdentityFailure.malformed(field: "email")
      }
      claimed = address
    }
    if let name = change.name {
      guard !name.isEmpty else { throw IdentityFailure.malformed(field: "name") }
      try bounded(name, SecurityRules.nameBytes, "name")
    }
    if let url = change.pictureURL, PictureURL(url) == nil {
      throw IdentityFailure.malformed(field: "picture_url")
    }
    if let language = change.language, !settings.languages.contains(language) {
      throw IdentityFailure.malformed(field: "language")
    }
    let address = claimed
    return try await sessions.authorized("profile.change", call, .write) { tables, _, account, _ in
      var changed = account
      changed.profile.name = change.name ?? account.profile.name
      changed.profile.pictureURL = change.pictureURL ?? account.profile.pictureURL
      changed.profile.claimedEmail = address ?? account.profile.claimedEmail
      changed.language = change.language ?? account.language
      try tables.put(changed)
      return .success(ProfileAnswer(changed, try tables.bindings(of: account.id)))
    }
  }

  /// Sends a code to an address or number claimed by a signed-in user who has given a fresh proof
  /// (DEC-3). The response and the work are the same if the identifier belongs to another account.
  /// Its owner is not notified, since the owner receives the code.
  ///
  /// - Parameter shown: the proofs presented in the call itself.
  package func beginVerification(
    of identifier: String, showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws -> ChallengeAnswer {
    try checked(call.caller)
    let identifier = try self.identifier(identifier, field: "identifier")
    try served(identifier)
    let checked = try await stepUp.checked(shown, call)
    let prepared = codes.prepareCode()
    let intent = intents.intent("identifier.begin", call.caller)
    let (answer, stored) = try await sessions.authorized("identifier.begin", call, .write) {
      tables, session, account, now -> Result<(SettledAnswer, Challenge?), IdentityFailure> in
      let answer = try intents.once(intent, at: now, tables) {
        let refusal = try stepUp.refusal(
          of: try act(ofAdding: identifier, to: account, tables), checked, in: session,
          of: account, call, at: now, tables)
        if let refusal { return .refused(refusal) }
        let until = try limits.countSend(
          to: identifier, caller: call.caller, at: now, tables)
        if let until { return .refused(.limited(until: until)) }
        return .challenge(
          try codes.challenge(
            .identifierVerification, identifier, account: account.id,
            .identifierVerificationCode, prepared: prepared, caller: call.caller, at: now,
            tables))
      }
      return .success((answer, try codes.storedChallenge(answer, tables)))
    }
    return try codes.challengeAnswer(answer, stored)
  }

  /// The act that adopting an identifier amounts to: it replaces the one of its kind, if any.
  private func act(
    ofAdding identifier: Identifier, to account: Account, _ tables: Tables
  ) throws -> Act {
    let own = try tables.bindings(of: account.id)
    let replaced = own.first { $0.identifier.isEmail == identifier.isEmail }
    if replaced == nil, identifier.isEmail { return .addFirstAddress }
    return .changeIdentifiers(subjectSince: replaced?.verifiedAt)
  }

  /// The code was confirmed: the identifier now belongs to the account, replacing the one of its
  /// kind. Changing a number ends the trust in devices; the owner is notified at the previous
  /// identifiers.
  ///
  /// The first half required a fresh proof, and only its caller holds the token.
  package func completeVerification(
    token: Secret<VerificationToken>, code: Secret<OneTimeCode>, _ call: SessionCall
  ) async throws {
    try checked(call.caller)
    let notice = PreparedNotice(ports.random)
    let changeID: ID<IdentifierChange> = ports.random.id()
    let intent = intents.intent("identifier.complete", call.caller)
    let answer = try await sessions.authorized("identifier.complete", call, .write) {
      tables, session, account, now -> Result<SettledAnswer, IdentityFailure> in
      if let until = try limits.countCall(with: token, caller: call.caller, at: now, tables) {
        return .failure(.limited(until: until))
      }
      return .success(
        try intents.once(intent, at: now, tables) {
          let found = try codes.challenge(
            of: token, .identifierVerification, caller: call.caller, tables)
          guard var challenge = found, challenge.account == account.id else {
            return .refused(.verificationTokenInvalid)
          }
          let verdict = try codes.judge(code, at: &challenge, caller: call.caller, now: now, tables)
          if let failure = verdict.failure { return .refused(failure) }
          try tables.removeChallenge(challenge.id)
          // Only whoever reads the mail of this address learns this, so it reveals nothing.
          if let owner = try tables.binding(of: challenge.identifier), owner.account != account.id {
            return .refused(.identifierTaken)
          }
          if try tables.binding(of: challenge.identifier) == nil {
            let change = try IdentifierChange(
              changeID, of: account, session: session.id, at: now, tables)
            try tables.put(change)
            try notices.notify(of: change, notice, at: now, tables)
          }
          try replace(challenge.identifier, of: account, at: now, tables)
          try log.note(.identifierChanged, session.id, of: account.id, call.caller, at: now, tables)
          return .done
        })
    }
    if case .refused(let failure) = answer { throw failure }
  }

  private func replace(
    _ identifier: Identifier, of account: Account, at now: Timestamp, _ tables: Tables
  ) throws {
    // Proving it again does not reset its age.
    let isOwn = try tables.binding(of: identifier)?.account == account.id
    for old in try tables.bindings(of: account.id) where old.identifier != identifier {
      switch (old.identifier, identifier) {
      case (.email, .email): try tables.removeBinding(of: old.identifier)
      case (.phone, .phone):
        try tables.endTrust(.all, of: account.id)
        try tables.removeBinding(of: old.identifier)
      default: break
      }
    }
    if !isOwn { try tables.bind(identifier, to: account.id, at: now) }
    if case .phone(let number) = identifier { try tables.removeTrust(in: number) }
    var changed = account
    if case .email(let address) = identifier, account.profile.claimedEmail == address {
      changed.profile.claimedEmail = nil
    }
    try tables.put(changed)
  }
}
