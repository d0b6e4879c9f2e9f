/// Results of a pure function for its most recent arguments, so that they are not computed again.
/// Never put anything in here that may change, because nothing is ever invalidated.
///
/// Two generations: a value that is used moves into the younger one, and when that is full, the
/// older one is dropped. So its size is bounded, and values in use stay.
package struct BoundedMemo<Argument: Hashable & Sendable, Value: Sendable>: Sendable {
  private let most: Int
  private var young: [Argument: Value] = [:]
  private var old: [Argument: Value] = [:]

  /// - Parameter most: the capacity of both generations together; at least 2.
  package init(most: Int) { self.most = max(2, most) }

  package var count: Int { young.count + old.count }

  package mutating func value(for argument: Argument) -> Value? {
    if let value = young[argument] { return value }
    guard let value = old.removeValue(forKey: argument) else { return nil }
    remember(value, for: argument)
    return value
  }

  package mutating func remember(_ value: Value, for argument: Argument) {
    young[argument] = value
    guard young.count > most / 2 else { return }
    old = young
    young = [:]
  }
}
