/// What a pure function made of its arguments, for the last of them: to be asked before it is
/// computed again. Nothing that may change belongs in here, for nothing is ever taken back.
///
/// Two generations: what is asked for moves into the younger one, and when that is full, the older
/// one goes as a whole. So it is bounded, and what is in use stays.
package struct BoundedMemo<Argument: Hashable & Sendable, Value: Sendable>: Sendable {
  private let most: Int
  private var young: [Argument: Value] = [:]
  private var old: [Argument: Value] = [:]

  /// - Parameter most: of both generations; at least 2.
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
