/// Performs an operation once for each idempotency key, and repeats its response (SEC "Idempotency
/// keys").
struct Intents: ServiceMember {
  let parts: ServiceParts

  /// The intent of a call: within its operation, and an account or a device key. Without either
  /// the header is ignored (SEC "Idempotency keys").
  func intent(_ operation: String, _ caller: Caller, account: ID<Account>? = nil) -> Intent? {
    guard let key = caller.idempotencyKey else { return nil }
    let scope: IntentKey.Scope
    if let device = caller.proof.key {
      scope = .device(device)
    } else if let account {
      scope = .account(account)
    } else {
      return nil
    }
    return Intent(
      key: IntentKey(operation: operation, scope: scope, key: key), body: caller.body)
  }

  /// Whether an intent has been answered, so that a repetition gets the same response.
  func isAnswered(_ intent: Intent?, at now: Timestamp, _ tables: Tables) throws -> Bool {
    guard let intent else { return false }
    let stored = try tables.idempotencyRecord(intent.key)
    if case .answered = IdempotencyRecord.judge(intent, against: stored, at: now, ports.digests) {
      return true
    }
    return false
  }

  /// Performs the effect of an intent once, and gives repetitions the same response. Begin, effect
  /// and response are in one transaction, so nothing is left half done.
  ///
  /// A refusal that does not depend on the moment is stored as well: a wrong code whose response
  /// was lost costs one try, not two.
  func once(
    _ intent: Intent?, at now: Timestamp, _ tables: Tables,
    _ effect: () throws -> SettledAnswer
  ) throws -> SettledAnswer {
    guard let intent else { return try effect() }
    let stored = try tables.idempotencyRecord(intent.key)
    switch IdempotencyRecord.judge(intent, against: stored, at: now, ports.digests) {
    case .answered(let answer): return answer
    case .otherBody: return .refused(.idempotencyBodyDiffers)
    case .running(let until): return .refused(.idempotencyRunning(until: until))
    case .begin:
      let answer = try effect()
      if !answer.isPassing, var record = IdempotencyRecord(intent, at: now, ports.digests) {
        record.settle(answer)
        try tables.put(record)
      }
      return answer
    }
  }
}

extension SettledAnswer {
  /// Whether a retry may succeed.
  fileprivate var isPassing: Bool {
    switch self {
    case .refused(.limited), .refused(.busy), .refused(.proofDuplicate): true
    default: false
    }
  }
}
