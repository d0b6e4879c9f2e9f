import SessionMachine
import WireText

/// A request that is waiting for its response.
final class OpenSend {
  var id: SendID = 0
  let aim: Aim
  let operation: Operation
  let call: PreparedCall
  let key: Bytes?
  let credential: Credential?
  /// When the response is no longer awaited, by the steady clock.
  let ends: Int64
  var newProofs = 0
  /// Released when the response has arrived.
  let lock: LockID?

  init(
    _ aim: Aim, _ operation: Operation, _ call: PreparedCall, key: Bytes? = nil,
    _ credential: Credential?, ends: Int64, lock: LockID?
  ) {
    self.aim = aim
    self.operation = operation
    self.call = call
    self.key = key
    self.credential = credential
    self.ends = ends
    self.lock = lock
  }

  enum Aim: Sendable {
    case call(CallID)
    /// Presents a refresh token: the session's number for the attempt, and its family.
    case renewal(UInt32, family: Bytes, isLaunch: Bool)
    /// Notifies the server that a session ended.
    case delivery(family: Bytes)
  }

  var isRenewal: Bool { if case .renewal = aim { true } else { false } }
}

/// What a response says, as far as the client is concerned.
enum ReadReply {
  case value(status: Int, JSON.Value)
  /// Too long, of another type, incomplete, or redirected: not a response of our server.
  case malformed
}

extension ClientProcess {
  mutating func send(_ open: OpenSend) {
    lastSend &+= 1
    open.id = lastSend
    sends.append(open)
    if case .call(let id) = open.aim, let index = index(of: id) {
      calls[index].phase = .sending(open.id)
    }
    act(.send(open.id, request(open)))
  }

  /// The response is no longer needed.
  mutating func cancel(_ id: SendID) {
    guard let index = sends.firstIndex(where: { $0.id == id }) else { return }
    let open = sends.remove(at: index)
    act(.cancelSend(id))
    if let lock = open.lock { act(.releaseLock(lock)) }
  }

  private func request(_ open: OpenSend) -> CallRequest {
    let operation = open.operation
    let access = open.credential?.access ?? []
    var headers: [(name: StaticString, value: Bytes)] = [
      ("Accept", Bytes(ascii: "application/json"))
    ]
    if !access.isEmpty { headers.append(("Authorization", Bytes(ascii: "DPoP ") + access)) }
    if let id = open.call.installation { headers.append(("Portico-Installation", id)) }
    if let key = open.key { headers.append(("Idempotency-Key", key)) }
    if operation.changesState, let crumb = open.credential?.crumb, !crumb.isEmpty {
      headers.append(("Portico-Crumb", crumb))
    }
    // Even without a body: a form on another page could not send this.
    if operation.changesState || !open.call.body.isEmpty {
      headers.append(("Content-Type", Bytes(ascii: "application/json")))
    }
    return CallRequest(
      operation, open.call, headers, nonce: nonce, access: access,
      takesCookie: profile.kind == .cookie && operation.usesCookie,
      timeout: max(open.ends - now.time.steady, 0))
  }

  // MARK: Responses

  mutating func answered(_ id: SendID, _ outcome: SendOutcome) {
    guard let index = sends.firstIndex(where: { $0.id == id }) else { return }
    guard case .received(let reply) = outcome else {
      if case .unsigned(let problem) = outcome { keyProblem = problem }
      return ended(index, unanswered(outcome), nil)
    }
    if 1...ClientRules.nonceBytes ~= reply.nonce.count { nonce = reply.nonce }
    guard case .value(let status, let value) = Self.read(reply) else {
      return ended(index, LocalFailure.malformedAnswer, nil)
    }
    let isLogout = "logout" ~= sends[index].operation.name
    if status == 401, Self.wantsNewProof(value.integer("error_code")),
      sends[index].newProofs < ClientRules.newProofs
    {
      guard sends[index].ends > now.time.steady else { return ended(index, .timedOut, nil) }
      sends[index].newProofs += 1
      // The server has not acted on it, so it is resent under the same number.
      return act(.send(id, request(sends[index])))
    }
    ended(index, .lost, (status, value))
    if status < 500, !isLogout { feed(.reached) }
  }

  private func unanswered(_ outcome: SendOutcome) -> ClientAnswer {
    switch outcome {
    case .notSent: .notSent
    case .timedOut: .timedOut
    case .unsigned: .interrupted
    case .lost, .received: .lost
    }
  }

  /// - Parameter reply: nil if there was no response of the server; then `answer` says so.
  private mutating func ended(
    _ index: Int, _ answer: ClientAnswer, _ reply: (status: Int, value: JSON.Value)?
  ) {
    let open = sends.remove(at: index)
    if let lock = open.lock { act(.releaseLock(lock)) }
    switch open.aim {
    case .call(let id):
      guard let index = self.index(of: id) else { return }
      if let reply {
        settle(index, open.credential, reply.status, reply.value)
      } else {
        finish(index, answer)
      }
    case .renewal(let number, let family, let isLaunch):
      let answer = refreshAnswer(answer, reply, family, open.credential, isLaunch: isLaunch)
      feed(.refreshAnswered(send: number, answer))
    case .delivery(let family):
      let jitter = UInt8(truncatingIfNeeded: now.random.0)
      feed(.signOutDelivered(family: family, deliveryAnswer(reply), jitter: jitter))
    }
  }

  static func wantsNewProof(_ number: Int64?) -> Bool {
    number == ServerCode.proofNonceRequired || number == ServerCode.proofDuplicate
  }

  private static func read(_ reply: CallReply) -> ReadReply {
    guard !reply.isTooLong, 200...599 ~= reply.status, !(300..<400 ~= reply.status) else {
      return .malformed
    }
    if reply.body.isEmpty { return empty(reply.status) }
    var type = reply.contentType.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
    for place in type.indices where 65...90 ~= type[place] { type[place] += 32 }
    if "application/json" ~= Bytes(type), let value = JSON(reply.body)?.root, !value.isAmbiguous {
      return .value(status: reply.status, value)
    }
    // A proxy in front may report an error in its own format; a success in another format is not
    // one.
    return reply.status >= 500 ? empty(reply.status) : .malformed
  }

  private static func empty(_ status: Int) -> ReadReply {
    guard let value = JSON(Bytes(ascii: "{}"))?.root else { return .malformed }
    return .value(status: status, value)
  }
}
