import Dispatch
import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation

/// The server of a play as the player sees it, which waits on its own thread.
///
/// Nothing is started before the first operation that the script leaves open, so a script that
/// states all answers costs no server. The client tells the flow of its session from then on.
final class PlayedServer: SimulatedOutside {
  private let clock = PlayClock()
  private let session: PlayedSession

  /// - Parameter server: the base URL of one that runs; nil: one of its own.
  init(server: String?) { session = PlayedSession(url: server, clock: clock) }

  deinit {
    let session = session
    wait { await session.end() }
  }

  func launch(at now: Int64) {
    clock.set(now)
    let session = session
    wait { await session.relaunch() }
  }

  func answer(_ call: OutgoingCall, at now: Int64) -> (answer: Answer, delay: Int64)? {
    guard call.kind == .operation else { return nil }
    clock.set(now)
    let session = session
    return (wait { await session.perform(call) }, Self.delay)
  }

  /// Milliseconds that each answer takes on the play's clock: the same in every play.
  private static let delay: Int64 = 50

  func news(at now: Int64) -> [OutsideNews] {
    clock.set(now)
    return session.news.take()
  }

  func code(in channel: Text, at now: Int64) -> Text? {
    clock.set(now)
    let session = session
    return wait { await session.code(in: String(decoding: channel, as: UTF8.self)) }
      .map { Text($0.utf8) }
  }

  /// The thread is the player's, none of the cooperative pool.
  private func wait<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    let done = DispatchSemaphore(value: 0)
    let box = Box<Value>()
    Task {
      box.value = await work()
      done.signal()
    }
    while true {
      done.wait()
      if let value = box.value { return value }
    }
  }
}

/// Carries a value from one task to the thread that waits for it.
private final class Box<Value: Sendable>: @unchecked Sendable {
  // Unchecked: written before the semaphore is signalled, read after it was waited for.
  var value: Value?
}
