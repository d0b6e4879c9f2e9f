import SessionMachine
import WireText

/// An open call.
final class OpenCall {
  var call: ClientCall
  /// When it times out, by the steady clock.
  var ends: Int64
  var aim = Aim.operation
  var phase = Phase.waiting
  /// Nil for a call that concerns only the session.
  var operation: Operation?
  var parameters: JSON
  var stored = StoredParts()
  var prepared: PreparedCall?
  /// The server's response, while part of it is being stored.
  var answered: JSON.Value?
  /// The session with which the call began.
  var family: Bytes?
  /// An access token that the server refused for this call.
  var refused: Bytes?
  var hasReopened = false
  /// The number of renewals when it began to wait for the session.
  var renewals: UInt32 = 0
  /// The client's call on whose behalf it is made.
  var parent: CallID?

  init(_ call: ClientCall, _ parameters: JSON, ends: Int64) {
    self.call = call
    self.parameters = parameters
    self.ends = ends
  }

  /// What it asks the session for, and what it does with the result.
  enum Aim: Sendable {
    case operation
    case launch
    case extend
    /// MKT-4: the stored session, or otherwise the grant that is bound to the device key.
    case automaticLogin
    case signOut
  }

  enum Phase: Sendable {
    /// Waits for storage, for the session, or for another call.
    case waiting
    case locking
    case sending(SendID)
    /// The contents of the response are being stored; then this is the answer.
    case finishing(ClientAnswer)
  }

  /// Whether a repetition has no second effect.
  var isSafe: Bool { call.key != nil || operation?.hasBody == false }
}

extension ClientProcess {
  func index(of id: CallID) -> Int? { calls.firstIndex { $0.call.id == id } }

  /// A call's remaining milliseconds.
  func left(_ index: Int) -> Int64 { max(calls[index].ends - now.time.steady, 0) }

  // MARK: Starting

  mutating func begin(_ call: ClientCall) {
    if let key = call.key, !Self.isKey(key) {
      return act(.answer(call.id, LocalFailure.badKey))
    }
    let bytes = call.parameters.isEmpty ? Bytes(ascii: "{}") : call.parameters
    guard let parameters = JSON(bytes), parameters.root.kind == .object,
      !parameters.root.isAmbiguous
    else {
      return act(
        .answer(
          call.id, LocalFailure.badParameters(nil, "The parameters have to be a JSON object.")))
    }
    let open = OpenCall(call, parameters, ends: now.time.steady + call.timeout)
    open.refused = call.refused
    switch call.name {
    case "launch": open.aim = .launch
    case "extendSession", "refreshSession": open.aim = .extend
    case "automaticLogin": open.aim = .automaticLogin
    case "signOut", "logout", "clearSession": open.aim = .signOut
    default:
      open.operation = Operation.named(call.name)
      if isBySheet(call.name, parameters.root) { open.operation = .beginSheet }
      guard open.operation != nil else {
        return act(.answer(call.id, LocalFailure.unknownOperation(call.name)))
      }
    }
    calls.append(open)
    let index = calls.count - 1
    switch open.aim {
    case .operation: prepare(index)
    case .launch: need(index, .launch)
    case .extend: need(index)
    case .automaticLogin:
      if held == nil { held = [] }
      need(index)
    case .signOut: signOut(index)
    }
  }

  private static func isKey(_ key: Bytes) -> Bool {
    for byte in key where byte < 33 || byte > 126 { return false }
    return !key.isEmpty && key.count <= 128
  }

  // MARK: Assembling a call

  /// Reads the stored values that belong into the call, one after the other; then makes it.
  mutating func prepare(_ index: Int) {
    guard let operation = calls[index].operation else { return }
    let id = calls[index].call.id
    let rules = OperationRules(operation)
    let parameters = calls[index].parameters.root
    if operation.authentication == .none, operation.changesState, calls[index].prepared == nil {
      // A new sign-in needs nothing from unreadable values; they are kept for inspection.
      act(.setAside)
    }
    calls[index].phase = .waiting
    if rules.addsInstallation {
      store(.installation, .installationID(id, drawn: now.name))
    } else if rules.addsPushToken, parameters.member("mobile_device_token") == nil {
      store(.pushToken, .part(id))
    } else if rules.challenge?.isWanted(by: parameters) == true {
      store(.challenges, .part(id))
    } else {
      make(index)
    }
  }

  /// Takes a stored value. No operation needs two items.
  mutating func take(_ part: Bytes?, _ item: StoredItem, _ index: Int) {
    switch item {
    case .installation: calls[index].stored.installation = part
    case .pushToken: calls[index].stored.pushToken = part.flatMap { JSON($0) }?.root
    default:
      let challenges = Challenges(part)
      calls[index].stored.challenges = challenges
      if challenges.usesSheet, "completeFederation" ~= calls[index].call.name {
        calls[index].operation = .completeSheet
      }
    }
    make(index)
  }

  private mutating func make(_ index: Int) {
    guard let operation = calls[index].operation else { return }
    let rules = OperationRules(operation)
    switch operation.prepared(calls[index].parameters.root, rules, calls[index].stored) {
    case .refused(let answer): finish(index, answer)
    case .made(let call):
      calls[index].prepared = call
      if operation.authentication == .access {
        need(index)
      } else {
        sendUnderLock(index)
      }
    }
  }

