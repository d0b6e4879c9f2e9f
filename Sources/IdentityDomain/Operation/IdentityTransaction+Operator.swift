// What operators do to accounts, sessions and messages. Each act writes a security event with the operator's name; one that
// finds nothing to do writes none.

extension IdentityTransaction {
  /// Blocks an account: it is refused at every way in, its sessions end, and no device is trusted any
  /// longer. A deletion that is due later is called off, since the owner could not cancel it any more (CTR-10).
  /// - Returns: how many sessions ended; nil if there is no such account, or it is blocked already.
  package func block(
    _ id: ID<Account>, by name: OperatorName, at now: Timestamp
  ) throws -> Int? {
    guard var account = try account(id), !account.isBlocked else { return nil }
    account.isBlocked = true
    if account.deletionDueAt != nil {
      account.deletionDueAt = nil
      try append(SecurityEvent(.deletionCancelled, account: id, by: name, at: now))
    }
    try put(account)
    let open = try openSessions(of: id)
    for session in open { try end(session, .accountBlocked, at: now) }
    try endTrust(.all, of: id)
    try append(SecurityEvent(.operatorBlock, account: id, by: name, at: now))
    return open.count
  }

  /// - Returns: whether it was blocked.
  package func unblock(
    _ id: ID<Account>, by name: OperatorName, at now: Timestamp
  ) throws -> Bool {
    guard var account = try account(id), account.isBlocked else { return false }
    account.isBlocked = false
    try put(account)
    try append(SecurityEvent(.operatorUnblock, account: id, by: name, at: now))
    return true
  }

  /// Ends all sessions of a user and the trust in devices, on behalf of an operator.
  /// - Returns: how many ended.
  package func signOut(
    _ account: ID<Account>, by name: OperatorName, at now: Timestamp
  ) throws -> Int {
    let open = try openSessions(of: account)
    for session in open { try end(session, .revokedByAdministrator, at: now) }
    try endTrust(.all, of: account)
    try append(SecurityEvent(.operatorSignOut, account: account, by: name, at: now))
    return open.count
  }

  /// Ends one session, and the trust in its device.
  /// - Returns: whether it was open.
  package func endSession(
    _ id: ID<Session>, by name: OperatorName, at now: Timestamp
  ) throws -> Bool {
    guard let session = try session(id), session.family.end == nil else { return false }
    try end(session, .revokedByAdministrator, at: now)
    if let account = session.account, let key = session.family.kind.key {
      try endTrust(.only(key), of: account)
    }
    try append(
      SecurityEvent(.operatorSignOut, session: id, account: session.account, by: name, at: now))
    return true
  }

  /// Makes a message that waits be tried at once: its turn is now, and its channel is not paused.
  /// - Returns: whether it waits, and nobody is sending it.
  package func retryMessage(
    _ id: ID<OutboxMessage>, by name: OperatorName, at now: Timestamp
  ) throws -> Bool {
    guard var row = try outboxRow(id), row.message.channel != nil, !row.isHeld(at: now) else {
      return false
    }
    row.release(at: now)
    try update(row)
    try removeChannelPause(MessageChannel(row.message.recipient))
    try append(SecurityEvent(.retry, id, by: name, at: now))
    return true
  }

  /// Gives a message up that waits. A dead letter is kept, without the secret.
  /// - Returns: whether it waited.
  package func discardMessage(
    _ id: ID<OutboxMessage>, by name: OperatorName, at now: Timestamp
  ) throws -> Bool {
    guard let row = try outboxRow(id), row.message.channel != nil else { return false }
    try bury(row, .discarded, at: now)
    try append(SecurityEvent(.discard, id, by: name, at: now))
    return true
  }

  /// The messages to an account that wait, and those of the last two weeks that never
  /// arrived.
  package func messages(
    of id: ID<Account>, most: Int
  ) throws -> (waiting: [OutboxRow], dead: [DeadLetter]) {
    let recipients =
      try bindings(of: id).map { MessageRecipient($0.identifier) }
      + pushEndpoints(of: id).map { MessageRecipient.push(PushAddress($0)) }
    var waiting: [OutboxRow] = []
    var dead: [DeadLetter] = []
    for recipient in recipients {
      waiting += try outboxRows(to: recipient, most: most)
      dead += try deadLetters(to: recipient, most: most)
    }
    return (
      Array(waiting.sorted { $0.message.createdAt < $1.message.createdAt }.prefix(most)),
      Array(dead.sorted { $0.diedAt > $1.diedAt }.prefix(most))
    )
  }
}
