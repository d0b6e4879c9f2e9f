/// The one failure form.
package struct FailureBody: Error, Hashable, Sendable, Codable {
  package var status = "failure"
  package var errorCode: APIErrorCode
  /// The stable name of the code.
  package var code: String
  /// For developers, in English; clients show their own text by `code`.
  package var description: String
  /// The field of the request concerned.
  package var field: String?
  /// RFC 3339; also sent as `Retry-After`.
  package var retryAt: String?
  package var triesLeft: Int?
  /// Why the session ended, if that is the failure.
  package var cause: SignOutCauseName?
  /// The stable name of the reason why a password is refused (DEC-9).
  package var reason: String?
  /// RFC 9470: what would be sufficient, as in `WWW-Authenticate`.
  package var acrValues: String?
  /// Seconds.
  package var maxAge: Int?
  /// MFA-3: continues a sign-in with a second factor, on the device that began it.
  package var token: String?
  /// What it can be continued with (`SecondFactorName`).
  package var factors: [SecondFactorName]?
  package var expiresAt: String?

  package init(
    _ errorCode: APIErrorCode, description: String, field: String? = nil,
    retryAt: String? = nil, triesLeft: Int? = nil, cause: SignOutCauseName? = nil
  ) {
    self.errorCode = errorCode
    code = errorCode.row?.name ?? "unknown"
    self.description = description
    self.field = field
    self.retryAt = retryAt
    self.triesLeft = triesLeft
    self.cause = cause
  }

  enum CodingKeys: String, CodingKey {
    case status, code, description, field, cause, reason, token, factors
    case errorCode = "error_code"
    case retryAt = "retry_at"
    case triesLeft = "tries_left"
    case acrValues = "acr_values"
    case maxAge = "max_age"
    case expiresAt = "expires_at"
  }
}

/// Why a session ended (ENT-10), open for the causes of a newer server.
package struct SignOutCauseName: OpenName {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// A second factor that a sign-in can be continued with, open.
package struct SecondFactorName: OpenName {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
  package static let totp = SecondFactorName(rawValue: "totp")
  package static let recoveryCode = SecondFactorName(rawValue: "recovery_code")
  package static let sms = SecondFactorName(rawValue: "sms")
  package static let enrolment = SecondFactorName(rawValue: "enrolment")
  package static let reset = SecondFactorName(rawValue: "reset")
}

/// `{"status":"success","description":…}`.
package struct SuccessBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var description: String
  package init(description: String) { self.description = description }
}
