/// What `GET /v1/user` and the sign-ins show of a user.
package struct ProfileAnswer: Sendable {
  package let account: Account
  package let email: EmailAddress?
  package let phone: PhoneNumber?

  /// PHN-8: a user without an e-mail address, verified or claimed, is not registered yet.
  package var isRegistered: Bool { email != nil || account.profile.claimedEmail != nil }

  package init(_ account: Account, _ bindings: [IdentifierBinding]) {
    self.account = account
    if case .email(let address) = bindings.primary(areEmail: true)?.identifier {
      email = address
    } else {
      email = nil
    }
    if case .phone(let number) = bindings.primary(areEmail: false)?.identifier {
      phone = number
    } else {
      phone = nil
    }
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
}
