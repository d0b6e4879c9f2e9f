/// A change of what is stored. The host holds the lock of the store, reads, applies and writes;
/// what the change expects is checked at that time, not before, because another process may have
/// written in between (CMP-2).
package enum StoreChange: Hashable, Sendable {
  /// A sign-in. It ends the session that it finds.
  case adopt(SessionRecord)
  /// An extension obtained with this refresh token. If that token is no longer stored, the session
  /// ended or was extended by another process, and this response is too late (CMP-3).
  case extend(family: Bytes, presented: Bytes, ExtensionTokens, at: Moment)
  /// The user signs out. Without a family: of whatever session there is.
  case signOut(family: Bytes?, cause: SignOutCause, isEverywhere: Bool)
  /// The server refused this refresh token.
  case refuse(family: Bytes, presented: Bytes, cause: SignOutCause)
  /// The device key of this family is gone.
  case loseKey(family: Bytes)
  /// The server knows that this family has ended.
  case settle(family: Bytes)

  /// - Returns: what to write; nil if nothing changes.
  package func applied(to stored: StoredSession) -> StoredSession? {
    var next = stored
    switch self {
    case .adopt(let record):
      if let old = stored.session, old.family != record.family {
        next.note(old, .replaced, isRefusal: false)
        next.enqueue(PendingSignOut(old, isEverywhere: false))
      }
      next.session = record
    case .extend(let family, let presented, let tokens, let now):
      guard let old = stored.session, old.family == family, old.refreshToken == presented else {
        return nil
      }
      next.session = old.extended(by: tokens, at: now)
    case .signOut(let family, let cause, let isEverywhere):
      guard let old = stored.session, family == nil || old.family == family else { return nil }
      next.end(old, cause, isRefusal: false)
      next.enqueue(PendingSignOut(old, isEverywhere: isEverywhere))
    case .refuse(let family, let presented, let cause):
      guard let old = stored.session, old.family == family, old.refreshToken == presented else {
        return nil
      }
      next.end(old, cause, isRefusal: true)
    case .loseKey(let family):
      guard let old = stored.session, old.family == family else { return nil }
      next.end(old, .deviceKeyLost, isRefusal: false)
    case .settle(let family):
      next.pending.removeAll { $0.family == family }
    }
    return next == stored ? nil : next
  }
}

extension StoredSession {
  fileprivate mutating func end(_ old: SessionRecord, _ cause: SignOutCause, isRefusal: Bool) {
    session = nil
    note(old, cause, isRefusal: isRefusal)
  }

  fileprivate mutating func note(_ old: SessionRecord, _ cause: SignOutCause, isRefusal: Bool) {
    signOut = SignOutNote(family: old.family, cause: cause, isRefusal: isRefusal)
  }

  fileprivate mutating func enqueue(_ signOut: PendingSignOut) {
    pending.removeAll { $0.family == signOut.family }
    pending.append(signOut)
    if pending.count > SessionRules.pendingSignOuts { pending.removeFirst() }
  }
}

extension PendingSignOut {
  fileprivate init(_ old: SessionRecord, isEverywhere: Bool) {
    self.init(
      family: old.family, refreshToken: old.refreshToken, isEverywhere: isEverywhere)
  }
}

/// The result of a change.
package enum StoreOutcome: Hashable, Sendable {
  /// Written, or there was nothing to write; this is stored now.
  case stored(StoredSession)
  /// What the change expected is no longer stored; this is.
  case superseded(StoredSession)
  /// Nothing was written.
  case failed(StorageProblem)
}

/// Why storage cannot be used now. None of these is a reason to sign anybody out (ENT-10, CMP-4).
package enum StorageProblem: UInt8, Hashable, Sendable {
  /// Before the first unlock after a restart, say.
  case locked
  case full
  /// The value cannot be read as a session. It is kept until a sign-in replaces it.
  case corrupt
  case broken
}
