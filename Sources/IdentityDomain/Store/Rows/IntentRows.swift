extension IdempotencyRecord: StoredRow {
  package static let table = StoreTable(
    "idempotency", key: ["scope_kind", "scope", "operation", "key"],
    [
      .text("scope_kind"), .text("scope"), .text("operation"), .bytes("key"),
      .integer("started_at"),
    ] + StoreColumn.digest.named("body") + [
      .text("answer").optional, .text("answer_id").optional, .text("refusal").optional,
      .bytes("refusal_text").optional, .integer("refusal_number").optional,
      .integer("refusal_age").optional,
    ], indexes: [StoreIndex("started_at")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let scope: IntentKey.Scope
    switch try row.text() {
    case "account": scope = .account(try row.id())
    case "device": scope = .device(try row.thumbprint())
    default: throw UnreadableRow()
    }
    let key = IntentKey(operation: try row.text(), scope: scope, key: try row.freeText())
    let startedAt = try row.moment()
    self.init(
      key: key, body: try row.digest(), startedAt: startedAt,
      answer: try SettledAnswer.read(&row))
  }

  package func write(to row: inout RowWriter) {
    row.add(key.scope.kind)
    row.add(key.scope.text)
    row.add(key.operation)
    row.add(free: key.key)
    row.add(startedAt)
    row.add(body)
    SettledAnswer.write(answer, to: &row)
  }
}

extension IntentKey.Scope {
  package var kind: String {
    switch self {
    case .account: "account"
    case .device: "device"
    }
  }

  package var text: String {
    switch self {
    case .account(let id): id.text
    case .device(let key): key.text
    }
  }
}

extension SettledAnswer {
  fileprivate static func read(
    _ row: inout RowReader
  ) throws(UnreadableRow) -> SettledAnswer? {
    let name = try row.textIfAny()
    let id = try row.textIfAny()
    let refusal = try row.textIfAny()
    let values = RefusalValues(
      text: try row.freeTextIfAny(), number: try row.numberIfAny(), age: try row.countIfAny())
    switch (name, id, refusal) {
    case (nil, nil, nil): return nil
    case ("done", nil, nil): return .done
    case ("session", let id?, nil): return .session(ID(id))
    case ("challenge", let id?, nil): return .challenge(ID(id))
    case ("registration", let id?, nil): return .registration(ID(id))
    case ("authorization", let id?, nil): return .authorization(ID(id))
    case ("authenticator", let id?, nil): return .authenticator(ID(id))
    case ("recovery_codes", let id?, nil): return .recoveryCodes(ID(id))
    case ("refused", nil, let refusal?):
      guard let failure = IdentityFailure(name: refusal, values) else { throw UnreadableRow() }
      return .refused(failure)
    default: throw UnreadableRow()
    }
  }

  fileprivate static func write(_ answer: SettledAnswer?, to row: inout RowWriter) {
    var refusal: IdentityFailure?
    let (name, id): (String?, String?) =
      switch answer {
      case nil: (nil, nil)
      case .done: ("done", nil)
      case .session(let id): ("session", id.text)
      case .challenge(let id): ("challenge", id.text)
      case .registration(let id): ("registration", id.text)
      case .authorization(let id): ("authorization", id.text)
      case .authenticator(let id): ("authenticator", id.text)
      case .recoveryCodes(let id): ("recovery_codes", id.text)
      case .refused: ("refused", nil)
      }
    if case .refused(let failure) = answer { refusal = failure }
    row.add(name)
    row.add(id)
    row.add(refusal?.storedName)
    let values = refusal?.storedValues
    row.add(free: values?.text)
    row.add(values?.number)
    row.add(values?.age)
  }
}

/// What a refusal holds beside its name.
private struct RefusalValues {
  /// The name of a field, a weakness or a cause.
  var text: String?
  /// Tries, a moment in milliseconds, or a level.
  var number: Int64?
  /// Seconds.
  var age: Int?

  var moment: Timestamp? { number.map { Timestamp(milliseconds: $0) } }

  /// - Returns: nil in nil where there is none, and nil where there is one that we do not know.
  var cause: SignOutCause?? {
    guard let text else { return .some(nil) }
    return SignOutCause(rawValue: text).map { .some($0) }
  }
}

extension IdentityFailure {
  /// A persisted name.
  fileprivate var storedName: String {
    switch self {
    case .malformed: "malformed"
    case .weakPassword: "weakPassword"
    case .wrongCredentials: "wrongCredentials"
    case .notConfirmed: "notConfirmed"
    case .accountBlocked: "accountBlocked"
    case .identifierTaken: "identifierTaken"
    case .wrongCode: "wrongCode"
    case .limited: "limited"
    case .busy: "busy"
    case .refreshTokenInvalid: "refreshTokenInvalid"
    case .unauthorized: "unauthorized"
    case .insufficientScope: "insufficientScope"
    case .insufficientAuthentication: "insufficientAuthentication"
    case .proofRequired: "proofRequired"
    case .proofNonceRequired: "proofNonceRequired"
    case .proofDuplicate: "proofDuplicate"
    case .crumbInvalid: "crumbInvalid"
    case .verificationTokenInvalid: "verificationTokenInvalid"
    case .sessionKindOff: "sessionKindOff"
    case .registrationClosed: "registrationClosed"
    case .phoneNumberInvalid: "phoneNumberInvalid"
    case .regionNotServed: "regionNotServed"
    case .idempotencyBodyDiffers: "idempotencyBodyDiffers"
    case .idempotencyRunning: "idempotencyRunning"
    case .idempotencySettled: "idempotencySettled"
    case .notFound: "notFound"
    case .marketUnknown: "marketUnknown"
    case .marketClosed: "marketClosed"
    case .sessionExpired: "sessionExpired"
    case .tooMany: "tooMany"
    case .provider: "provider"
    case .authorizationInvalid: "authorizationInvalid"
    case .stateMismatch: "stateMismatch"
    case .identityTaken: "identityTaken"
    case .lastWayIn: "lastWayIn"
    case .secondFactorRequired: "secondFactorRequired"
    case .factorCodeWrong: "factorCodeWrong"
    case .factorCodeUsed: "factorCodeUsed"
    case .factorClockSkewed: "factorClockSkewed"
    case .secondStepExpired: "secondStepExpired"
    case .twoStepsNeedKey: "twoStepsNeedKey"
    case .twoStepsNotReady: "twoStepsNotReady"
    case .twoStepsRequired: "twoStepsRequired"
    case .enrolmentExpired: "enrolmentExpired"
    case .factorResetUnavailable: "factorResetUnavailable"
    case .passkey: "passkey"
    }
  }

  fileprivate var storedValues: RefusalValues {
    switch self {
    case .malformed(let field), .tooMany(let field): RefusalValues(text: field)
    case .weakPassword(let weakness): RefusalValues(text: weakness.rawValue)
    case .provider(let failure): RefusalValues(text: failure.rawValue)
    case .passkey(let failure): RefusalValues(text: failure.rawValue)
    case .wrongCode(let tries), .factorCodeWrong(let tries): RefusalValues(number: Int64(tries))
    case .limited(let until), .busy(let until), .idempotencyRunning(let until):
      RefusalValues(number: until.milliseconds)
    case .refreshTokenInvalid(let cause), .unauthorized(let cause):
      RefusalValues(text: cause?.rawValue)
    case .sessionExpired(let cause): RefusalValues(text: cause.rawValue)
    case .secondFactorRequired(let request):
      RefusalValues(
        text: request.step.text, number: request.expiresAt.milliseconds,
        age: request.factors.rawValue)
    case .insufficientAuthentication(let need):
      RefusalValues(number: Int64(need.level.rawValue), age: need.maxAgeSeconds)
    default: RefusalValues()
    }
  }

  fileprivate init?(name: String, _ values: RefusalValues) {
    let plain: [IdentityFailure] = [
      .wrongCredentials, .notConfirmed, .accountBlocked, .identifierTaken, .insufficientScope,
      .proofRequired, .proofNonceRequired, .proofDuplicate, .crumbInvalid,
      .verificationTokenInvalid, .sessionKindOff, .registrationClosed, .phoneNumberInvalid,
      .regionNotServed, .idempotencyBodyDiffers, .idempotencySettled, .notFound, .marketUnknown,
      .marketClosed, .authorizationInvalid, .stateMismatch, .identityTaken, .lastWayIn,
      .factorCodeUsed,
      .factorClockSkewed, .secondStepExpired, .twoStepsNeedKey, .twoStepsNotReady,
      .twoStepsRequired, .enrolmentExpired, .factorResetUnavailable,
    ]
    let found: IdentityFailure? =
      switch name {
      case "malformed": values.text.map { .malformed(field: $0) }
      case "provider": values.text.flatMap { ProviderFailure(rawValue: $0) }.map { .provider($0) }
      case "passkey": values.text.flatMap { PasskeyFailure(rawValue: $0) }.map { .passkey($0) }
      case "tooMany": values.text.map { .tooMany(field: $0) }
      case "weakPassword":
        values.text.flatMap { PasswordWeakness(rawValue: $0) }.map { .weakPassword($0) }
      case "secondFactorRequired":
        Self.request(values).map { .secondFactorRequired($0) }
      case "factorCodeWrong": values.number.map { .factorCodeWrong(triesLeft: Int($0)) }
      case "wrongCode": values.number.map { .wrongCode(triesLeft: Int($0)) }
      case "limited": values.moment.map { .limited(until: $0) }
      case "busy": values.moment.map { .busy(until: $0) }
      case "idempotencyRunning": values.moment.map { .idempotencyRunning(until: $0) }
      case "refreshTokenInvalid": values.cause.map { .refreshTokenInvalid($0) }
      case "unauthorized": values.cause.map { .unauthorized($0) }
      case "sessionExpired": values.cause.flatMap { $0 }.map { .sessionExpired($0) }
      case "insufficientAuthentication":
        values.number.flatMap { AssuranceLevel(rawValue: Int($0)) }
          .map { .insufficientAuthentication(ProofNeed(level: $0, maxAgeSeconds: values.age)) }
      default: plain.first { $0.storedName == name }
      }
    guard let found else { return nil }
    self = found
  }

  private static func request(_ values: RefusalValues) -> SecondFactorRequest? {
    guard let step = values.text, let expiresAt = values.moment, let factors = values.age else {
      return nil
    }
    return SecondFactorRequest(
      step: ID(step), factors: FactorChoices(rawValue: factors), expiresAt: expiresAt)
  }
}
