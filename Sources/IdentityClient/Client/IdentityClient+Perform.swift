import IdentityAPI
import SessionMachine

extension IdentityClient {
  /// Performs an operation of the identity API, or one of the client's own: `launch`,
  /// `extendSession`, `automaticLogin`, `signOut`.
  ///
  /// - Parameters:
  ///   - parameters: a JSON object: what goes into `{…}` of the path, into the body, or for GET into
  ///     the query. Empty for none.
  ///   - idempotencyKey: stands for the intent; with it a repetition has no second effect.
  ///   - timeout: milliseconds for all that it takes.
  ///   - repeats: how often to send again after an answer was lost. Only for what is safe: reading
  ///     calls, and calls with an idempotency key.
  package func perform(
    _ name: String, parameters: [UInt8] = [], idempotencyKey: String? = nil,
    timeout: Int64 = 30_000,
    repeats: Int = 0
  ) async -> ClientAnswer {
    guard let parameters = parameters.isEmpty ? .object([]) : JSONValue(parameters),
      parameters.isObject
    else {
      return LocalFailure.badParameters(nil, "The parameters have to be a JSON object.").answer
    }
    if let idempotencyKey, !Self.isKey(idempotencyKey) {
      return LocalFailure.badParameters(
        "Idempotency-Key", "A key has 1 to 128 visible ASCII characters."
      ).answer
    }
    switch name {
    case "launch": return await launch(timeout: timeout)
    case "extendSession", "refreshSession": return await extendSession(timeout: timeout)
    case "automaticLogin":
      return await automaticLogin(parameters, idempotencyKey, timeout: timeout)
    case "signOut", "logout", "clearSession": return await signOut(parameters, timeout: timeout)
    default: break
    }
    guard let operation = APIOperation.byName[name] else {
      return LocalFailure.unknownOperation(name).answer
    }
    let isSafe = operation.method == .get || idempotencyKey != nil
    var left = isSafe ? repeats : 0
    let start = ports.clock.now().steady
    while true {
      let answer = await once(
        operation, parameters, idempotencyKey,
        timeout: timeout - (ports.clock.now().steady - start))
      guard answer == .lost, left > 0, !Task.isCancelled else { return answer }
      left -= 1
    }
  }

  private static func isKey(_ key: String) -> Bool {
    (1...128).contains(key.utf8.count) && key.utf8.allSatisfy { 33...126 ~= $0 }
  }

  private func once(
    _ operation: APIOperation, _ parameters: JSONValue, _ idempotencyKey: String?, timeout: Int64
  ) async -> ClientAnswer {
    // Who signs in again needs nothing of what cannot be read any more; it is kept for a look.
    if operation.authentication == .none, operation.changesState { try? ports.storage.setAside() }
    let call: PreparedCall
    do {
      call = try prepared(operation, parameters, idempotencyKey)
    } catch let failure as PreparationFailure {
      return failure.answer
    } catch { return .interrupted }
    guard operation.authentication == .accessToken else {
      return await finish(await send(call, nil, timeout), call)
    }
    return await authorized(call, timeout)
  }

  /// ACC-7: with an access token that works; a refused one is renewed once.
  private func authorized(_ call: PreparedCall, _ timeout: Int64) async -> ClientAnswer {
    let start = ports.clock.now().steady
    func left() -> Int64 { timeout - (ports.clock.now().steady - start) }
    var refused: Bytes?
    var began: Bytes?
    while true {
      let reply = await ask(timeout: left()) {
        .needed(Need(caller: $0, family: began, refused: refused))
      }
      guard case .served(let token, let family) = reply else {
        if call.rules.isForInstallation, began == nil, case .refused(.signedOut) = reply {
          return await forInstallation(call, left())
        }
        return answer(for: reply)
      }
      let outcome = await send(call, token, left())
      // Only the refresh token's refusal ends a session; this one may just have been too old.
      guard case .received(401, let value) = outcome, refused == nil, Self.isTokenRefusal(value)
      else { return await finish(outcome, call) }
      refused = token
      began = family
    }
  }

  private static func isTokenRefusal(_ value: JSONValue) -> Bool {
    let number = value["error_code"]?.integer.flatMap { Int(exactly: $0) }
    return number == APIErrorCode.unauthorized.rawValue
      || number == APIErrorCode.sessionExpired.rawValue
  }

  /// Beside nobody who is signed in: the session of the installation, opened again where it is over.
  private func forInstallation(_ call: PreparedCall, _ timeout: Int64) async -> ClientAnswer {
    let start = ports.clock.now().steady
    func left() -> Int64 { timeout - (ports.clock.now().steady - start) }
    var isAnew = false
    while true {
      if isAnew || (installationToken?.expiresAt ?? 0) <= ports.clock.now().steady {
        guard let operation = APIOperation.byName["rLogin"] else { return .lost }
        let opened = await once(operation, .object([]), nil, timeout: left())
        guard opened.failure == nil else { return opened }
        isAnew = true
      }
      guard let token = installationToken?.token else {
        return LocalFailure.malformedAnswer.answer
      }
      let outcome = await send(call, token, left())
      guard case .received(401, let value) = outcome, !isAnew, Self.isTokenRefusal(value) else {
        return await finish(outcome, call)
      }
      isAnew = true
    }
  }

