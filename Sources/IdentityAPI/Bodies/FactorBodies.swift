/// `POST /v1/login/second_step`: a second factor for a sign-in that asked for one. All values are
/// texts, as clients send them.
package struct SecondStepBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  /// From the answer to the first step.
  package var token: String
  /// The code of an authenticator app, or a recovery code.
  package var factorCode: String?
  /// Of a code by SMS.
  package var codeToken: String?
  package var verificationCode: String?
  /// `true`: this device is asked for no second factor for 30 days.
  package var trustDevice: String?

  package init(
    token: String, factorCode: String? = nil, codeToken: String? = nil,
    verificationCode: String? = nil, trustDevice: String? = nil
  ) {
    self.token = token
    self.factorCode = factorCode
    self.codeToken = codeToken
    self.verificationCode = verificationCode
    self.trustDevice = trustDevice
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token
    case factorCode = "factor_code"
    case codeToken = "code_token"
    case verificationCode = "verification_code"
    case trustDevice = "trust_device"
  }
}

/// The other calls of a second step.
package struct SecondStepTokenBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var token: String
  package init(token: String) { self.token = token }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token
  }
}

/// `POST /v1/factors/totp/confirmation`.
package struct TOTPConfirmationBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var id: String
  package var factorCode: String

  package init(id: String, factorCode: String) {
    self.id = id
    self.factorCode = factorCode
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case id
    case factorCode = "factor_code"
  }
}

/// `POST /v1/factors/recovery_codes/kept`.
package struct RecoveryCodesKeptBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var id: String
  package init(id: String) { self.id = id }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case id
  }
}

/// `PUT /v1/factors/two_steps`, with a proof as in `ShownBody`.
package struct TwoStepsBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  /// `true` or `false`.
  package var enabled: String
  package var password: String?
  package var token: String?
  package var verificationCode: String?
  package var factorCode: String?

  package init(
    enabled: String, password: String? = nil, token: String? = nil,
    verificationCode: String? = nil, factorCode: String? = nil
  ) {
    self.enabled = enabled
    self.password = password
    self.token = token
    self.verificationCode = verificationCode
    self.factorCode = factorCode
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case enabled, password, token
    case verificationCode = "verification_code"
    case factorCode = "factor_code"
  }
}

/// A secret for an authenticator app: as text, and as the URI that its QR code holds.
package struct TOTPBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var id: String
  package var secret: String
  package var uri: String
  package var expiresAt: String

  package init(id: String, secret: String, uri: String, expiresAt: String) {
    self.id = id
    self.secret = secret
    self.uri = uri
    self.expiresAt = expiresAt
  }

  enum CodingKeys: String, CodingKey {
    case status, id, secret, uri
    case expiresAt = "expires_at"
  }
}

package struct RecoveryCodesBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var id: String
  package var codes: [String]
  /// The codes, a line each, for a client that only shows them.
  package var text: String

  package init(id: String, codes: [String]) {
    self.id = id
    self.codes = codes
    text = codes.joined(separator: "\n")
  }
}

/// `GET /v1/factors`.
package struct FactorsBody: Hashable, Sendable, Codable {
  package struct Authenticator: Hashable, Sendable, Codable {
    package var id: String
    package var addedAt: String
    package var lastUsedAt: String?

    package init(id: String, addedAt: String, lastUsedAt: String?) {
      self.id = id
      self.addedAt = addedAt
      self.lastUsedAt = lastUsedAt
    }

    enum CodingKeys: String, CodingKey {
      case id
      case addedAt = "added_at"
      case lastUsedAt = "last_used_at"
    }
  }

  package var hasPassword: Bool
  package var twoSteps: Bool
  /// Whether the operator requires a second factor.
  package var required: Bool
  package var totp: [Authenticator]
  /// Absent without recovery codes.
  package var recoveryCodesLeft: Int?
  /// While somebody waits for the factors to be removed.
  package var resetEndsAt: String?

  package init(
    hasPassword: Bool, twoSteps: Bool, required: Bool, totp: [Authenticator],
    recoveryCodesLeft: Int? = nil, resetEndsAt: String? = nil
  ) {
    self.hasPassword = hasPassword
    self.twoSteps = twoSteps
    self.required = required
    self.totp = totp
    self.recoveryCodesLeft = recoveryCodesLeft
    self.resetEndsAt = resetEndsAt
  }

  enum CodingKeys: String, CodingKey {
    case required, totp
    case hasPassword = "has_password"
    case twoSteps = "two_steps"
    case recoveryCodesLeft = "recovery_codes_left"
    case resetEndsAt = "reset_ends_at"
  }
}

/// `POST /v1/login/second_step/reset`: 0 waits, 1 is signed in.
package struct FactorResetBody: Hashable, Sendable, Codable {
  package var status: Int
  package var endsAt: String?
  package var tokens: TokenBody?

  package init(status: Int, endsAt: String? = nil, tokens: TokenBody? = nil) {
    self.status = status
    self.endsAt = endsAt
    self.tokens = tokens
  }

  enum CodingKeys: String, CodingKey {
    case status, tokens
    case endsAt = "ends_at"
  }
}
