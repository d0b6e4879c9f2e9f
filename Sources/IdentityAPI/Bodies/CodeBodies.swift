/// The response to a registration, the same for new, pending and taken addresses.
package struct RegistrationAnswerBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var description: String
  /// Identifies the attempt, for clients that send it back when they confirm.
  package var registrationID: String
  /// RFC 3339.
  package var resendAt: String
  package var expiresAt: String

  package init(description: String, registrationID: String, resendAt: String, expiresAt: String) {
    self.description = description
    self.registrationID = registrationID
    self.resendAt = resendAt
    self.expiresAt = expiresAt
  }

  enum CodingKeys: String, CodingKey {
    case status, description
    case registrationID = "registration_id"
    case resendAt = "resend_at"
    case expiresAt = "expires_at"
  }
}

/// The response after a code was sent: `POST /v1/login {user_name}`, `PUT /v1/forgotpassword
/// {user_name}` and `DELETE /v1/user {request}`. The same whether or not there is an account.
package struct CodeSentBody: Hashable, Sendable, Codable {
  package var status = "success"
  package var description: String
  /// What continues a login by code; absent elsewhere.
  package var session: String?
  /// RFC 3339: how long to wait, and how many tries are left (CMP-10).
  package var resendAt: String
  package var expiresAt: String
  package var triesLeft: Int
  /// How many days the account is kept after the code of a deletion (CTR-10); absent where it is not.
  package var waitDays: Int?
  /// Masked: where the code of a deletion went; absent elsewhere.
  package var sentTo: String?

  package init(
    description: String, session: String? = nil, resendAt: String, expiresAt: String,
    triesLeft: Int, waitDays: Int? = nil, sentTo: String? = nil
  ) {
    self.description = description
    self.session = session
    self.resendAt = resendAt
    self.expiresAt = expiresAt
    self.triesLeft = triesLeft
    self.waitDays = waitDays
    self.sentTo = sentTo
  }

  enum CodingKeys: String, CodingKey {
    case status, description, session
    case resendAt = "resend_at"
    case expiresAt = "expires_at"
    case triesLeft = "tries_left"
    case waitDays = "wait_days"
    case sentTo = "sent_to"
  }
}
