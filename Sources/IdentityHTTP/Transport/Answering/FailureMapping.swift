import IdentityAPI
package import IdentityDomain

// The one place where refusals get their numbers, texts and headers. The texts are for people who
// build clients: they say what to do, and never repeat what was sent.

extension FailureAnswer {
  /// - Parameter failure: why the domain refused.
  package init(_ failure: IdentityFailure, at now: Timestamp) {
    switch failure {
    case .malformed(let field):
      self.init(.malformed, "\(field) is not of the form that is wanted here.", field: field)
    case .weakPassword(let weakness):
      self.init(.weakPassword, weakness.advice, field: "password")
      body.reason = weakness.name
    case .wrongCredentials:
      self.init(.wrongCredentials, "The user name or the password is wrong.")
    case .notConfirmed:
      self.init(.notConfirmed, "Confirm the registration with the code that was sent.")
    case .accountBlocked:
      self.init(.accountBlocked, "This account is blocked; ask the operator.")
    case .identifierTaken:
      self.init(.userExists, "There is an account with this user name.", field: "user_name")
    case .wrongCode(let triesLeft):
      self.init(.wrongCode, "The code is wrong or no longer good; ask for a new one.")
      body.triesLeft = triesLeft
    case .limited(let until):
      self.init(.limited, "Too many tries; wait until retry_at.")
      wait(until: until, now)
    case .busy(let until):
      self.init(.busy, "The server is busy; try again at retry_at.")
      wait(until: until, now)
    case .refreshTokenInvalid(let cause):
      self.init(.refreshTokenInvalid, "The session is over; sign in again.")
      body.cause = cause?.name
    case .unauthorized(let cause):
      self.init(.unauthorized, "Sign in, or extend the session, and try again.")
      body.cause = cause?.name
      challenge = .invalidToken
    case .insufficientScope:
      self.init(.insufficientScope, "This session may not do that.")
    case .insufficientAuthentication(let need):
      self.init(
        .insufficientAuthentication,
        need.maxAgeSeconds == nil
          ? "Prove it another way: ask for a code, and show it with the password."
          : "Prove again who you are, and try again.")
      body.acrValues = need.level.acr
      body.maxAge = need.maxAgeSeconds
      challenge = .insufficientAuthentication
    case .proofRequired:
      self.init(.proofRequired, "Send a proof by the session's device key in the header DPoP.")
      challenge = .invalidProof
    case .proofNonceRequired:
      self.init(.proofNonceRequired, "Make a new proof with the nonce of DPoP-Nonce.")
      challenge = .useNonce
    case .proofDuplicate:
      self.init(.proofDuplicate, "This proof was used before; make a new one for each try.")
      challenge = .invalidProof
    case .crumbInvalid:
      self.init(.crumbInvalid, "Send the session's crumb in the header Portico-Crumb.")
    case .verificationTokenInvalid:
      self.init(.verificationTokenInvalid, "The code was used or has expired; ask for a new one.")
      challenge = .plain
    case .sessionKindOff:
      self.init(.sessionKindOff, "This server wants every call proven with a device key.")
    case .registrationClosed:
      self.init(.registrationClosed, "No new accounts are made here now.")
    case .phoneNumberInvalid:
      self.init(
        .phoneNumberInvalid, "Enter a mobile number that can receive text messages.",
        field: "phone_number")
    case .regionNotServed:
      self.init(.regionNotServed, "No messages go to this country.", field: "phone_number")
    case .idempotencyBodyDiffers:
      self.init(
        .idempotencyBodyDiffers, "This Idempotency-Key came with another request before.",
        field: "Idempotency-Key")
    case .idempotencyRunning(let until):
      self.init(.idempotencyRunning, "The first call with this Idempotency-Key still runs.")
      wait(until: until, now)
    case .idempotencySettled:
      self.init(.idempotencySettled, "This was done before, and its tokens were used.")
    case .notFound: self.init(.notFound, "There is no such thing.")
    case .marketUnknown:
      self.init(
        .marketUnknown, "There is no such market; choose one of getMarkets.", field: "mkt_handle")
    case .marketClosed:
      self.init(.marketClosed, "This market is not open yet.", field: "mkt_handle")
    case .sessionExpired(let cause):
      self.init(.sessionExpired, "The session of this market is over; sign in again.")
      body.cause = cause.name
      challenge = .invalidToken
    case .tooMany(let field):
      self.init(.tooMany, "There are too many of these already.", field: field)
    }
  }

  /// - Parameter problem: why the call did not reach an operation.
  package init(_ problem: RequestProblem) {
    switch problem {
    case .unknownPath: self.init(.notFound, "There is nothing at this path.")
    case .wrongMethod(let allowed):
      self.init(.methodNotAllowed, "This path takes other methods; see the header Allow.")
      self.allowed = allowed
    case .malformed(let field):
      self.init(.malformed, "\(field) is not of the form that is wanted here.", field: field)
    case .wrongContentType:
      self.init(
        .contentTypeNotSupported, "Send JSON in UTF-8, with Content-Type: application/json.",
        field: "Content-Type")
    case .bodyTooLarge(let most):
      self.init(.bodyTooLarge, "The body may have \(most) bytes.")
      endsConnection = true
    case .headerTooLarge:
      self.init(.headerTooLarge, "The header is too large; send fewer or shorter fields.")
      endsConnection = true
    case .tooSlow:
      self.init(.requestTimeout, "The request did not come in time; try again.")
      endsConnection = true
    case .foreignOrigin:
      self.init(.originRefused, "Pages of this origin may not call.", field: "Origin")
    case .foreignHost:
      self.init(
        .originRefused, "A server with --dev answers to 127.0.0.1, localhost and [::1] only.",
        field: "Host")
    case .ambiguousCredentials:
      self.init(
        .ambiguousCredentials, "Send either the session cookie or Authorization, not both.",
        field: "Authorization")
    case .badAccessToken(let wasPresented):
      self.init(.unauthorized, "Sign in, or extend the session, and try again.")
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
    case let problem as RequestProblem: self.init(problem)
    case let body as FailureBody: self.init(body)
    case let missing as MissingField:
      self.init(RequestProblem.malformed(field: missing.field))
    case let error as DecodingError:
      self.init(RequestProblem.malformed(field: error.field))
    case let error as any StoreError where error.isUnavailable:
      self.init(.storageUnavailable, "The server cannot store anything right now; try again later.")
      wait(until: now + .seconds(30), now)
      fault = "\(type(of: error))"
    case is CancellationError:
      self.init(.busy, "The server is stopping; try again.")
      wait(until: now + .seconds(1), now)
    default:
      self.init(.internalFault, "The server made a mistake; name the X-Request-Id to the operator.")
      fault = "\(type(of: error))"
    }
  }

  private mutating func wait(until then: Timestamp, _ now: Timestamp) {
    retryAfter = now.seconds(until: then)
    body.retryAt = then.rfc3339
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
    case .common: "This password is one of the first that are tried; choose another."
    case .ownWords:
      "The password is little more than words of this service or your account; choose another."
    case .unprintable: "The password holds a character that cannot be typed."
    }
  }
}

extension RequestProblem.ProofProblem {
  var advice: String {
    switch self {
    case .unreadable: "DPoP holds no proof of RFC 9449 that is signed with ES256."
    case .otherMethod: "The proof is for another method (htm)."
    case .otherURL: "The proof is for another URL (htu)."
    case .otherAccessToken: "The proof is for another access token (ath)."
    case .badProofID: "The proof's jti is too short or too long."
    }
  }
}

extension DecodingError {
  /// The field that it is about, by its name on the wire.
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
