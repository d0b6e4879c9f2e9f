import SessionMachine
import WireText

// Sends calls and handles their responses.

extension ClientProcess {
  // MARK: Sending

  func lock(of call: CallID) -> LockID { call << 1 | 1 }

  /// While a sign-in sets the cookie, another tab's renewal must not overwrite it.
  mutating func sendUnderLock(_ index: Int) {
    let id = calls[index].call.id
    guard profile.kind == .cookie, calls[index].operation?.usesCookie == true else {
      return send(index, nil)
    }
    calls[index].phase = .locking
    act(.takeLock(lock(of: id), wait: left(index)))
  }

  mutating func lockTaken(_ id: LockID) {
    if id == Self.deliveryLock { return deliver(isLocked: true) }
    guard id & 1 == 1 else { return feed(.lockTaken(attempt: id >> 1)) }
    guard let index = index(of: id >> 1), case .locking = calls[index].phase else {
      return act(.releaseLock(id))
    }
    send(index, nil, under: id)
  }

  mutating func lockMissed(_ id: LockID) {
    if id == Self.deliveryLock { return deliver(isLocked: false) }
    guard id & 1 == 1 else { return feed(.lockMissed(attempt: id >> 1)) }
    guard let index = index(of: id >> 1), case .locking = calls[index].phase else { return }
    finish(index, .timedOut)
  }

  mutating func send(_ index: Int, _ credential: Credential?, under lock: LockID? = nil) {
    let open = calls[index]
    guard let operation = open.operation, let call = open.prepared else { return }
    guard left(index) > 0 else {
      if let lock { act(.releaseLock(lock)) }
      return finish(index, .timedOut)
    }
    send(
      OpenSend(
        .call(open.call.id), operation, call, key: open.call.key, credential, ends: open.ends,
        lock: lock))
  }

  /// If nobody is signed in, uses the session of the installation, and opens it again if it is
  /// over.
  mutating func sendForInstallation(_ index: Int) {
    if let installation, now.time.steady < installationEnds { return send(index, installation) }
    let open = calls[index]
    calls[index].hasReopened = true
    calls[index].phase = .waiting
    lastOwnCall &+= 1
    guard let parameters = JSON(Bytes(ascii: "{}")) else { return }
    let own = OpenCall(
      ClientCall(
        id: lastOwnCall, name: Bytes(ascii: "rLogin"), parameters: [], timeout: left(index)),
      parameters, ends: open.ends)
    own.operation = Operation.named(own.call.name)
    own.parent = open.call.id
    calls.append(own)
    prepare(calls.count - 1)
  }

  /// The session of the installation was opened for a call, or could not be.
  mutating func reopened(_ id: CallID, _ answer: ClientAnswer) {
    guard let index = index(of: id) else { return }
    if answer.isFailure { return finish(index, answer) }
    guard let installation else { return finish(index, LocalFailure.malformedAnswer) }
    send(index, installation)
  }

  // MARK: Responses

  /// - Parameter credential: the one sent with the call.
  mutating func settle(
    _ index: Int, _ credential: Credential?, _ status: Int, _ value: JSON.Value
  ) {
    let open = calls[index]
    if case .launch = open.aim {
      return finish(index, told(redacted(status, value, of: open.call.name)))
    }
    if status == 401, let credential, Self.isTokenRefusal(value.integer("error_code")) {
      // Only a refusal of the refresh token ends a session; this access token may simply have been
      // too old.
      if open.family != nil, open.refused == nil {
        calls[index].refused = credential.access
        return need(index)
      }
      if open.family == nil, !open.hasReopened {
        installation = nil
        return sendForInstallation(index)
      }
    }
    guard let operation = open.operation else { return }
    if status == 404, withoutSheet(index) { return }
    let answer = sheetPage(open, status, value) ?? redacted(status, value, of: operation.name)
    guard 200..<300 ~= status else {
      guard value.integer("error_code") == ServerCode.secondFactorRequired else {
        return finish(index, answer)
      }
      // The step's token is kept, as that of a code which a success has sent.
      calls[index].answered = value
      return keepChallenge(index, answer)
    }
    switch TokenAnswer.find(in: value) {
    case .malformed: finish(index, LocalFailure.malformedAnswer)
    case .none:
      calls[index].answered = value
      calls[index].phase = .finishing(answer)
      if isDeletion(open) {
        // CTR-10: at once, or later.
        let isLater = value.member("deletes_at") != nil
        let cause = SignOutCause(
          name: Bytes(ascii: isLater ? "deletion_scheduled" : "account_deleted"))
        end(index, cause, isEverywhere: false, then: answer)
      } else {
        keepChallenge(index, answer)
      }
    case .some(let found) where "rLogin" ~= operation.name:
      installation = Credential(access: found.tokens.accessToken, crumb: found.tokens.crumb)
      installationEnds = now.time.steady + found.tokens.lifetime / 2
      finish(index, answer)
    case .some(let found): adopt(index, found, value, answer)
    }
  }

