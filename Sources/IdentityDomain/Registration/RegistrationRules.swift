/// What a request to register becomes, and what confirming it keeps. Pure; the proofs are the
/// tests of pre-hijacking and enumeration.
package enum RegistrationRules {
  /// Which record to write. The same form sent again is the same attempt, with a new code; another
  /// password is an attempt of its own beside the others. For a taken address the record is a
  /// decoy: its code was sent to nobody.
  ///
  /// - Parameter isSame: whether the password typed now is that of an attempt.
  package static func begin(
    _ attempts: [PendingRegistration], fresh: PendingRegistration,
    isSame: (PendingRegistration) -> Bool
  ) -> ID<PendingRegistration> {
    let own = attempts.last {
      $0.isAlive(at: fresh.createdAt) && $0.device == fresh.device && isSame($0)
    }
    return own?.id ?? fresh.id
  }

  /// The attempts with a record added or replaced: the newest few that are alive.
  package static func keep(
    _ record: PendingRegistration, among attempts: [PendingRegistration], at now: Timestamp
  ) -> [PendingRegistration] {
    let others = attempts.filter { $0.id != record.id && $0.isAlive(at: now) }
    return (others + [record]).suffix(SecurityRules.pendingRegistrations)
  }

  package enum Confirmation: Hashable, Sendable {
    /// The account gets the password of this attempt.
    case withPassword(ID<PendingRegistration>)
    /// The address is the person's, but which of several attempts is theirs cannot be told: no
    /// password is kept, "forgot password" sets one.
    case withoutPassword
  }

  /// Which password a right code keeps.
  ///
  /// A client that names its own attempt can only confirm that one. A client that cannot (the
  /// account API) may have been handed the code of a stranger's attempt for the same address; so
  /// with several attempts none of their passwords is kept.
  ///
  /// - Parameters:
  ///   - attempts: those alive.
  ///   - named: the attempt that the client says is its own.
  ///   - match: the attempt whose code was right.
  package static func confirm(
    _ attempts: [PendingRegistration], named: ID<PendingRegistration>?,
    match: ID<PendingRegistration>
  ) -> Confirmation {
    if named == match || attempts.count == 1 { return .withPassword(match) }
    return .withoutPassword
  }
}
