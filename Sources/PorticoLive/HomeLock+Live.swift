package import FlowRuntime
import Foundation
public import Portico

extension HomeLock {
  /// A lock for what the users of a session see.
  ///
  /// Make it together with the session: one that is made after a sign-in takes that for a session of an earlier launch, and
  /// locks.
  ///
  /// - Parameters:
  ///   - session: who is signed in. It is read by an entry's launch or by `restore()`; until then the content is hidden.
  ///   - graceSeconds: how long the app may be in the background without being locked, from 0 to 86,400 (a day). 0: it is
  ///     locked whenever it comes back. What is outside the range becomes its nearest end.
  ///   - reason: what the device shows beside its question; nil or empty for ours, in the language of the app.
  ///   - owner: asks the device's owner.
  public convenience init(
    _ session: PorticoSession, graceSeconds: Int = 60, reason: String? = nil,
    owner: @escaping Owner
  ) {
    self.init(session, graceSeconds: graceSeconds, reason: reason, clock: .live(), owner: owner)
  }

  package convenience init(
    _ session: PorticoSession, graceSeconds: Int, reason: String?, clock: RuntimeClock,
    owner: @escaping Owner
  ) {
    self.init(
      graceSeconds: graceSeconds, clock: clock,
      reason: {
        if let reason, !reason.isEmpty { return reason }
        return Self.reason(in: KeptLanguage.read() ?? session.language)
      },
      endSession: {
        do throws(SessionError) {
          try await session.signOut()
          return true
        } catch {
          return false
        }
      }, owner: owner)
    follow(session.changes) { $0.isSignedIn }
  }

  /// In a language without words here, from the app's own string catalogue.
  private static func reason(in language: String) -> String {
    let words = FrameWords.words(in: language)
    guard !FrameWords.has(language) else { return words.unlockReason }
    return Bundle.main.localizedString(
      forKey: words.unlockReason, value: words.unlockReason, table: nil)
  }
}

extension PorticoSession.State {
  /// Nil while that cannot be known.
  fileprivate var isSignedIn: Bool? {
    switch self {
    case .unknown, .unavailable: nil
    case .signedIn: true
    case .signedOut: false
    }
  }
}
