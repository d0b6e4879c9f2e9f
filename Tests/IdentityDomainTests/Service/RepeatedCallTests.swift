import IdentityDomain
import IdentityTestSupport
import Synchronization
import Testing

/// An app that is killed while the server still works on its call comes back with the same call.
@Suite(.timeLimit(.minutes(20))) struct RepeatedCallTests {
  static let address = "ada@example.com"

  private final class Seen: Sendable {
    let second = Mutex<Task<RegistrationAnswer, any Error>?>(nil)
    let isOver = Mutex(false)
    let served = Mutex(0)
  }

  @Test(
    "CMP-8, DEC-8: a call that comes again while it is in progress gets the same response, not a limit"
  )
  func comesBack() async throws {
    let rig = Rig()
    // One process: work in progress is counted in each.
    let service = rig.service
    var caller = rig.caller("device")
    caller.idempotencyKey = "key"
    let seen = Seen()
    var again = rig.caller("device")
    again.idempotencyKey = "key"
    rig.hasher.state.withLock { state in
      state.meanwhile = { [again] in
        let task = Task {
          defer { seen.isOver.withLock { $0 = true } }
          return try await service.registration.register(
            userName: Self.address, password: "staple battery", caller: again)
        }
        seen.second.withLock { $0 = task }
        // It has as much time as it would need to be refused.
        for _ in 0..<10_000 where !seen.isOver.withLock({ $0 }) { await Task.yield() }
      }
    }
    let first = try await service.registration.register(
      userName: Self.address, password: "staple battery", caller: caller)
    let repeated = try #require(seen.second.withLock { $0 })
    #expect(try await repeated.value.attempt == first.attempt)
    #expect(rig.hasher.takeJournal() == ["hash"], "the work was done once")
  }

  @Test("A limited number of callers wait for one call, and each has its turn")
  func bounded() async throws {
    let turns = IntentTurns()
    let key = IntentKey(operation: "register", scope: .account(ID("a")), key: "key")
    #expect(await turns.take(key))
    let seen = Seen()
    let tasks = (0..<IntentTurns.mostWaiting).map { _ in
      Task {
        let isMine = await turns.take(key)
        if isMine {
          seen.served.withLock { $0 += 1 }
          turns.end(key)
        }
        return isMine
      }
    }
    while turns.waitingCount(key) < IntentTurns.mostWaiting { await Task.yield() }
    #expect(await !turns.take(key))
    turns.end(key)
    for task in tasks { #expect(await task.value) }
    #expect(seen.served.withLock { $0 } == IntentTurns.mostWaiting)
    // Nothing is left behind: the next one need not wait.
    #expect(turns.waitingCount(key) == 0)
    #expect(await turns.take(key))
  }
}