  // MARK: The session

  /// Asks the session for what the call needs. The call's time runs from here.
  mutating func need(_ index: Int, _ form: Need.Form = .accessToken) {
    let open = calls[index]
    calls[index].phase = .waiting
    calls[index].renewals = renewals
    act(.startTimer(open.call.id, left(index)))
    feed(
      .needed(
        Need(caller: open.call.id, family: open.family, refused: open.refused, form: form)))
  }

  /// The session has a token for a call.
  mutating func serve(_ id: CallID, _ access: Bytes, _ family: Bytes) {
    guard let index = index(of: id) else { return }
    act(.stopTimer(id))
    switch calls[index].aim {
    case .operation:
      calls[index].family = family
      send(index, Credential(access: access, crumb: record?.crumb ?? []))
    case .launch: launched(index, nil)
    case .extend, .automaticLogin: finish(index, extended(family))
    case .signOut: break
    }
  }

  mutating func refuse(_ id: CallID, _ refusal: SessionRefusal) {
    guard let index = index(of: id) else { return }
    act(.stopTimer(id))
    if case .finishing = calls[index].phase { return finish(index, answer(for: refusal)) }
    switch calls[index].aim {
    case .launch: launched(index, refusal)
    case .automaticLogin:
      guard case .signedOut = refusal else { return finish(index, answer(for: refusal)) }
      store(.marketLogin, .part(id))
    case .operation:
      if case .signedOut = refusal, calls[index].family == nil,
        let operation = calls[index].operation, OperationRules(operation).isForInstallation
      {
        return sendForInstallation(index)
      }
      tellOfMissingSession(refusal)
      finish(index, answer(for: refusal))
    case .extend, .signOut: finish(index, answer(for: refusal))
    }
  }

  /// Whoever calls for a session that was ended elsewhere, by another flow of this app or in another
  /// tab, believes that there is one. The end of one that was refused just now, or is being signed out
  /// here, is told by itself.
  private mutating func tellOfMissingSession(_ refusal: SessionRefusal) {
    guard case .signedOut(let note) = refusal, held == nil else { return }
    let isSigningOut = calls.contains { if case .signOut = $0.aim { true } else { false } }
    let isNews = note?.isRefusal == true || isSigningOut
    guard hasToldOfEnd || !isNews else { return }
    act(.tell(.sessionExpired(note?.cause ?? .refused)))
  }

  /// A sign-in or a sign-out was stored.
  mutating func finished(_ id: CallID, _ problem: StorageProblem?) {
    guard let index = index(of: id), case .finishing(let answer) = calls[index].phase else {
      return
    }
    act(.stopTimer(id))
    guard problem == nil else { return finish(index, .interrupted) }
    // The challenge that led here is over; keeping it a little longer does no harm.
    if case .signOut = calls[index].aim {
      installation = nil
      remove([.challenges, .marketLogin])
    } else {
      remove([.challenges])
      if let login = marketLogin(after: index) {
        // Without it, the form is shown next time.
        store(.marketLogin, .write(StoredWrites(items: [.marketLogin], value: login)))
      }
    }
    finish(index, answer)
  }

  // MARK: Ending

  /// A call timed out, or nobody waits for it any longer.
  mutating func giveUp(_ id: CallID, _ answer: ClientAnswer) {
    guard let index = index(of: id) else { return }
    calls[index].call.repeats = 0
    if case .sending(let send) = calls[index].phase { cancel(send) }
    act(.stopTimer(id))
    if let child = calls.first(where: { $0.parent == id })?.call.id { giveUp(child, answer) }
    feed(.gaveUp(id))
    guard let index = self.index(of: id) else { return }
    finish(index, answer)
  }

  /// Answers a call. Its index is invalid afterwards.
  mutating func finish(_ index: Int, _ answer: ClientAnswer) {
    let open = calls[index]
    if answer == .lost, open.isSafe, open.call.repeats > 0, left(index) > 0 {
      calls[index].call.repeats -= 1
      calls[index].family = nil
      calls[index].refused = nil
      return prepare(index)
    }
    calls.remove(at: index)
    if case .automaticLogin = open.aim {
      heldIsOver = open.operation == nil || answer.isFailure
    }
    if let parent = open.parent {
      reopened(parent, answer)
    } else {
      act(.answer(open.call.id, answer))
    }
  }

  /// Why there was no token, in the form that flows know.
  func answer(for refusal: SessionRefusal) -> ClientAnswer {
    switch refusal {
    case .signedOut(let note): return LocalFailure.signedOut(note?.cause.name)
    case .sessionChanged: return LocalFailure.sessionChanged
    case .trouble(let trouble):
      switch trouble {
      case .notSent: return .notSent
      case .lost: return .lost
      case .timedOut, .busyElsewhere: return .timedOut
      case .storage: return .interrupted
      case .malformed: return LocalFailure.malformedAnswer
      case .answered: return LocalFailure.notExtended(retryAt)
      }
    }
  }
}
