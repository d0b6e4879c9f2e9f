import IdentityDelivery
import IdentityDomain
import Synchronization

/// A tag for `Secret`: an access token that a push provider issued to us.
package enum AccessTokenOfProvider {}

/// A token that is used many times until it expires.
///
/// Used on the threads of the transfers: the first that finds none requests one, and the others
/// wait for it. They share a failure, so that they do not fail one after the other.
final class CachedToken: Sendable {
  private struct State {
    var held: (text: Secret<AccessTokenOfProvider>, madeAt: Timestamp, goodUntil: Timestamp)?
    var failed: (failure: SendFailure, at: Timestamp)?
  }
  private let state = Mutex(State())
  private let clock: any WallClock

  init(clock: any WallClock) { self.clock = clock }

  /// - Parameter make: returns the token, and when to renew it.
  func text(
    _ make: (Timestamp) throws(SendFailure) -> (text: String, goodUntil: Timestamp)
  ) throws(SendFailure) -> Secret<AccessTokenOfProvider> {
    let calledAt = clock.now()
    return try state.withLock { state throws(SendFailure) in
      let now = clock.now()
      // A clock that was set back also causes a new one: the other side would consider this one too
      // old.
      if let held = state.held, now < held.goodUntil, now >= held.madeAt { return held.text }
      // Another call failed while this one waited for the lock.
      if let failed = state.failed, calledAt < failed.at, failed.at <= now { throw failed.failure }
      do throws(SendFailure) {
        let made = try make(now)
        let text = Secret<AccessTokenOfProvider>(made.text)
        state = State(held: (text, now, made.goodUntil), failed: nil)
        return text
      } catch {
        state.failed = (error, clock.now())
        throw error
      }
    }
  }

  /// The provider refused it; a newer one obtained meanwhile is kept.
  func forget(_ text: Secret<AccessTokenOfProvider>) {
    state.withLock { state in
      if state.held?.text == text { state.held = nil }
    }
  }
}
