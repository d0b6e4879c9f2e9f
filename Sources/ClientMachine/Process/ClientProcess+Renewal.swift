import SessionMachine
import WireText

// The two calls that the session requests: one presents a refresh token, the other notifies the
// server of a sign-out. Their results are reported in the session's terms.

extension ClientProcess {
  mutating func renew(_ number: UInt32, _ family: Bytes, _ token: Bytes, isLaunch: Bool) {
    renewals &+= 1
    launchAnswer = nil
    retryAt = nil
    let name = isLaunch ? Bytes(ascii: "launch") : Bytes(ascii: "refreshSession")
    let crumb = profile.kind == .cookie ? record?.crumb ?? [] : []
    send(
      .renewal(number, family: family, isLaunch: isLaunch), name,
      body: renewalBody(token, isLaunch: isLaunch), crumb)
  }

  mutating func deliver(_ pending: PendingSignOut) {
    guard profile.kind == .tokens else {
      // Another tab's renewal must not interleave with it.
      delivery = pending
      return act(.takeLock(ClientProcess.deliveryLock, wait: ClientRules.renewalTime))
    }
    sendDelivery(pending, renewalBody(pending.refreshToken, isLaunch: false), [], nil)
  }

  /// Calls are numbered from 1, so none has this lock.
  static var deliveryLock: LockID { 1 }

  /// The lock was taken, or could not be.
  mutating func deliver(isLocked: Bool) {
    guard let pending = delivery else {
      if isLocked { act(.releaseLock(Self.deliveryLock)) }
      return
    }
    delivery = nil
    guard isLocked else {
      let jitter = UInt8(truncatingIfNeeded: now.random.0)
      return feed(.signOutDelivered(family: pending.family, .unheard, jitter: jitter))
    }
    let mark = pending.refreshToken
    let crumb = mark.firstIndex(of: UInt8(ascii: ".")).map { Bytes(mark[($0 + 1)...]) } ?? []
    sendDelivery(pending, Bytes(ascii: "{}"), crumb, Self.deliveryLock)
  }

  private mutating func sendDelivery(
    _ pending: PendingSignOut, _ body: Bytes, _ crumb: Bytes, _ lock: LockID?
  ) {
    send(
      .delivery(family: pending.family), Bytes(ascii: "logout"),
      query: pending.isEverywhere ? Bytes(ascii: "logout_all=true") : [], body: body, crumb, lock)
  }

  private mutating func send(
    _ aim: OpenSend.Aim, _ name: Bytes, query: Bytes = [], body: Bytes, _ crumb: Bytes,
    _ lock: LockID? = nil
  ) {
    guard let operation = Operation.named(name) else { return }
    send(
      OpenSend(
        aim, operation, PreparedCall(path: operation.path, query: query, body: body),
        Credential(access: [], crumb: crumb), ends: now.time.steady + ClientRules.renewalTime,
        lock: lock))
  }

  /// - Parameter token: nil if there is no session.
  func renewalBody(_ token: Bytes?, isLaunch: Bool) -> Bytes {
    var writer = JSONWriter()
    writer.open("{")
    if let token, profile.kind == .tokens { writer.member("refreshtoken", token) }
    if isLaunch {
      writer.member("platform", profile.platform)
      writer.member("app_version", profile.appVersion)
    }
    writer.close("}")
    return writer.bytes
  }

  // MARK: Responses

  mutating func refreshAnswer(
    _ answer: ClientAnswer, _ reply: (status: Int, value: JSON.Value)?, _ family: Bytes,
    _ credential: Credential?, isLaunch: Bool
  ) -> RefreshAnswer {
    guard let (status, value) = reply else {
      switch answer {
      case .notSent: return .failed(.notSent)
      case .lost: return .lost
      case .timedOut: return .failed(.timedOut)
      case .interrupted: return .failed(.storage(keyProblem))
      case .received: return .failed(.malformed)
      }
    }
    if isLaunch { launchAnswer = redacted(status, value, of: Bytes(ascii: "launch")) }
    let isGood = 200..<300 ~= status
    // The launch call succeeds even if the session does not; then it gives the reason in the same
    // form.
    if let refusal = isGood ? isLaunch ? value.member("failure") : nil : value {
      return self.refusal(refusal, status)
    }
    switch TokenAnswer.find(in: value) {
    case .some(var found):
      guard found.family.isEmpty || found.family == family else { return .failed(.malformed) }
      guard mark(&found.tokens, credential?.crumb ?? []) else { return .failed(.malformed) }
      return .extended(found.tokens)
    // Without the cookie, nothing can be extended.
    case .none where isLaunch && profile.kind == .cookie: return .refused(.cookieLost)
    case .none, .malformed: return .failed(.malformed)
    }
  }

  /// If the refresh token is in a cookie, a new marker represents it, with the CSRF token (`crumb`)
  /// that the cookie needs. A refresh token in a body is not part of a cookie session's response.
  ///
  /// - Parameter crumb: the previous one; a response omits what did not change.
  func mark(_ tokens: inout ExtensionTokens, _ crumb: Bytes) -> Bool {
    guard profile.kind == .cookie else { return true }
    guard tokens.refreshToken.isEmpty else { return false }
    tokens.refreshToken =
      now.name + [UInt8(ascii: ".")] + (tokens.crumb.isEmpty ? crumb : tokens.crumb)
    return true
  }

  private mutating func refusal(_ value: JSON.Value, _ status: Int) -> RefreshAnswer {
    let number = value.integer("error_code")
    if ServerCode.signsOut(number) {
      guard let cause = value.text("cause") else { return .refused(.refused) }
      return .refused(SignOutCause(name: Bytes(cause.prefix(ClientRules.causeBytes))))
    }
    if profile.kind == .cookie, number == ServerCode.malformed,
      "refreshtoken" ~= value.text("field")
    {
      return .refused(.cookieLost)
    }
    if Self.wantsNewProof(number) { return .wantsNewProof }
    retryAt = value.text("retry_at")
    return .failed(.answered(status: UInt16(clamping: status)))
  }

  func deliveryAnswer(_ reply: (status: Int, value: JSON.Value)?) -> DeliveryAnswer {
    guard let (status, value) = reply else { return .unheard }
    let number = value.integer("error_code")
    if 200..<300 ~= status || ServerCode.signsOut(number) { return .settled }
    // The cookie was removed, or replaced by another session's: it can no longer be presented.
    let isGone = number == ServerCode.crumbInvalid || number == ServerCode.unauthorized
    return profile.kind == .cookie && isGone ? .settled : .refused
  }
}

extension SignOutCause {
  /// The browser no longer has a cookie.
  static var cookieLost: SignOutCause { SignOutCause(name: Bytes(ascii: "cookie_lost")) }
}
