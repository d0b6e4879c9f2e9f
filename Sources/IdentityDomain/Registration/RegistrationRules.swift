/// What a request to register becomes, and what its confirmation keeps. Pure; the tests of
/// pre-hijacking and enumeration are its proof.
package enum RegistrationRules {
  /// The attempts with one added or replaced: the latest few that are valid, and tombstones of the
  /// latest few that are not (DEC-5).
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
    /// The user owns the address, but which of several attempts is theirs is unknown: nothing of
    /// any is kept, and "forgot password" sets a password.
    case addressOnly
  }

  /// What a right code keeps (DEC-5).
  ///
  /// A device confirms the attempts of its own key, and a client that names its attempt confirms
  /// that one. Anyone else may have been given the code of a stranger's attempt for the same
  /// address, now or days ago. So if there was another attempt, nothing of either is kept.
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
