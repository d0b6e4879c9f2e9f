/// Which key of a use makes new things, which ones still read old ones, and when to make the next:
/// a pure rule over what all nodes read from the store.
///
/// The newest active key is current. A new key is stored a lead time before it becomes active, so
/// every node that has read the store since then agrees, whatever happened meanwhile, and no node
/// meets anything made under a key that it does not know.
package struct KeySchedule: Hashable, Sendable {
  /// In the order in which they become current.
  package let keys: [ServerKey]
  private let term: KeyTerm

  /// - Parameter keys: of any use and in any order.
  package init(_ keys: [ServerKey], for use: ServerKeyUse) {
    self.keys = keys.filter { $0.use == use }
      .sorted { ($0.activeFrom, $0.id.text) < ($1.activeFrom, $1.id.text) }
    term = KeyTerm.of(use)
  }

  /// The key for what is made now; nil only if there is none at all. If the clock is before the
  /// time of all keys, it is the first.
  package func current(at now: Timestamp) -> ServerKey? {
    keys.last { $0.activeFrom <= now } ?? keys.first
  }

  /// The keys that read what was made under them: future ones, the current one, and those whose
  /// last products may still be in use.
  package func readable(at now: Timestamp) -> [ServerKey] {
    keys.indices.filter { !isRetired($0, at: now) }.map { keys[$0] }
  }

  /// The current key first, then those that were current within the last `time`, newest first.
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

  /// Whether it is among `readable`.
  package func isReadable(_ id: KeyID, at now: Timestamp) -> Bool {
    keys.indices.contains { keys[$0].id == id && !isRetired($0, at: now) }
  }

  /// Counted from when the next key became active. The current key has no active successor, so it
  /// is never retired.
  private func isRetired(_ place: Int, at now: Timestamp) -> Bool {
    let next = place + 1
    return next < keys.count && now >= keys[next].activeFrom + term.retention
  }

  /// What to change in the store now; applying it again at the same moment changes nothing.
  package func plan(at now: Timestamp) -> KeyPlan {
    let retired = keys.indices.filter { isRetired($0, at: now) }.map { keys[$0].id }
    return KeyPlan(nextActiveFrom: nextActiveFrom(now), retired: retired)
  }

  private func nextActiveFrom(_ now: Timestamp) -> Timestamp? {
    // Nothing was made under an older key, so no lead time is needed.
    guard let current = current(at: now) else { return now }
    guard now >= current.activeFrom + term.period - term.lead else { return nil }
    // One that is more than a whole period ahead was made under a clock far ahead; waiting for it
    // would keep the current key for as long as that clock was wrong.
    let isPlanned = keys.contains {
      $0.activeFrom > current.activeFrom && $0.activeFrom <= now + term.period
    }
    return isPlanned ? nil : now + term.lead
  }
}

/// The changes required by a schedule.
package struct KeyPlan: Hashable, Sendable {
  /// When a key made now becomes active; nil if none is needed.
  package let nextActiveFrom: Timestamp?
  /// What is no longer needed.
  package let retired: [KeyID]

  package init(nextActiveFrom: Timestamp?, retired: [KeyID]) {
    self.nextActiveFrom = nextActiveFrom
    self.retired = retired
  }

  package var isEmpty: Bool { nextActiveFrom == nil && retired.isEmpty }
}

/// The lifetimes of keys of one use; see `SecurityRules`.
package struct KeyTerm: Hashable, Sendable {
  /// From being stored to becoming active.
  package let lead: Duration
  /// How long a key is current.
  package let period: Duration
  /// From the next key becoming active to being removed.
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
