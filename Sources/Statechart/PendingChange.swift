/// Exits and entries of states that the set of active states does not reflect yet. It is updated
/// before anything reads it.
@usableFromInline struct PendingChange: BitwiseCopyable {
  /// The word of the set that contains all changes.
  @usableFromInline var word = 0
  @usableFromInline var left: UInt64 = 0
  @usableFromInline var entered: UInt64 = 0

  @inlinable init() {}

  @inlinable @inline(__always) mutating func remove(_ id: StateID, _ active: inout [UInt64]) {
    if Int(id >> 6) != word { move(to: id, &active) }
    left |= 1 << UInt64(id & 63)
  }

  @inlinable @inline(__always) mutating func insert(_ id: StateID, _ active: inout [UInt64]) {
    if Int(id >> 6) != word { move(to: id, &active) }
    entered |= 1 << UInt64(id & 63)
  }

  @inlinable mutating func move(to id: StateID, _ active: inout [UInt64]) {
    apply(to: &active)
    word = Int(id >> 6)
  }

  /// A state that was exited and entered again is active: within a change, no exit follows an
  /// entry.
  @inlinable @inline(__always) mutating func apply(to active: inout [UInt64]) {
    guard left | entered != 0 else { return }
    active[word] = active[word] & ~left | entered
    left = 0
    entered = 0
  }
}
