/// `GetUserRequest`.
package struct PhoneSignInBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var phoneNumber: String
  /// Where a number without a plus sign is dialled; ISO 3166-1 alpha-2.
  package var region: String?

  package init(phoneNumber: String, region: String? = nil) {
    self.phoneNumber = phoneNumber
    self.region = region
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case region
    case phoneNumber = "phone_number"
  }
}

/// `userVerification`, and the second code of a recycled number.
package struct VerificationBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var token: String
  /// The token of the mail's challenge, for a second proof.
  package var mailToken: String?
  package var verificationCode: String?

  package init(token: String, mailToken: String? = nil, verificationCode: String? = nil) {
    self.token = token
    self.mailToken = mailToken
    self.verificationCode = verificationCode
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case token
    case mailToken = "mail_token"
    case verificationCode = "verification_code"
  }
}

/// The result of a sign-in by phone. `status` is a number here, as in PHN-5 and PHN-9: 1 signed in,
/// 0 a code was sent, 2 a second proof is required (PHN-10).
package struct PhoneAnswerBody: Hashable, Sendable, Codable {
  package var status: Int
  package var userData: UserProfileBody?
  package var tokens: TokenBody?
  package var challenge: ChallengeBody?

  package init(
    status: Int, userData: UserProfileBody? = nil, tokens: TokenBody? = nil,
    challenge: ChallengeBody? = nil
  ) {
    self.status = status
    self.userData = userData
    self.tokens = tokens
    self.challenge = challenge
  }

  enum CodingKeys: String, CodingKey {
    case status, tokens, challenge
    case userData = "user_data"
  }
}

/// A challenge that waits for a code. Has the same form whoever owns the number.
package struct ChallengeBody: Hashable, Sendable, Codable {
  /// The user handle of `status = 0`.
  package var userID: String
  /// Valid for this verification only (PHN-4).
  package var token: String
  /// RFC 3339.
  package var resendAt: String
  package var expiresAt: String
  package var triesLeft: Int
  /// Masked: where the code went, for those who have shown whose account it is; absent elsewhere.
  package var sentTo: String?

  package init(
    userID: String, token: String, resendAt: String, expiresAt: String, triesLeft: Int,
    sentTo: String? = nil
  ) {
    self.userID = userID
    self.token = token
    self.resendAt = resendAt
    self.expiresAt = expiresAt
    self.triesLeft = triesLeft
    self.sentTo = sentTo
  }

  enum CodingKeys: String, CodingKey {
    case token
    case userID = "user_id"
    case resendAt = "resend_at"
    case expiresAt = "expires_at"
    case triesLeft = "tries_left"
    case sentTo = "sent_to"
  }
}

/// `POST /v1/user/identifiers`: an address, or a number in E.164, with the proofs presented in the
/// call (`ShownBody`). The action `add` adds it beside those of its kind, `replace` or none replaces the
/// primary one.
package struct IdentifierBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var identifier: String
  package var action: String?
  package var password: String?
  package var token: String?
  package var verificationCode: String?

  package init(
    identifier: String, action: String? = nil, password: String? = nil, token: String? = nil,
    verificationCode: String? = nil
  ) {
    self.identifier = identifier
    self.action = action
    self.password = password
    self.token = token
    self.verificationCode = verificationCode
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case identifier, action, password, token
    case verificationCode = "verification_code"
  }
}
