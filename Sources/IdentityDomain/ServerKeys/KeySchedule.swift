/// The rotation of the server keys of one use (`ServerKeyUse`): which key signs or encrypts now,
/// which ones are kept to verify or decrypt earlier tokens and values, and when the next one is
/// needed. A pure rule over the keys that all nodes read from the store.
///
/// The newest active key is current. A new key is stored a lead time before it becomes active, so
/// that every node has read it by then: all nodes agree on the current key, and none receives a
/// token made under a key that it does not know.
package struct KeySchedule: Hashable, Sendable {
  /// Those of the use, in the order in which they become current.
  package let keys: [ServerKey]
  private let term: KeyTerm

  /// - Parameter keys: of any use and in any order.
  package init(_ keys: [ServerKey], for use: ServerKeyUse) {
    self.keys = keys.filter { $0.use == use }
      .sorted { ($0.activeFrom, $0.id.text) < ($1.activeFrom, $1.id.text) }
    term = KeyTerm.of(use)
  }

  /// The key for what is made now: the newest active one, or the first if none is active yet, since
  /// this node's clock may be behind. Nil only if there are no keys.
  package func current(at now: Timestamp) -> ServerKey? {
    keys.last { $0.activeFrom <= now } ?? keys.first
  }

  /// The keys that may be used to read: future ones, the current one, and earlier ones as long as
  /// something that was made under them may still be valid.
  package func readable(at now: Timestamp) -> [ServerKey] {
    keys.indices.filter { !isRetired($0, at: now) }.map { keys[$0] }
  }

  /// The current key first, then those that were current within the last `time`, newest first: what
  /// is looked up by a digest may have been stored under any of them.
  package func recent(at now: Timestamp, within time: Duration) -> [ServerKey] {
    guard let place = keys.lastIndex(where: { $0.activeFrom <= now }) else {
      return Array(keys.prefix(1))
    }
    var found = [keys[place]]
    for earlier in (0..<place).reversed() {
      // It was current until the next one became active.
      guard keys[earlier + 1].activeFrom > now - time else { break }
      found.append(keys[earlier])
    }
    return found
  }

  /// The next key, which is not active yet.
  package func planned(at now: Timestamp) -> ServerKey? { keys.first { $0.activeFrom > now } }

  /// Whether a key is among `readable(at:)`.
  package func isReadable(_ id: KeyID, at now: Timestamp) -> Bool {
    keys.indices.contains { keys[$0].id == id && !isRetired($0, at: now) }
  }

  /// Whether a key's retention is over, which begins when the next key becomes active. The current
  /// key has no active successor, so it is never retired.
  private func isRetired(_ place: Int, at now: Timestamp) -> Bool {
    let next = place + 1
    return next < keys.count && now >= keys[next].activeFrom + term.retention
  }

  /// What to change in the store now. Once that is done, the plan for the same moment is empty.
  package func plan(at now: Timestamp) -> KeyPlan {
    let retired = keys.indices.filter { isRetired($0, at: now) }.map { keys[$0].id }
    return KeyPlan(nextActiveFrom: nextActiveFrom(now), retired: retired)
  }

  private func nextActiveFrom(_ now: Timestamp) -> Timestamp? {
    // Without any key nothing can have been made yet, so the first one needs no lead time.
    guard let current = current(at: now) else { return now }
    guard now >= current.activeFrom + term.period - term.lead else { return nil }
    // A key more than a whole period ahead does not count: it was stored by a node whose clock was
    // far ahead, and waiting for it would keep the current key for as long as that clock was wrong.
    let isPlanned = keys.contains {
      $0.activeFrom > current.activeFrom && $0.activeFrom <= now + term.period
    }
    return isPlanned ? nil : now + term.lead
  }
}

/// The changes to the stored keys that a schedule requires.
package struct KeyPlan: Hashable, Sendable {
  /// When a key that is made now becomes active; nil if none is to be made.
  package let nextActiveFrom: Timestamp?
  /// The keys to remove.
  package let retired: [KeyID]

  package init(nextActiveFrom: Timestamp?, retired: [KeyID]) {
    self.nextActiveFrom = nextActiveFrom
    self.retired = retired
  }

  package var isEmpty: Bool { nextActiveFrom == nil && retired.isEmpty }
}

/// The lifetimes of the keys of one use. `SecurityRules` has the values, and where they come from.
package struct KeyTerm: Hashable, Sendable {
  /// The time from storing a key to its becoming active.
  package let lead: Duration
  /// How long a key is current.
  package let period: Duration
  /// How long a key is kept after the next one became active.
  package let retention: Duration

  package static func of(_ use: ServerKeyUse) -> KeyTerm {
    switch use {
    case .signing:
      KeyTerm(
        lead: SecurityRules.keyLead, period: SecurityRules.signingKeyPeriod,
        retention: SecurityRules.signingKeyRetention)
    case .digest:
      KeyTerm(
        lead: SecurityRules.keyLead, period: SecurityRules.digestKeyPeriod,
        retention: SecurityRules.digestKeyRetention)
    case .sealing:
      KeyTerm(
        lead: SecurityRules.keyLead, period: SecurityRules.sealingKeyPeriod,
        retention: SecurityRules.sealingKeyRetention)
    case .factor:
      KeyTerm(
        lead: SecurityRules.keyLead, period: SecurityRules.factorKeyPeriod,
        retention: SecurityRules.factorKeyRetention)
    }
  }
}
