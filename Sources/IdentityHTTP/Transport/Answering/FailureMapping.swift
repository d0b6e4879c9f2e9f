import IdentityAPI
package import IdentityDomain

// The single place where refusals get their numbers, texts and headers. The texts are for client
// developers: they say what to do, and never repeat what was sent.

extension FailureAnswer {
  /// - Parameter failure: why the domain refused.
  package init(_ failure: IdentityFailure, at now: Timestamp) {
    switch failure {
    case .malformed(let field):
      self.init(.malformed, "\(field) has an invalid format.", field: field)
    case .weakPassword(let weakness):
      self.init(.weakPassword, weakness.advice, field: "password")
      body.reason = weakness.name
    case .wrongCredentials:
      self.init(.wrongCredentials, "Incorrect user name or password.")
    case .notConfirmed:
      self.init(
        .notConfirmed, "Confirm an address or a number first, with the code that was sent to it.")
    case .accountBlocked:
      self.init(.accountBlocked, "This account is blocked. Contact the operator.")
    case .identifierTaken:
      self.init(.userExists, "An account with this user name already exists.", field: "user_name")
    case .wrongCode(let triesLeft):
      self.init(.wrongCode, "The code is wrong or has expired. Request a new one.")
      body.triesLeft = triesLeft
    case .limited(let until):
      self.init(.limited, "Too many attempts. Try again after retry_at.")
      wait(until: until, now)
    case .busy(let until):
      self.init(.busy, "The server is busy. Try again after retry_at.")
      wait(until: until, now)
    case .refreshTokenInvalid(let cause):
      self.init(.refreshTokenInvalid, "The session has ended. Sign in again.")
      body.cause = cause?.name
    case .unauthorized(let cause):
      self.init(.unauthorized, "Sign in or refresh the session, then try again.")
      body.cause = cause?.name
      challenge = .invalidToken
    case .insufficientScope:
      self.init(.insufficientScope, "This session is not allowed to do that.")
    case .insufficientAuthentication(let need):
      self.init(
        .insufficientAuthentication,
        need.maxAgeSeconds == nil
          ? "Another proof is needed: request a code and send it with the password."
          : "Confirm that it's you, then try again.")
      body.acrValues = need.level.acr
      body.maxAge = need.maxAgeSeconds
      challenge = .insufficientAuthentication
    case .proofRequired:
      self.init(
        .proofRequired, "Send a proof signed with the session's device key in the DPoP header.")
      challenge = .invalidProof
    case .proofNonceRequired:
      self.init(
        .proofNonceRequired, "Create a new proof with the nonce from the DPoP-Nonce header.")
      challenge = .useNonce
    case .proofDuplicate:
      self.init(.proofDuplicate, "This proof was already used. Create a new one for each request.")
      challenge = .invalidProof
    case .crumbInvalid:
      self.init(.crumbInvalid, "Send the session's CSRF token (crumb) in the Portico-Crumb header.")
    case .verificationTokenInvalid:
      self.init(
        .verificationTokenInvalid, "The code was already used or has expired. Request a new one.")
      challenge = .plain
    case .sessionKindOff:
      self.init(.sessionKindOff, "This server requires a device key for every call.")
    case .registrationClosed:
      self.init(.registrationClosed, "Registration is closed.")
    case .phoneNumberInvalid:
      self.init(
        .phoneNumberInvalid, "Enter a mobile number that can receive text messages.",
        field: "phone_number")
    case .regionNotServed:
      self.init(.regionNotServed, "Messages cannot be sent to this country.", field: "phone_number")
    case .idempotencyBodyDiffers:
      self.init(
        .idempotencyBodyDiffers, "This Idempotency-Key was already used with a different request.",
        field: "Idempotency-Key")
    case .idempotencyRunning(let until):
      self.init(
        .idempotencyRunning, "The first request with this Idempotency-Key is still running.")
      wait(until: until, now)
    case .idempotencySettled:
      self.init(
        .idempotencySettled, "This request already succeeded, and its tokens have been used.")
    case .notFound: self.init(.notFound, "Not found.")
    case .marketUnknown:
      self.init(
        .marketUnknown, "Unknown market. Choose one from getMarkets.", field: "mkt_handle")
    case .marketClosed:
      self.init(.marketClosed, "This market is not open yet.", field: "mkt_handle")
    case .sessionExpired(let cause):
      self.init(.sessionExpired, "The market session has ended. Sign in again.")
      body.cause = cause.name
      challenge = .invalidToken
    case .tooMany(let field):
      self.init(.tooMany, "The maximum number of these has been reached.", field: field)
    case .provider(let failure):
      self.init(failure.apiCode, failure.advice)
      if failure == .unavailable { wait(until: now + .seconds(30), now) }
    case .authorizationInvalid:
      self.init(
        .federationExpired, "This sign-in has expired or was already completed. Start again.")
      challenge = .plain
    case .stateMismatch:
      self.init(
        .federationStateMismatch, "The response belongs to another sign-in. Start again.",
        field: "state")
    case .identityTaken:
      self.init(
        .federationIdentityTaken, "Another account is already linked to this provider account.")
    case .secondFactorRequired(let request):
      self.init(.secondFactorRequired, "Complete the sign-in with a second factor.")
      body.token = request.step.text
      body.factors = request.factors.names
      body.expiresAt = request.expiresAt.rfc3339
      challenge = .insufficientAuthentication
      body.acrValues = AssuranceLevel.two.acr
    case .factorCodeWrong(let triesLeft):
      self.init(.factorCodeWrong, "The code is wrong.", field: "factor_code")
      body.triesLeft = triesLeft
    case .factorCodeUsed:
      self.init(
        .factorCodeUsed, "This code was already used. Wait for the next one.",
        field: "factor_code")
    case .factorClockSkewed:
      self.init(
        .factorClockSkewed,
        "This code belongs to another time. Set the clock of the phone to automatic.",
        field: "factor_code")
    case .secondStepExpired:
      self.init(.secondStepExpired, "This sign-in has expired. Start again.")
      challenge = .plain
    case .twoStepsNeedKey:
      self.init(
        .twoStepsNeedKey, "This account uses two-step sign-in, which this client cannot do.")
    case .twoStepsNotReady:
      self.init(
        .twoStepsNotReady,
        "Add an authenticator app, keep recovery codes and set a password first.")
    case .twoStepsRequired:
      self.init(.twoStepsRequired, "This service requires a second factor.")
    case .enrolmentExpired:
      self.init(.enrolmentExpired, "This set-up has expired or is complete. Start again.")
    case .factorResetUnavailable:
      self.init(
        .factorResetUnavailable, "This account has no e-mail address that could be notified.")
    case .passkey(let failure): self.init(failure.apiCode, failure.advice)
    case .lastWayIn:
      self.init(
        .lastWayIn, "This is the only way to sign in. Add another before you remove it.")
    }
  }

