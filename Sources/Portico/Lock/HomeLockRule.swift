/// When the content behind the sign-in is covered, and when the owner of the device is asked to unlock it.
///
/// Times are milliseconds of one clock, which ought to be steady.
package struct HomeLockRule: Equatable, Sendable {
  package enum Event: Equatable, Sendable {
    case signedIn
    case signedOut
    case enteredForeground(at: Int64)
    case enteredBackground(at: Int64)
    case unlockAsked
    case checked(OwnerCheck)
  }

  /// What lies over the content.
  package enum Cover: Equatable, Sendable {
    case none
    /// Nothing can be done here but wait or return.
    case hidden
    case locked(isAsking: Bool)
  }

  private enum Access: Equatable {
    /// Whether there is a session has not been read yet.
    case unknown
    case signedOut
    /// - Parameter asks: whether the owner is asked as soon as possible, without pressing a button.
    case locked(asks: Bool)
    case open
  }

  private enum Prompt: Equatable {
    case current
    /// It belongs to what was before a sign-out or another lock: its answer unlocks nothing.
    case outdated
  }

  /// Seconds; within `graceRange`.
  package let graceSeconds: Int
  /// A day at most.
  package static let graceRange = 0...86_400

  private var access = Access.unknown
  private var prompt: Prompt?
  private var isForeground = false
  private var leftAt: Int64?

  /// - Parameter graceSeconds: how long the app may be in the background without being locked; 0: it is always locked. What
  ///   is outside `graceRange` becomes its nearest end.
  package init(graceSeconds: Int) {
    self.graceSeconds = min(
      max(graceSeconds, Self.graceRange.lowerBound), Self.graceRange.upperBound)
  }

  package var cover: Cover {
    switch access {
    case .unknown: .hidden
    case .signedOut: .none
    case .locked: .locked(isAsking: prompt != nil)
    case .open: isForeground ? .none : .hidden
    }
  }

  /// Whether the content is that of a signed-in user, who may have unlocked it.
  package var isOpen: Bool { access == .open }

  /// - Returns: whether the owner has to be asked now. The answer is reported by `.checked`.
  package mutating func handle(_ event: Event) -> Bool {
    switch event {
    case .signedIn:
      // A session that was there at the launch; one that begins later belongs to whoever has just signed in.
      if access == .unknown { access = .locked(asks: true) }
      if access == .signedOut { access = .open }
    case .signedOut:
      access = .signedOut
      outdatePrompt()
    case .enteredBackground(let time):
      guard isForeground else { return false }
      isForeground = false
      leftAt = time
    case .enteredForeground(let time):
      guard !isForeground else { return false }
      isForeground = true
      if let leftAt, isLong(from: leftAt, to: time) { lock() }
      leftAt = nil
    case .unlockAsked:
      guard case .locked = access, prompt != .current, isForeground else { return false }
      access = .locked(asks: true)
    case .checked(let check): take(check)
    }
    return askIfWanted()
  }

  private mutating func lock() {
    guard access == .open || isLocked else { return }
    access = .locked(asks: true)
    outdatePrompt()
  }

  private var isLocked: Bool { if case .locked = access { true } else { false } }

  private mutating func outdatePrompt() { if prompt != nil { prompt = .outdated } }

  private mutating func take(_ check: OwnerCheck) {
    let ended = prompt
    prompt = nil
    guard ended == .current, isLocked else { return }
    switch check {
    case .unlocked, .unavailable: access = .open
    case .cancelled, .failed: access = .locked(asks: false)
    }
  }

  private mutating func askIfWanted() -> Bool {
    guard access == .locked(asks: true), isForeground, prompt == nil else { return false }
    access = .locked(asks: false)
    prompt = .current
    return true
  }

  /// A clock that went backwards says nothing about the time that has passed.
  private func isLong(from left: Int64, to back: Int64) -> Bool {
    let (away, isTooLong) = back.subtractingReportingOverflow(left)
    return isTooLong || away < 0 || away >= Int64(graceSeconds) * 1_000
  }
}
