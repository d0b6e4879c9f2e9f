/// What a request to register becomes, and what confirming it keeps. Pure; the proofs are the
/// tests of pre-hijacking and enumeration.
package enum RegistrationRules {
  /// The attempts with a record added or replaced: the newest few that are alive, and of the newest
  /// few that are not what tells that they were there (DEC-5).
  package static func keep(
    _ record: PendingRegistration, among attempts: [PendingRegistration], at now: Timestamp
  ) -> [PendingRegistration] {
    let others = attempts.filter { $0.id != record.id && $0.isRemembered(at: now) }
    let alive = others.filter { $0.isAlive(at: now) } + [record]
    let kept = alive.suffix(SecurityRules.pendingRegistrations)
    let gone = others.filter { !$0.isAlive(at: now) } + alive.dropLast(kept.count)
    return gone.suffix(SecurityRules.pendingRegistrations).map { $0.tombstone(at: now) } + kept
  }

  package enum Confirmation: Hashable, Sendable {
    /// The account gets password, name, number and mode of this attempt.
    case whole(ID<PendingRegistration>)
    /// The address is the person's, but which of several attempts is theirs cannot be told: nothing
    /// of any is kept, "forgot password" sets a password.
    case addressOnly
  }

  /// What a right code keeps (DEC-5).
  ///
  /// A device confirms what its own key began, and a client that names its attempt that one. Any other
  /// may have been handed the code of a stranger's attempt for the same address, now or days ago; so
  /// where there was another one, nothing of either is kept.
  ///
  /// - Parameters:
  ///   - attempts: all that are remembered.
  ///   - named: the attempt that the client says is its own.
  ///   - match: the attempt whose code was right.
  package static func confirm(
    _ attempts: [PendingRegistration], named: ID<PendingRegistration>?,
    match: PendingRegistration, at now: Timestamp
  ) -> Confirmation {
    let isOwn = match.device != nil || named == match.id
    let isOnly = !attempts.contains { $0.id != match.id && $0.isRemembered(at: now) }
    return isOwn || isOnly ? .whole(match.id) : .addressOnly
  }
}
