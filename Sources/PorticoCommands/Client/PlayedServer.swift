import Dispatch
package import FlowMachine
import FlowRuntime
package import FlowSimulation
import Foundation
import WireText

/// The server of a play as the player sees it, which waits on its own thread.
///
/// Nothing is started before the first operation that the script leaves open, so a script that
/// states all answers costs no server. The client tells the flow of its session from then on.
package final class PlayedServer<Own: OwnServer>: SimulatedOutside {
  private let clock: PlayClock
  private let session: PlayedSession<Own>

  /// - Parameters:
  ///   - server: the base URL of one that runs; nil: one of its own.
  ///   - clock: of both, moved by the simulated device.
  package init(
    server: String?, clock: PlayClock = PlayClock(), parts: PlayedParts = PlayedParts()
  ) {
    self.clock = clock
    session = PlayedSession(url: server, clock: clock, parts: parts)
  }

  deinit {
    let session = session
    wait { await session.end() }
  }

  /// For `portico play`.
  ///
  /// - Parameter server: the base URL of one that runs; nil: one of its own.
  /// - Returns: nil where the flow's simulated answers have to do.
  package static func stage(server: String?) -> PlayedServer? {
    server != nil || Own.isIncluded ? PlayedServer(server: server) : nil
  }

  /// Lets somebody look at the server of its own, or begin with something in it; it is started if it
  /// is not there yet.
  package func visit<Value: Sendable>(
    at now: Int64, _ body: @escaping @Sendable (Own) async throws -> Value
  ) throws -> Value {
    clock.set(now)
    let session = session
    return try wait { await Result.of { try await body(try await session.ownServer()) } }.get()
  }

  /// The app comes to the front: its client tells the server what it still owes it.
  package func wake(at now: Int64) {
    clock.set(now)
    let session = session
    wait { await session.wake() }
  }

  package func equip(sheets: [String]) {
    let session = session
    wait { await session.equip(sheets: sheets) }
  }

  package func launch(at now: Int64) {
    clock.set(now)
    let session = session
    wait { await session.relaunch() }
  }

  package func answer(_ call: OutgoingCall, at now: Int64) -> (answer: Answer, delay: Int64)? {
    clock.set(now)
    let session = session
    guard call.kind == .operation else {
      // What the flow hears of it is its own simulated answer.
      switch (call.kind, call.name.string) {
      case (.capability, "requestPush"): wait { await session.givePushToken() }
      case (.capability, "wipeSecureStorage"): wait { await session.wipe() }
      case (.capability, "openProvider"):
        let page = JSON(call.body)?.root.text("url")?.string
        wait { await session.open(page) }
      case (.capability, let name) where PasskeyCalls.all.contains(name):
        let body = Array(#"{"code":"unavailable"}"#.utf8)
        return (.received(status: 404, body: body), Self.delay)
      // CTR-9: the server is really asked, as by a host; only what the device does is made up.
      case (.capability, "saveExport"):
        let read = wait { await session.perform(call.asking("getExport")) }
        guard case .received(200, _) = read else { return (read, Self.delay) }
      default: break
      }
      return nil
    }
    let start = clock.milliseconds
    let answer = wait { await session.perform(call) }
    return (answer, Self.delay + clock.milliseconds - start)
  }

  /// Milliseconds that each answer takes on the play's clock: the same in every play.
  private static var delay: Int64 { 50 }

  package func news(at now: Int64) -> [OutsideEvent] {
    clock.set(now)
    return session.news.take()
  }

  package func code(in channel: Text, at now: Int64) -> Text? {
    clock.set(now)
    let session = session
    return wait { await session.code(in: String(decoding: channel, as: UTF8.self)) }
      .map { Text($0.utf8) }
  }

  package func comeBack(_ trip: ProviderReturn, at now: Int64) -> ReturnOutcome {
    clock.set(now)
    let session = session
    return wait { await session.comeBack(trip) }
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

extension Result where Failure == any Error {
  fileprivate static func of(_ body: () async throws -> Success) async -> Self {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}

/// Carries a value from one task to the thread that waits for it.
private final class Box<Value: Sendable>: @unchecked Sendable {
  // Unchecked: written before the semaphore is signalled, read after it was waited for.
  var value: Value?
}

extension OutgoingCall {
  /// The same as an operation of the identity API.
  func asking(_ operation: String) -> OutgoingCall {
    var call = self
    call.kind = .operation
    call.name = Text(operation.utf8)
    return call
  }
}