  /// - Parameter problem: why the call did not reach an operation.
  package init(_ problem: RequestProblem) {
    switch problem {
    case .unknownPath: self.init(.notFound, "Path not found.")
    case .wrongMethod(let allowed):
      self.init(.methodNotAllowed, "Method not allowed. See the Allow header.")
      self.allowed = allowed
    case .malformed(let field):
      self.init(.malformed, "\(field) has an invalid format.", field: field)
    case .wrongContentType:
      self.init(
        .contentTypeNotSupported, "Send JSON in UTF-8, with Content-Type: application/json.",
        field: "Content-Type")
    case .bodyTooLarge(let most):
      self.init(.bodyTooLarge, "The body exceeds the limit of \(most) bytes.")
      endsConnection = true
    case .headerTooLarge:
      self.init(.headerTooLarge, "The header is too large. Send fewer or shorter fields.")
      endsConnection = true
    case .tooSlow:
      self.init(.requestTimeout, "The request timed out. Try again.")
      endsConnection = true
    case .full:
      self.init(.busy, "The server is busy. Try again in a second.")
      retryAfter = 1
      endsConnection = true
    case .foreignOrigin:
      self.init(.originRefused, "Requests from this origin are not allowed.", field: "Origin")
    case .foreignHost:
      self.init(
        .originRefused, "With --dev, the server answers only to 127.0.0.1, localhost and [::1].",
        field: "Host")
    case .ambiguousCredentials:
      self.init(
        .ambiguousCredentials, "Send either the session cookie or Authorization, not both.",
        field: "Authorization")
    case .badAccessToken(let wasPresented):
      self.init(.unauthorized, "Sign in or refresh the session, then try again.")
      challenge = wasPresented ? .invalidToken : .plain
    case .badProof(let problem):
      self.init(.proofRequired, problem.advice, field: "DPoP")
      challenge = .invalidProof
    }
  }

