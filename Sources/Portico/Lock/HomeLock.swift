package import FlowRuntime
public import Observation

/// Locks what is behind the sign-in until the owner of the device has unlocked it by face, fingerprint or passcode.
///
/// It is locked at a launch with an existing session, and when the app comes back after it was in the background for a
/// while. A user who has just signed in is not asked, and while nobody is signed in nothing is covered.
///
/// An app makes one together with its session, and keeps it; `porticoLock(_:)` of `PorticoUI` draws the cover and reports
/// foreground and background. The lock keeps other people from looking at an open device. It does not encrypt anything, and
/// the session stays usable behind it: `accessToken()` works as before.
@MainActor @Observable
public final class HomeLock {
  /// What lies over the content.
  public enum Cover: Equatable, Sendable {
    /// Nothing: it can be seen and used.
    case none
    /// Something opaque, without buttons: in the background, and until the session has been read.
    case hidden
    /// Something opaque with a button that calls `unlock()`, and one that calls `signOut()`.
    /// - Parameter isAsking: whether the device is asking right now, so that the first one does nothing.
    case locked(isAsking: Bool)
  }

  /// Asks the device's owner, and returns how that has ended. Called once at a time, from any executor.
  ///
  /// - Parameter reason: what the device shows beside its question; not empty.
  public typealias Owner = @Sendable (_ reason: String) async -> OwnerCheck

  /// What lies over the content now.
  public private(set) var cover = Cover.hidden
  /// How the last check has ended; nil before the first one. After `.unavailable` the content is open, although nobody was
  /// asked: an app may advise its users to set a passcode.
  public private(set) var lastCheck: OwnerCheck?

  @ObservationIgnored private var rule: HomeLockRule
  @ObservationIgnored private let clock: RuntimeClock
  @ObservationIgnored private let reason: @MainActor () -> String
  @ObservationIgnored private let owner: Owner
  @ObservationIgnored private let endSession: @MainActor () async -> Bool
  @ObservationIgnored private var windows: Set<Int> = []
  @ObservationIgnored private var lastWindow = 0
  @ObservationIgnored private var follower: Task<Void, Never>?
  /// The check that is under way.
  @ObservationIgnored package private(set) var check: Task<Void, Never>?

  /// - Parameters:
  ///   - graceSeconds: see `HomeLockRule`.
  ///   - endSession: signs the user out, and says whether that succeeded.
  package init(
    graceSeconds: Int, clock: RuntimeClock, reason: @escaping @MainActor () -> String,
    endSession: @escaping @MainActor () async -> Bool, owner: @escaping Owner
  ) {
    rule = HomeLockRule(graceSeconds: graceSeconds)
    (self.clock, self.reason, self.owner, self.endSession) = (clock, reason, owner, endSession)
  }

  deinit { follower?.cancel() }

  // MARK: What the app reports

  /// The app entered the foreground. `porticoLock(_:)` reports it where SwiftUI has the scenes; an app of UIKit calls it.
  public func enterForeground() { handle(.enteredForeground(at: clock.now())) }

  /// The app entered the background: the content is covered at once, before the system takes its picture for the app
  /// switcher.
  public func enterBackground() { handle(.enteredBackground(at: clock.now())) }

  /// Asks the owner, if the content is locked and the device is not asking already.
  public func unlock() { handle(.unlockAsked) }

  /// Signs the user out, which also takes the cover away.
  ///
  /// - Returns: false if storage cannot be written now; the content stays locked.
  @discardableResult
  public func signOut() async -> Bool { await endSession() }

  // MARK: Session and windows

  /// Follows a session.
  ///
  /// - Parameter isSignedIn: whether somebody is signed in; nil while that cannot be known.
  package func follow<Change: Sendable>(
    _ changes: AsyncStream<Change>, isSignedIn: @escaping @Sendable (Change) -> Bool?
  ) {
    follower?.cancel()
    follower = Task { [weak self] in
      for await change in changes {
        if let isSignedIn = isSignedIn(change) { self?.session(isSignedIn: isSignedIn) }
      }
    }
  }

  package func session(isSignedIn: Bool) { handle(isSignedIn ? .signedIn : .signedOut) }

  /// A number for `show`.
  package func newWindow() -> Int {
    lastWindow += 1
    return lastWindow
  }

  /// The app is in the foreground while one of its windows is.
  package func show(window: Int, isForeground: Bool) {
    if isForeground {
      windows.insert(window)
      enterForeground()
    } else if windows.remove(window) != nil, windows.isEmpty {
      enterBackground()
    }
  }

  /// What lies over the content of a window. One that is not in front, as in the app switcher, is hidden although the
  /// others are open.
  package func cover(isInFront: Bool) -> Cover {
    // Reads `cover` in any case, so that a view observes it.
    let cover = cover
    return cover == .none && rule.isOpen && !isInFront ? .hidden : cover
  }

  private func handle(_ event: HomeLockRule.Event) {
    let asks = rule.handle(event)
    let next: Cover
    switch rule.cover {
    case .none: next = .none
    case .hidden: next = .hidden
    case .locked(let isAsking): next = .locked(isAsking: isAsking)
    }
    if cover != next { cover = next }
    if asks { ask() }
  }

  private func ask() {
    check = Task { [weak self, owner, reason = reason()] in
      let outcome = await owner(reason)
      self?.ended(outcome)
    }
  }

  private func ended(_ outcome: OwnerCheck) {
    lastCheck = outcome
    handle(.checked(outcome))
  }
}
