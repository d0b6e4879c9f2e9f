import IdentityAPI
import SessionMachine

// What the machine asks for: storage, and the two calls with a refresh token.

extension IdentityClient {
  func readSession() -> StoredReading {
    do throws(SecureStoreFailure) {
      return .stored(try storedSession())
    } catch {
      return .unreadable(error.problem)
    }
  }

  private func storedSession() throws(SecureStoreFailure) -> StoredSession {
    guard let bytes = try ports.storage.read(SecureItem.session) else { return StoredSession() }
    guard let stored = StoredSession(bytes: bytes) else { throw .corrupt }
    return stored
  }

  /// Reads, applies and writes while no other process does (CMP-2).
  func apply(_ change: StoreChange) -> StoreOutcome {
    do throws(SecureStoreFailure) {
      return try ports.storage.exclusively { () throws(SecureStoreFailure) -> StoreOutcome in
        let stored = try stored(for: change)
        guard let next = change.applied(to: stored) else { return .superseded(stored) }
        do throws(SecureStoreFailure) {
          try ports.storage.write([SecureChange(SecureItem.session, next.bytes)])
        } catch .full where next.session == nil {
          // A sign-out must not wait for space: what is removed makes some.
          try ports.storage.write([SecureChange(SecureItem.session, nil)])
          try? ports.storage.write([SecureChange(SecureItem.session, next.bytes)])
        }
        return .stored(next)
      }
    } catch {
      return .failed(error.problem)
    }
  }

  /// What a change begins with. A sign-in takes the place of a value that nobody can read any more;
  /// everything else leaves it where it is.
  private func stored(for change: StoreChange) throws(SecureStoreFailure) -> StoredSession {
    do throws(SecureStoreFailure) {
      return try storedSession()
    } catch {
      guard error == .corrupt, case .adopt = change else { throw error }
      return StoredSession()
    }
  }

  /// Presents a refresh token, and says in the machine's words what came of it.
  func extend(family: Bytes, token: Bytes, _ form: Need.Form) async -> RefreshAnswer {
    let isLaunch = form == .launch
    var body = JSONValue.object([
      (name: "refreshtoken", value: .string(String(decoding: token, as: UTF8.self)))
    ])
    if isLaunch { addLaunch(to: &body) }
    extensionFailure = nil
    let name = isLaunch ? "launch" : "refreshSession"
    let outcome = await send(name, body: body, timeout: ClientLimits.renewalTimeout)
    switch outcome {
    case .interrupted(let problem): return .failed(.storage(problem))
    case .notSent: return .failed(.notSent)
    case .lost: return .lost
    case .timedOut: return .failed(.timedOut)
    case .malformed: return .failed(.malformed)
    case .received(let status, let value):
      if isLaunch { launchAnswer = redacted(status, value, of: name) }
      // The launch call succeeds also where the session does not; then it says why in the same form.
      let refusal = (200..<300).contains(status) ? (isLaunch ? value["failure"] : nil) : value
      if let refusal { return self.refusal(refusal, status) }
      guard case .some(var found) = TokenAnswer.find(in: value),
        found.family.isEmpty || found.family == family
      else { return .failed(.malformed) }
      found.family = family
      return .extended(found.tokens)
    }
  }

  private func refusal(_ value: JSONValue, _ status: Int) -> RefreshAnswer {
    let number = value["error_code"]?.integer.flatMap { Int(exactly: $0) }
    if let number, APIErrorCode.signsOut.contains(number) {
      guard let cause = value["cause"]?.string else { return .refused(.refused) }
      return .refused(SignOutCause(name: Array(cause.utf8.prefix(64))))
    }
    if number == APIErrorCode.proofNonceRequired.rawValue
      || number == APIErrorCode.proofDuplicate.rawValue
    {
      return .wantsNewProof
    }
    extensionFailure = IdentityError(
      .received(status: UInt16(clamping: max(status, 400)), body: value.bytes))
    return .failed(.answered(status: UInt16(clamping: status)))
  }

  /// Tells the server that the session is over.
  func deliver(_ pending: PendingSignOut) async -> DeliveryAnswer {
    let body = JSONValue.object([
      (
        name: "refreshtoken",
        value: .string(String(decoding: pending.refreshToken, as: UTF8.self))
      )
    ])
    let outcome = await send(
      "logout", query: pending.isEverywhere ? [("logout_all", "true")] : [], body: body,
      timeout: ClientLimits.renewalTimeout)
    guard case .received(let status, let value) = outcome else { return .unheard }
    if (200..<300).contains(status) { return .settled }
    let number = value["error_code"]?.integer.flatMap { Int(exactly: $0) }
    return number.map { APIErrorCode.signsOut.contains($0) } == true ? .settled : .refused
  }

  func addLaunch(to body: inout JSONValue) {
    body.set("platform", .string(settings.platform))
    body.set("app_version", .string(settings.appVersion))
  }
}

extension SecureStoreFailure {
  var problem: StorageProblem {
    switch self {
    case .locked: .locked
    case .full: .full
    case .corrupt: .corrupt
    case .broken: .broken
    }
  }
}
