/// What an authenticator made of a challenge for a passkey that it has; bytes in base64url.
package struct PasskeyAssertionBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var id: String
  package var clientData: String
  package var authenticatorData: String
  package var signature: String
  package var userHandle: String?

  package init(
    id: String, clientData: String, authenticatorData: String, signature: String,
    userHandle: String? = nil
  ) {
    self.id = id
    self.clientData = clientData
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, signature
    case clientData = "client_data"
    case authenticatorData = "authenticator_data"
    case userHandle = "user_handle"
  }
}

/// The same for a new passkey.
package struct PasskeyCreationBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var id: String
  package var clientData: String
  package var attestationObject: String
  /// In the owner's list; absent for that of its provider. A sign-up ignores it.
  package var name: String?

  package init(
    id: String, clientData: String, attestationObject: String, name: String? = nil
  ) {
    self.id = id
    self.clientData = clientData
    self.attestationObject = attestationObject
    self.name = name
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case id, name
    case clientData = "client_data"
    case attestationObject = "attestation_object"
  }
}

/// A body in which no field counts, so that one that is no JSON object is refused as everywhere.
package struct EmptyBody: Hashable, CallBody {
  package static let fields: [String] = []

  package init() {}
}

/// `POST /v1/passkeys/registration`: a new account, with the name that its owner may give.
package struct PasskeySignUpBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var name: String?

  package init(name: String? = nil) { self.name = name }

  enum CodingKeys: String, CodingKey, CaseIterable { case name }
}

/// `POST /v1/passkeys/recovery`: a recovery code with the name of its sheet, as it was shown.
package struct PasskeyRecoveryBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var factorCode: String

  package init(factorCode: String) { self.factorCode = factorCode }

  enum CodingKeys: String, CodingKey, CaseIterable { case factorCode = "factor_code" }
}

/// `PUT /v1/user/passkeys/{id}`.
package struct PasskeyNameBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var name: String

  package init(name: String) { self.name = name }

  enum CodingKeys: String, CodingKey, CaseIterable { case name }
}

/// For `navigator.credentials.get` (WebAuthn section 5.5).
package struct PasskeyRequestBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var challenge: String
  package var relyingParty: String
  /// `required` or `preferred`.
  package var userVerification: String
  /// Empty: any passkey of this service.
  package var allowed: [String]
  /// RFC 3339.
  package var expiresAt: String

  package init(
    challenge: String, relyingParty: String, userVerification: String, allowed: [String],
    expiresAt: String
  ) {
    self.challenge = challenge
    self.relyingParty = relyingParty
    self.userVerification = userVerification
    self.allowed = allowed
    self.expiresAt = expiresAt
  }

  enum CodingKeys: String, CodingKey {
    case status, challenge, allowed
    case relyingParty = "rp_id"
    case userVerification = "user_verification"
    case expiresAt = "expires_at"
  }
}

/// For `navigator.credentials.create` (WebAuthn section 5.4).
package struct PasskeyCreationRequestBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var challenge: String
  package var relyingParty: String
  package var relyingPartyName: String
  package var userHandle: String
  package var userName: String
  package var userVerification: String
  /// COSE's numbers, the preferred one first.
  package var algorithms: [Int64]
  package var excluded: [String]
  /// RFC 3339.
  package var expiresAt: String

  package init(
    challenge: String, relyingParty: String, relyingPartyName: String, userHandle: String,
    userName: String, userVerification: String, algorithms: [Int64], excluded: [String],
    expiresAt: String
  ) {
    self.challenge = challenge
    self.relyingParty = relyingParty
    self.relyingPartyName = relyingPartyName
    self.userHandle = userHandle
    self.userName = userName
    self.userVerification = userVerification
    self.algorithms = algorithms
    self.excluded = excluded
    self.expiresAt = expiresAt
  }

  enum CodingKeys: String, CodingKey {
    case status, challenge, algorithms, excluded
    case relyingParty = "rp_id"
    case relyingPartyName = "rp_name"
    case userHandle = "user_handle"
    case userName = "user_name"
    case userVerification = "user_verification"
    case expiresAt = "expires_at"
  }
}

/// `GET /v1/user/passkeys`.
package struct PasskeysBody: Hashable, Sendable, Codable {
  package var passkeys: [Passkey]
  /// For the platform's signals (WebAuthn section 5.1.10); absent where there are no passkeys any more.
  package var relyingParty: String?

  package init(passkeys: [Passkey], relyingParty: String?) {
    self.passkeys = passkeys
    self.relyingParty = relyingParty
  }

  enum CodingKeys: String, CodingKey {
    case passkeys
    case relyingParty = "rp_id"
  }

  package struct Passkey: Hashable, Sendable, Codable {
    package var id: String
    /// The credential id, for the platform's signals (WebAuthn section 5.1.10).
    package var credential: String
    /// The owner's name for it, or that of its provider; absent if neither is known.
    package var name: String?
    package var createdAt: String
    package var lastUsedAt: String?
    /// Whether its provider keeps it on other devices too.
    package var synced: Bool
    /// Whether its counter said that there are two of it.
    package var suspect: Bool
    package var removable: Bool

    package init(
      id: String, credential: String, name: String?, createdAt: String, lastUsedAt: String?,
      synced: Bool, suspect: Bool, removable: Bool
    ) {
      self.id = id
      self.credential = credential
      self.name = name
      self.createdAt = createdAt
      self.lastUsedAt = lastUsedAt
      self.synced = synced
      self.suspect = suspect
      self.removable = removable
    }

    enum CodingKeys: String, CodingKey {
      case id, credential, name, synced, suspect, removable
      case createdAt = "created_at"
      case lastUsedAt = "last_used_at"
    }
  }
}
