/// What bringing a store back from a backup did to it.
package struct RestoredStore: Hashable, Sendable {
  package let endedSessions: Int
}

extension IdentityTransaction {
  /// Makes a store that was brought back from a backup safe to use
  /// (docs/decisions/0014-administration.md).
  ///
  /// The backup does not know what became of anything since. A session that was ended lives in it; a
  /// refresh token that was spent is current in it, and its successor, made again, would be the same
  /// text; a message that was sent waits in it; a code that was used up is open; an account whose owner came back is
  /// to be deleted. So all sessions end, no account is to be deleted, and what is unsettled goes. Applied again, it
  /// changes nothing more.
  package func settleRestored(at now: Timestamp) throws -> RestoredStore {
    var ended = 0
    while true {
      // Those that ended are not found again.
      let page = try openSessions(after: nil, most: 1_000)
      if page.isEmpty { break }
      for session in page { try end(session, .storeRestored, at: now) }
      ended += page.count
    }
    while true {
      let page = try accountsToDelete(at: Timestamp(milliseconds: .max), most: 1_000)
      if page.isEmpty { break }
      for var account in page {
        account.deletionDueAt = nil
        try put(account)
      }
    }
    try removeUnsettled()
    return RestoredStore(endedSessions: ended)
  }
}
