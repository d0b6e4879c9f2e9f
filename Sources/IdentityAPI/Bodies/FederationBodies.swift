/// `GET /v1/federation/providers`: the providers that users can sign in with.
package struct ProvidersBody: Hashable, Sendable, Codable {
  package var providers: [Provider]
  package init(providers: [Provider]) { self.providers = providers }

  package struct Provider: Hashable, Sendable, Codable {
    package var id: String
    /// Whose design rules the button follows: `apple`, `github`, `google`, or `other`.
    package var brand: String
    package var name: String
    /// Whether the id token of a native sign-in sheet is accepted.
    package var native: Bool

    package init(id: String, brand: String, name: String, native: Bool) {
      self.id = id
      self.brand = brand
      self.name = name
      self.native = native
    }
  }
}

/// `POST /v1/federation/authorization`: the user is about to be sent to a provider.
package struct FederationBeginBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var provider: String
  /// Where the user comes back to, with `state` and either `code` or `error`.
  package var returnURL: String

  package init(provider: String, returnURL: String) {
    self.provider = provider
    self.returnURL = returnURL
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case provider
    case returnURL = "return_url"
  }
}

/// `POST /v1/user/providers`: a signed-in user is about to be sent to a provider, to link it. The fresh
/// proof may come with the call, as in `ShownBody`, but not as the code of a second factor.
package struct LinkBeginBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var provider: String
  package var returnURL: String
  package var password: String?
  package var token: String?
  package var verificationCode: String?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case provider, password, token
    case returnURL = "return_url"
    case verificationCode = "verification_code"
  }
}

/// The response to both: where to send the user.
package struct FederationStartBody: Hashable, Sendable, Codable {
  package var status = "success"
  /// The provider's page.
  package var authorizationURL: String
  /// Comes back with the redirect.
  package var state: String
  /// Continues this sign-in, on this device only.
  package var token: String
  /// When the sign-in expires (RFC 3339).
  package var expiresAt: String

  package init(authorizationURL: String, state: String, token: String, expiresAt: String) {
    self.authorizationURL = authorizationURL
    self.state = state
    self.token = token
    self.expiresAt = expiresAt
  }

  enum CodingKeys: String, CodingKey {
    case status, state, token
    case authorizationURL = "authorization_url"
    case expiresAt = "expires_at"
  }
}

/// `POST /v1/federation/native`: a native sign-in sheet is about to be shown.
package struct NativeBeginBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var provider: String
  package init(provider: String) { self.provider = provider }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case provider
  }
}

/// The response: what the sheet needs.
package struct NativeStartBody: Hashable, Sendable, Codable {
  package var status = "success"
  /// Goes into the sheet's request unchanged.
  package var nonce: String
  /// Continues this sign-in, on this device only.
  package var token: String
  /// When the sign-in expires (RFC 3339).
  package var expiresAt: String

  package init(nonce: String, token: String, expiresAt: String) {
    self.nonce = nonce
    self.token = token
    self.expiresAt = expiresAt
  }

  enum CodingKeys: String, CodingKey {
    case status, nonce, token
    case expiresAt = "expires_at"
  }
}

/// `POST /v1/federation/completion` and `POST /v1/user/providers/completion`: what the redirect brought
/// back, with the token from `FederationStartBody`.
package struct FederationReturnBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var token: String
  package var state: String
  package var code: String

  package init(token: String, state: String, code: String) {
    self.token = token
    self.state = state
    self.code = code
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, state, code
  }
}

/// `POST /v1/federation/native/completion`: what the native sign-in sheet returned, with the token from
/// `NativeStartBody`.
package struct NativeReturnBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var token: String
  package var idToken: String
  /// From Apple, with the id token.
  package var authorizationCode: String?
  /// From Apple, at the first sign-in only.
  package var name: String?

  package init(
    token: String, idToken: String, authorizationCode: String? = nil, name: String? = nil
  ) {
    self.token = token
    self.idToken = idToken
    self.authorizationCode = authorizationCode
    self.name = name
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token, name
    case idToken = "id_token"
    case authorizationCode = "authorization_code"
  }
}

/// `POST /v1/federation/verification`: the code of a sign-in that requires one. Without it,
/// `POST /v1/federation/code`, which sends the code again.
package struct FederationCodeBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  /// The token of the sign-in.
  package var token: String
  /// The token of the challenge in `FederationAnswerBody`.
  package var codeToken: String
  /// Absent when the code is to be sent again.
  package var verificationCode: String?

  package init(token: String, codeToken: String, verificationCode: String? = nil) {
    self.token = token
    self.codeToken = codeToken
    self.verificationCode = verificationCode
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token
    case codeToken = "code_token"
    case verificationCode = "verification_code"
  }
}

/// The result of a sign-in: with `status` 1 the user is signed in, with `userData` and `tokens`; with 0 a
/// code was sent, for `challenge`.
package struct FederationAnswerBody: Hashable, Sendable, Codable {
  package var status: Int
  package var userData: UserProfileBody?
  package var tokens: TokenBody?
  package var challenge: ChallengeBody?
  /// Where the code was sent, if the address came from the provider.
  package var email: String?

  package init(
    status: Int, userData: UserProfileBody? = nil, tokens: TokenBody? = nil,
    challenge: ChallengeBody? = nil, email: String? = nil
  ) {
    self.status = status
    self.userData = userData
    self.tokens = tokens
    self.challenge = challenge
    self.email = email
  }

  enum CodingKeys: String, CodingKey {
    case status, tokens, challenge, email
    case userData = "user_data"
  }
}

/// `GET /v1/user/providers`: the account's linked providers, oldest first.
package struct LinkedProvidersBody: Hashable, Sendable, Codable {
  package var providers: [Linked]
  package init(providers: [Linked]) { self.providers = providers }

  package struct Linked: Hashable, Sendable, Codable {
    /// For `DELETE /v1/user/providers/{id}`.
    package var id: String
    /// The provider's id in the configuration.
    package var provider: String
    /// The provider's name as configured; its id if it is no longer configured.
    package var name: String
    /// As the provider reported it.
    package var email: String?
    /// RFC 3339.
    package var linkedAt: String
    /// False if it is the only way to sign in.
    package var removable: Bool

    package init(
      id: String, provider: String, name: String, email: String?, linkedAt: String, removable: Bool
    ) {
      self.id = id
      self.provider = provider
      self.name = name
      self.email = email
      self.linkedAt = linkedAt
      self.removable = removable
    }

    enum CodingKeys: String, CodingKey {
      case id, provider, name, email, removable
      case linkedAt = "linked_at"
    }
  }
}

/// `POST /v1/federation/account`: completes a sign-in with a new account, without the provider's address.
package struct FederationTokenBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var token: String
  package init(token: String) { self.token = token }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token
  }
}
