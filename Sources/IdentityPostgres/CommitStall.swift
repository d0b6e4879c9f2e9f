/// Whether transactions that write may begin while commits wait in vain for a standby. Pure.
///
/// A commit that waits holds its thread, and with it a place of the pool. So while none is confirmed one transaction at a time
/// finds out whether that has changed, the others are refused before they begin, and the other threads read.
package struct CommitStall: Hashable, Sendable {
  package enum Turn: Hashable, Sendable {
    case free
    /// It finds out. Whoever has it says when it is over.
    case probing
    case refused
  }

  /// Since a commit was not confirmed.
  package private(set) var isOn = false
  private var isProbed = false

  package init() {}

  package mutating func begin() -> Turn {
    guard isOn else { return .free }
    guard !isProbed else { return .refused }
    isProbed = true
    return .probing
  }

  /// A commit was not confirmed.
  /// - Returns: whether that is news.
  package mutating func unconfirmed() -> Bool {
    defer { isOn = true }
    return !isOn
  }

  /// What found out is over.
  /// - Parameter isConfirmed: whether a standby confirmed what it wrote.
  package mutating func probed(isConfirmed: Bool) {
    isProbed = false
    if isConfirmed { isOn = false }
  }
}
