/// A numeric error code. Those of the account API keep the numbers that its public clients look
/// for; ours begin at 300001. A number is never reused.
package struct APIErrorCode: RawRepresentable, Hashable, Sendable, Codable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  package static let malformed = APIErrorCode(rawValue: 100_006)
  /// Not 100007, after which public clients sign the user out. An expired access token is no reason
  /// to; only a refusal of the refresh token is.
  package static let unauthorized = APIErrorCode(rawValue: 300_024)
  package static let weakPassword = APIErrorCode(rawValue: 101_004)
  package static let userExists = APIErrorCode(rawValue: 101_006)
  package static let wrongCredentials = APIErrorCode(rawValue: 101_009)
  package static let wrongCode = APIErrorCode(rawValue: 101_012)
  package static let notConfirmed = APIErrorCode(rawValue: 101_015)
  package static let refreshTokenInvalid = APIErrorCode(rawValue: 101_017)

  package static let limited = APIErrorCode(rawValue: 300_001)
  package static let busy = APIErrorCode(rawValue: 300_002)
  package static let accountBlocked = APIErrorCode(rawValue: 300_003)
  package static let insufficientScope = APIErrorCode(rawValue: 300_004)
  package static let proofRequired = APIErrorCode(rawValue: 300_005)
  package static let proofNonceRequired = APIErrorCode(rawValue: 300_006)
  package static let proofDuplicate = APIErrorCode(rawValue: 300_007)
  package static let crumbInvalid = APIErrorCode(rawValue: 300_008)
  package static let verificationTokenInvalid = APIErrorCode(rawValue: 300_009)
  package static let sessionKindOff = APIErrorCode(rawValue: 300_010)
  package static let phoneNumberInvalid = APIErrorCode(rawValue: 300_011)
  package static let regionNotServed = APIErrorCode(rawValue: 300_012)
  package static let idempotencyBodyDiffers = APIErrorCode(rawValue: 300_013)
  package static let idempotencyRunning = APIErrorCode(rawValue: 300_014)
  package static let idempotencySettled = APIErrorCode(rawValue: 300_015)
  package static let notFound = APIErrorCode(rawValue: 300_016)
  package static let tooMany = APIErrorCode(rawValue: 300_017)
  package static let methodNotAllowed = APIErrorCode(rawValue: 300_018)
  package static let contentTypeNotSupported = APIErrorCode(rawValue: 300_019)
  package static let bodyTooLarge = APIErrorCode(rawValue: 300_020)
  package static let storageUnavailable = APIErrorCode(rawValue: 300_021)
  package static let originRefused = APIErrorCode(rawValue: 300_022)
  package static let ambiguousCredentials = APIErrorCode(rawValue: 300_023)
  /// A fault of this server.
  package static let internalFault = APIErrorCode(rawValue: 300_025)
  package static let requestTimeout = APIErrorCode(rawValue: 300_026)
  package static let headerTooLarge = APIErrorCode(rawValue: 300_027)
  /// `MKTHANDLE` of the market client.
  package static let marketUnknown = APIErrorCode(rawValue: 300_028)
  /// `NOMKT`.
  package static let marketClosed = APIErrorCode(rawValue: 300_029)
  /// `EXPIRED`. Its others map to ours: `BLOCKED` is `accountBlocked`, `NONE` and `INVALID` are
  /// `wrongCredentials`, `DUPLICATE` is `userExists`.
  package static let sessionExpired = APIErrorCode(rawValue: 300_030)
  package static let registrationClosed = APIErrorCode(rawValue: 300_031)
  /// RFC 9470.
  package static let insufficientAuthentication = APIErrorCode(rawValue: 300_032)
  /// FED-5.
  package static let federationCancelled = APIErrorCode(rawValue: 300_033)
  package static let federationRefused = APIErrorCode(rawValue: 300_034)
  package static let federationFailed = APIErrorCode(rawValue: 300_035)
  package static let federationUnavailable = APIErrorCode(rawValue: 300_036)
  package static let federationWrongIssuer = APIErrorCode(rawValue: 300_037)
  package static let federationWrongNonce = APIErrorCode(rawValue: 300_038)
  package static let federationInvalidAssertion = APIErrorCode(rawValue: 300_039)
  package static let federationExpired = APIErrorCode(rawValue: 300_040)
  package static let federationStateMismatch = APIErrorCode(rawValue: 300_041)
  package static let federationIdentityTaken = APIErrorCode(rawValue: 300_042)
  /// FED-8.
  package static let lastWayIn = APIErrorCode(rawValue: 300_043)
  /// MFA-3: the first step was right.
  package static let secondFactorRequired = APIErrorCode(rawValue: 300_044)
  package static let factorCodeWrong = APIErrorCode(rawValue: 300_045)
  /// MFA-1.
  package static let factorCodeUsed = APIErrorCode(rawValue: 300_046)
  /// The clock of the phone is wrong.
  package static let factorClockSkewed = APIErrorCode(rawValue: 300_047)
  package static let secondStepExpired = APIErrorCode(rawValue: 300_048)
  /// MFA-3: a client without a device key.
  package static let twoStepsNeedKey = APIErrorCode(rawValue: 300_049)
  package static let twoStepsNotReady = APIErrorCode(rawValue: 300_050)
  /// MFA-4.
  package static let twoStepsRequired = APIErrorCode(rawValue: 300_051)
  package static let enrolmentExpired = APIErrorCode(rawValue: 300_052)
  /// MFA-7.
  package static let factorResetUnavailable = APIErrorCode(rawValue: 300_053)
  /// PAS-4, PAS-7.
  package static let passkeyMalformed = APIErrorCode(rawValue: 300_056)
  package static let passkeyChallengeInvalid = APIErrorCode(rawValue: 300_057)
  package static let passkeyWrongType = APIErrorCode(rawValue: 300_058)
  package static let passkeyWrongOrigin = APIErrorCode(rawValue: 300_059)
  package static let passkeyWrongRelyingParty = APIErrorCode(rawValue: 300_060)
  package static let passkeyUserNotPresent = APIErrorCode(rawValue: 300_061)
  package static let passkeyUserNotVerified = APIErrorCode(rawValue: 300_062)
  package static let passkeyWrongBackupState = APIErrorCode(rawValue: 300_063)
  package static let passkeyAlgorithmNotSupported = APIErrorCode(rawValue: 300_064)
  package static let passkeyAttestationNotSupported = APIErrorCode(rawValue: 300_065)
  package static let passkeyWrongSignature = APIErrorCode(rawValue: 300_066)
  package static let passkeyUnknown = APIErrorCode(rawValue: 300_067)
  package static let passkeyCloned = APIErrorCode(rawValue: 300_068)
  package static let passkeyTaken = APIErrorCode(rawValue: 300_069)
}