  static func isTokenRefusal(_ number: Int64?) -> Bool {
    number == ServerCode.unauthorized || number == ServerCode.sessionExpired
  }

  func redacted(_ status: Int, _ value: JSON.Value, of operation: Bytes) -> ClientAnswer {
    .received(
      status: UInt16(clamping: status), body: value.withoutCredentials(of: operation))
  }

  /// Stores the contents of a response before it is reported (SEC "Secrets on the device").
  private mutating func adopt(
    _ index: Int, _ found: TokenAnswer, _ value: JSON.Value, _ answer: ClientAnswer
  ) {
    var tokens = found.tokens
    guard mark(&tokens, []), !tokens.refreshToken.isEmpty, !found.family.isEmpty,
      !thumbprint.isEmpty
    else { return finish(index, LocalFailure.malformedAnswer) }
    let id = calls[index].call.id
    calls[index].answered = value
    calls[index].phase = .finishing(answer)
    act(.startTimer(id, ClientRules.renewalTime))
    feed(
      .signedIn(
        id,
        SessionRecord(
          family: found.family, refreshToken: tokens.refreshToken,
          accessToken: tokens.accessToken, idToken: tokens.idToken, keyThumbprint: thumbprint,
          lifetime: tokens.lifetime, receivedAt: now.time, crumb: tokens.crumb,
          guid: tokens.guid)))
  }

  private func isDeletion(_ open: OpenCall) -> Bool {
    "deleteUser" ~= open.operation?.name
      && open.parameters.root.member("verification_code")?.scalar?.isEmpty == false
  }

  // MARK: Challenges

  /// Finishes a call, once what its response says about a challenge is stored.
  private mutating func keepChallenge(_ index: Int, _ answer: ClientAnswer) {
    guard changesChallenges(index) else { return finish(index, answer) }
    calls[index].phase = .finishing(answer)
    store(.challenges, .challenge(calls[index].call.id))
  }

  /// Whether a response says something about a challenge.
  private func changesChallenges(_ index: Int) -> Bool {
    challenges(nil, after: calls[index].call.id) != nil
  }

  /// The challenges after a call's response; nil if nothing changes.
  func challenges(_ stored: Bytes?, after call: CallID) -> Bytes? {
    guard let index = index(of: call), let answer = calls[index].answered,
      let operation = calls[index].operation
    else { return nil }
    var challenges = Challenges(stored)
    let sent = calls[index].prepared.flatMap { JSON($0.body) }?.root
    guard challenges.take(answer, of: operation.name, sent: sent) else { return nil }
    return challenges.bytes
  }

  // MARK: Markets

  /// MKT-4: uses the grant that is bound to the device key, for the market of the last sign-in. A
  /// session's end is not reported while the grant may replace it.
  mutating func repeatMarketLogin(_ index: Int, _ stored: Bytes?) {
    guard let stored, let login = JSON(stored)?.root, let userName = login.text("user_name"),
      let kept = login.text("mkt_handle"), let operation = Operation.named(Bytes(ascii: "doLogin"))
    else { return finish(index, answer(for: .signedOut(session.signOut))) }
    let market = calls[index].parameters.root.member("mkt_handle")?.scalar
    guard let parameters = JSON(Self.marketLogin(userName, market ?? kept)) else { return }
    calls[index].operation = operation
    calls[index].parameters = parameters
    prepare(index)
  }

  /// A user who signed in to a market may do so again by the device key. A session that may only
  /// set a password does not count as a sign-in.
  func marketLogin(after index: Int) -> Bytes? {
    guard "doLogin" ~= calls[index].operation?.name,
      calls[index].answered?.member("must_set_password")?.flag != true,
      let sent = calls[index].prepared.flatMap({ JSON($0.body) })?.root,
      let userName = sent.text("user_name"), let market = sent.text("mkt_handle")
    else { return nil }
    return Self.marketLogin(userName, market)
  }

  private static func marketLogin(_ userName: Bytes, _ market: Bytes) -> Bytes {
    var writer = JSONWriter()
    writer.open("{")
    writer.member("user_name", userName)
    writer.member("mkt_handle", market)
    writer.close("}")
    return writer.bytes
  }
}