  /// - Parameter error: whatever an operation or a port threw.
  package init(_ error: any Error, at now: Timestamp) {
    switch error {
    case let answer as FailureAnswer: self = answer
    case let failure as IdentityFailure: self.init(failure, at: now)
    case RequestProblem.full:
      self.init(RequestProblem.full)
      wait(until: now + .seconds(1), now)
    case let problem as RequestProblem: self.init(problem)
    case let body as FailureBody: self.init(body)
    case let missing as MissingField:
      self.init(RequestProblem.malformed(field: missing.field))
    case let error as DecodingError:
      self.init(RequestProblem.malformed(field: error.field))
    case let error as any StoreError where error.isUnavailable:
      self.init(.storageUnavailable, "Storage is temporarily unavailable. Try again later.")
      wait(until: now + .seconds(30), now)
      fault = "\(type(of: error))"
      faultReason = error.plainReason
    case is CancellationError:
      self.init(.busy, "The server is shutting down. Try again.")
      wait(until: now + .seconds(1), now)
    default:
      self.init(.internalFault, "Internal server error. Report the X-Request-Id to the operator.")
      fault = "\(type(of: error))"
      faultReason = (error as? any StoreError)?.plainReason
    }
  }

  private mutating func wait(until then: Timestamp, _ now: Timestamp) {
    retryAfter = now.seconds(until: then)
    body.retryAt = then.rfc3339
  }
}

extension ProviderFailure {
  var apiCode: APIErrorCode {
    switch self {
    case .cancelled: .federationCancelled
    case .refused: .federationRefused
    case .failed: .federationFailed
    case .unavailable: .federationUnavailable
    case .wrongIssuer: .federationWrongIssuer
    case .wrongNonce: .federationWrongNonce
    case .invalidAssertion: .federationInvalidAssertion
    }
  }

  var advice: String {
    switch self {
    case .cancelled: "Sign-in was cancelled. Start again."
    case .refused: "The provider did not allow the sign-in. Start again."
    case .failed: "The provider ended the sign-in with an error. Start again."
    case .unavailable: "The provider cannot be reached. Try again later, or sign in another way."
    case .wrongIssuer: "The response came from another provider. Start again."
    case .wrongNonce: "The ID token belongs to another sign-in. Start again."
    case .invalidAssertion: "The provider's ID token is not valid. Start again."
    }
  }
}

extension FactorChoices {
  var names: [SecondFactorName] {
    let all: [(FactorChoices, SecondFactorName)] = [
      (.totp, .totp), (.recoveryCode, .recoveryCode), (.sms, .sms), (.enrolment, .enrolment),
      (.reset, .reset),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension SignOutCause {
  var name: SignOutCauseName { SignOutCauseName(rawValue: rawValue) }
}

extension PasswordWeakness {
  var advice: String {
    switch self {
    case .tooShort: "The password is too short."
    case .tooLong: "The password is too long."
    case .common: "This password is too common. Choose another."
    case .ownWords:
      "This password is mostly words from this service or your account. Choose another."
    case .unprintable: "The password contains a character that cannot be typed."
    }
  }
}

extension RequestProblem.ProofProblem {
  var advice: String {
    switch self {
    case .unreadable: "The DPoP header does not contain an RFC 9449 proof signed with ES256."
    case .otherMethod: "The proof is for another method (htm)."
    case .otherURL: "The proof is for another URL (htu)."
    case .otherAccessToken: "The proof is for another access token (ath)."
    case .badProofID: "The proof's jti is too short or too long."
    }
  }
}

extension DecodingError {
  /// The field concerned, by its name on the wire.
  var field: String {
    let path: [any CodingKey] =
      switch self {
      case .keyNotFound(let key, let context): context.codingPath + [key]
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      @unknown default: []
      }
    let names = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return names.isEmpty ? "body" : names.joined(separator: ".")
  }
}