/// The description of a code: its stable name and its HTTP status.
package struct APIErrorRow: Hashable, Sendable {
  package let code: APIErrorCode
  package let name: String
  package let status: Int

  /// Every code of this server, once. The document of the API and the tests are derived from it.
  package static let all: [APIErrorRow] = [
    row(.malformed, "malformed", 400), row(.unauthorized, "unauthorized", 401),
    row(.weakPassword, "weak_password", 400), row(.userExists, "user_exists", 400),
    row(.wrongCredentials, "wrong_credentials", 400), row(.wrongCode, "wrong_code", 400),
    row(.notConfirmed, "not_confirmed", 400),
    row(.refreshTokenInvalid, "refresh_token_invalid", 400), row(.limited, "limited", 429),
    row(.busy, "busy", 503), row(.accountBlocked, "account_blocked", 403),
    row(.insufficientScope, "insufficient_scope", 403),
    row(.proofRequired, "proof_required", 401),
    row(.proofNonceRequired, "use_dpop_nonce", 401),
    row(.proofDuplicate, "proof_duplicate", 401), row(.crumbInvalid, "crumb_invalid", 403),
    row(.verificationTokenInvalid, "verification_token_invalid", 401),
    row(.sessionKindOff, "session_kind_off", 403),
    row(.phoneNumberInvalid, "phone_number_invalid", 400),
    row(.regionNotServed, "region_not_served", 400),
    row(.idempotencyBodyDiffers, "idempotency_body_differs", 422),
    row(.idempotencyRunning, "idempotency_running", 409),
    row(.idempotencySettled, "idempotency_settled", 409), row(.notFound, "not_found", 404),
    row(.tooMany, "too_many", 400), row(.methodNotAllowed, "method_not_allowed", 405),
    row(.contentTypeNotSupported, "content_type_not_supported", 415),
    row(.bodyTooLarge, "body_too_large", 413),
    row(.storageUnavailable, "storage_unavailable", 503),
    row(.originRefused, "origin_refused", 403),
    row(.ambiguousCredentials, "ambiguous_credentials", 400),
    row(.internalFault, "internal", 500), row(.requestTimeout, "request_timeout", 408),
    row(.headerTooLarge, "header_too_large", 431),
    row(.marketUnknown, "market_unknown", 400), row(.marketClosed, "market_closed", 403),
    row(.sessionExpired, "session_expired", 401),
    row(.registrationClosed, "registration_closed", 403),
    row(.insufficientAuthentication, "insufficient_user_authentication", 401),
    row(.federationCancelled, "federation_cancelled", 400),
    row(.federationRefused, "federation_refused", 400),
    row(.federationFailed, "federation_failed", 400),
    row(.federationUnavailable, "federation_unavailable", 503),
    row(.federationWrongIssuer, "federation_wrong_issuer", 400),
    row(.federationWrongNonce, "federation_wrong_nonce", 400),
    row(.federationInvalidAssertion, "federation_invalid_assertion", 400),
    row(.federationExpired, "federation_expired", 401),
    row(.federationStateMismatch, "federation_state_mismatch", 400),
    row(.federationIdentityTaken, "federation_identity_taken", 400),
    row(.lastWayIn, "last_way_in", 400),
    row(.secondFactorRequired, "second_factor_required", 401),
    row(.factorCodeWrong, "second_factor_wrong", 400),
    row(.factorCodeUsed, "second_factor_used", 400),
    row(.factorClockSkewed, "second_factor_clock", 400),
    row(.secondStepExpired, "second_step_expired", 401),
    row(.twoStepsNeedKey, "two_steps_need_key", 403),
    row(.twoStepsNotReady, "two_steps_not_ready", 400),
    row(.twoStepsRequired, "two_steps_required", 403),
    row(.enrolmentExpired, "enrolment_expired", 400),
    row(.factorResetUnavailable, "factor_reset_unavailable", 403),
    row(.passkeyMalformed, "passkey_malformed", 400),
    row(.passkeyChallengeInvalid, "passkey_challenge_invalid", 400),
    row(.passkeyWrongType, "passkey_wrong_type", 400),
    row(.passkeyWrongOrigin, "passkey_wrong_origin", 400),
    row(.passkeyWrongRelyingParty, "passkey_wrong_relying_party", 400),
    row(.passkeyUserNotPresent, "passkey_user_not_present", 400),
    row(.passkeyUserNotVerified, "passkey_user_not_verified", 400),
    row(.passkeyWrongBackupState, "passkey_wrong_backup_state", 400),
    row(.passkeyAlgorithmNotSupported, "passkey_algorithm_not_supported", 400),
    row(.passkeyAttestationNotSupported, "passkey_attestation_not_supported", 400),
    row(.passkeyWrongSignature, "passkey_wrong_signature", 400),
    row(.passkeyUnknown, "passkey_unknown", 400),
    row(.passkeyCloned, "passkey_cloned", 400),
    row(.passkeyTaken, "passkey_taken", 400),
  ]

  private static func row(_ code: APIErrorCode, _ name: String, _ status: Int) -> APIErrorRow {
    APIErrorRow(code: code, name: name, status: status)
  }
}

extension APIErrorCode {
  package var row: APIErrorRow? { APIErrorRow.all.first { $0.code == self } }

  /// The refusals after which public clients of the account API sign the user out; all other
  /// failures leave the session alone (facts, account sign-in).
  package static let signsOut: Set<Int> = [101_017, 101_016, 101_025, 100_007, 119_006]
}
