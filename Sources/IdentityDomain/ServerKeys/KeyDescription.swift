/// What may be shown of a server key.
package struct KeyDescription: Hashable, Sendable {
  package enum Standing: String, Hashable, Sendable {
    /// Not active yet.
    case planned
    /// Used for what is made now.
    case current
    /// Only reads what was made under it.
    case reading
    /// No longer needed; the next refresh of a server removes it.
    case retired
  }

  package let id: KeyID
  package let use: ServerKeyUse
  package let standing: Standing
  package let createdAt: Timestamp
  package let activeFrom: Timestamp
  /// Nil while no key follows it.
  package let readsUntil: Timestamp?
}

extension KeySchedule {
  /// Every key, in the order in which they become current.
  package func descriptions(at now: Timestamp) -> [KeyDescription] {
    keys.map { description(of: $0, at: now) }
  }

  /// - Parameter key: one of `keys`.
  package func description(of key: ServerKey, at now: Timestamp) -> KeyDescription {
    let next = keys.drop { $0.id != key.id }.dropFirst().first
    let readsUntil = next.map { $0.activeFrom + KeyTerm.of(key.use).retention }
    let standing: KeyDescription.Standing =
      if current(at: now)?.id == key.id {
        .current
      } else if key.activeFrom > now {
        .planned
      } else {
        readsUntil.map { now >= $0 } == true ? .retired : .reading
      }
    return KeyDescription(
      id: key.id, use: key.use, standing: standing, createdAt: key.createdAt,
      activeFrom: key.activeFrom, readsUntil: readsUntil)
  }
}
