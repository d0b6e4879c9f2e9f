/// What the owner of an account is told of its security log (DEC-11): a closed list, of which each
/// can be said to a person in a sentence.
package enum OwnEventKind: String, Hashable, Sendable, CaseIterable {
  case signIn = "sign_in"
  case signInFailed = "sign_in_failed"
  /// The user of a session confirmed who it is.
  case stepUp = "step_up"
  case passwordChanged = "password_changed"
  case passwordReset = "password_reset"
  /// An address, a number or a provider was added, replaced or removed.
  case identifierChanged = "identifier_changed"
  case identifierUndone = "identifier_undone"
  case factorAdded = "factor_added"
  case factorRemoved = "factor_removed"
  case twoStepsChanged = "two_steps_changed"
  case recoveryCodeUsed = "recovery_code_used"
  case factorResetBegun = "factor_reset_begun"
  case factorResetDone = "factor_reset_done"
  case passkeyAdded = "passkey_added"
  case passkeyRemoved = "passkey_removed"
  case passkeyCloned = "passkey_cloned"
  /// Somebody asked for a file with what is stored about the account (CTR-9).
  case dataExported = "data_exported"
  case sessionEnded = "session_ended"
  case deviceRemoved = "device_removed"
  /// A copy of a session's token was presented.
  case tokenMisused = "token_misused"
  /// Somebody guessed at the codes that were sent.
  case codesGuessed = "codes_guessed"
  /// Somebody else proved the account's number.
  case numberDetached = "number_detached"
  /// The account is to be deleted later, or no longer (CTR-10).
  case deletionScheduled = "deletion_scheduled"
  case deletionCancelled = "deletion_cancelled"
  /// The service ended the sessions, or blocked the account, or lifted that.
  case signedOutByService = "signed_out_by_service"
  case blockedByService = "blocked_by_service"
  case unblockedByService = "unblocked_by_service"
}

extension SecurityEvent.Kind {
  /// Nil for what concerns operators only.
  package var told: OwnEventKind? {
    switch self {
    case .signIn: .signIn
    case .signInFailed: .signInFailed
    case .stepUp: .stepUp
    case .passwordChanged: .passwordChanged
    case .passwordReset: .passwordReset
    case .identifierChanged: .identifierChanged
    case .identifierUndone: .identifierUndone
    case .factorAdded: .factorAdded
    case .factorRemoved: .factorRemoved
    case .twoStepsChanged: .twoStepsChanged
    case .recoveryCodeUsed: .recoveryCodeUsed
    case .factorResetBegun: .factorResetBegun
    case .factorResetDone: .factorResetDone
    case .passkeyAdded: .passkeyAdded
    case .passkeyRemoved: .passkeyRemoved
    case .passkeyCloned: .passkeyCloned
    case .dataExported: .dataExported
    case .sessionEnded: .sessionEnded
    case .deviceRemoved: .deviceRemoved
    case .foreignKeyRefresh, .refreshTokenReuse: .tokenMisused
    case .identifierBlocked: .codesGuessed
    case .numberDetached: .numberDetached
    case .deletionScheduled: .deletionScheduled
    case .deletionCancelled: .deletionCancelled
    case .operatorSignOut: .signedOutByService
    case .operatorBlock: .blockedByService
    case .operatorUnblock: .unblockedByService
    case .accountDeleted, .operatorUnlock, .operatorExport, .operatorDelete, .operatorOutbox: nil
    }
  }
}

/// One line of what the owner is told: the events of a day that differ only in their time.
package struct OwnEvent: Hashable, Sendable {
  /// The same as long as the server's key is; it names nothing but the line.
  package let id: String
  package let kind: OwnEventKind
  package let count: Int
  package let firstAt: Timestamp
  package let lastAt: Timestamp
  /// Of the latest; nil where no session is known.
  package let session: ID<Session>?
  /// From which client, where that is known.
  package let client: ClientDescription?
  package let isThisSession: Bool
  package let isThisDevice: Bool
}

extension AccountOperations {
  /// The latest security events of the caller's account, newest first.
  package func events(_ call: SessionCall) async throws -> [OwnEvent] {
    try await sessions.reading("events.list", call) { tables, current, account, _ in
      let rows = try tables.securityEvents(of: account.id, most: 4 * SecurityRules.ownEvents)
      return .success(
        try rows.lazy.filter { $0.kind.told != nil }.prefix(SecurityRules.ownEvents)
          .compactMap { try event($0, for: current, tables) })
    }
  }

  private func event(
    _ row: SecurityEventRow, for current: Session, _ tables: Tables
  ) throws -> OwnEvent? {
    guard let kind = row.kind.told else { return nil }
    let parts = [
      "event", row.account?.text ?? "", row.kind.rawValue, row.source ?? "", "\(row.day)",
    ]
    let name = ports.digests.digest(parts, for: .limitKey, under: ports.digests.currentKey)
    let session = try row.session.flatMap { try tables.session($0) }
    let key = row.source.map { KeyThumbprint($0) }
    var client = session?.client
    if client == nil, let key, let account = row.account {
      client = try tables.device(key, of: account)?.client
    }
    return OwnEvent(
      id: Base64URL.text(Array((name ?? []).prefix(16))), kind: kind, count: row.count,
      firstAt: row.firstAt, lastAt: row.lastAt, session: row.session, client: client,
      isThisSession: row.session == current.id,
      isThisDevice: key != nil && key == current.family.kind.key)
  }
}

extension SecurityRules {
  /// How many events the owner is told of at once.
  package static let ownEvents = 50
}