  private func send(
    _ call: PreparedCall, _ accessToken: Bytes?, _ timeout: Int64
  ) async -> SendOutcome {
    await send(
      call.operation.name, path: call.path, query: call.query, installation: call.installation,
      body: call.body, accessToken: accessToken, idempotencyKey: call.idempotencyKey,
      timeout: timeout)
  }

  // MARK: Answers

  /// Stores what an answer holds before anybody hears of it (SEC "Secrets on the device").
  private func finish(_ outcome: SendOutcome, _ call: PreparedCall) async -> ClientAnswer {
    let status: Int
    let value: JSONValue
    switch outcome {
    case .received(let received, let body): (status, value) = (received, body)
    case .notSent: return .notSent
    case .lost: return .lost
    case .timedOut: return .timedOut
    case .malformed: return LocalFailure.malformedAnswer.answer
    case .interrupted: return .interrupted
    }
    let name = call.operation.name
    guard (200..<300).contains(status) else { return redacted(status, value, of: name) }
    switch TokenAnswer.find(in: value) {
    case .malformed: return LocalFailure.malformedAnswer.answer
    case .none: guard keepChallenge(value, call) else { return .interrupted }
    case .some(let found):
      if name == "rLogin" {
        installationToken = (
          found.tokens.accessToken, ports.clock.now().steady + found.tokens.lifetime / 2
        )
      } else if let failure = await adopt(found) {
        return failure
      }
      if name == "doLogin" { keepMarketLogin(value, call) }
    }
    if name == "deleteUser", call.body?["verification_code"] != nil {
      let deleted = SignOutCause(name: Array("account_deleted".utf8))
      _ = await ask(timeout: ClientLimits.renewalTimeout) {
        .signOutAsked($0, cause: deleted, isEverywhere: false)
      }
    }
    return redacted(status, value, of: name)
  }

  private func adopt(_ found: TokenAnswer) async -> ClientAnswer? {
    guard !found.tokens.refreshToken.isEmpty, !found.family.isEmpty, let key else {
      return LocalFailure.malformedAnswer.answer
    }
    let tokens = found.tokens
    let record = SessionRecord(
      family: found.family, refreshToken: tokens.refreshToken, accessToken: tokens.accessToken,
      idToken: tokens.idToken, keyThumbprint: ProofOfPossession.thumbprint(of: key),
      lifetime: tokens.lifetime, receivedAt: ports.clock.now(), crumb: tokens.crumb,
      guid: tokens.guid)
    let reply = await ask(timeout: ClientLimits.renewalTimeout) { .signedIn($0, record) }
    switch reply {
    case .finished(nil):
      // What led here is over; that it stays a little longer does no harm.
      try? ports.storage.write([SecureChange(SecureItem.challenges, nil)])
      return nil
    case .finished: return .interrupted
    default: return answer(for: reply)
    }
  }

  private func keepChallenge(_ value: JSONValue, _ call: PreparedCall) -> Bool {
    do throws(SecureStoreFailure) {
      try ports.storage.exclusively { () throws(SecureStoreFailure) in
        var challenges = try readChallenges()
        guard challenges.take(value, of: call.operation.name, sent: call.body) else { return }
        try ports.storage.write([SecureChange(SecureItem.challenges, challenges.bytes)])
      }
      return true
    } catch { return false }
  }

  /// What lies there damaged is of no use to anybody, and a new challenge takes its place.
  func readChallenges() throws(SecureStoreFailure) -> Challenges {
    let bytes = try ports.storage.read(SecureItem.challenges)
    do throws(SecureStoreFailure) { return try Challenges(bytes) } catch {
      return try Challenges(nil)
    }
  }

  /// In the words of the flow: why there was no token.
  func answer(for reply: SessionReply) -> ClientAnswer {
    guard case .refused(let refusal) = reply else { return .interrupted }
    switch refusal {
    case .signedOut(let note):
      return LocalFailure.signedOut(note.map { String(decoding: $0.cause.name, as: UTF8.self) })
        .answer
    case .sessionChanged: return LocalFailure.sessionChanged.answer
    case .trouble(let trouble):
      switch trouble {
      case .notSent: return .notSent
      case .lost: return .lost
      case .timedOut, .busyElsewhere: return .timedOut
      case .storage: return .interrupted
      case .malformed: return LocalFailure.malformedAnswer.answer
      case .answered:
        var failure = LocalFailure.notExtended
        failure.retryAt = extensionFailure?.retryAt
        return failure.answer
      }
    }
  }
}
