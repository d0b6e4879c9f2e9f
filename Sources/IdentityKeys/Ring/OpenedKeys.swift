import IdentityDomain

/// The keys of one use in memory: their schedule and their secret parts.
struct OpenedKeys<Material: Sendable>: Sendable {
  private let schedule: KeySchedule
  private let materials: [KeyID: Material]
  private let first: (id: KeyID, material: Material)

  /// - Returns: nil if there is no key at all, or one without its material.
  init?(_ schedule: KeySchedule, _ materials: [KeyID: Material]) {
    guard let id = schedule.keys.first?.id, let material = materials[id],
      schedule.keys.allSatisfy({ materials[$0.id] != nil })
    else { return nil }
    self.schedule = schedule
    self.materials = materials
    first = (id, material)
  }

  /// The key for new things.
  func current(at now: Timestamp) -> (id: KeyID, material: Material) {
    guard let id = schedule.current(at: now)?.id, let material = materials[id] else { return first }
    return (id, material)
  }

  /// The current key first, then those that were current within a time.
  func recent(at now: Timestamp, within time: Duration) -> [KeyID] {
    schedule.recent(at: now, within: time).map(\.id)
  }

  /// The key that reads things made under it; nil if it is unknown or retired.
  func reading(_ id: KeyID, at now: Timestamp) -> Material? {
    schedule.isReadable(id, at: now) ? materials[id] : nil
  }

  /// In the order in which they become current.
  func readable(at now: Timestamp) -> [(id: KeyID, material: Material)] {
    schedule.readable(at: now).compactMap { key in materials[key.id].map { (key.id, $0) } }
  }
}
