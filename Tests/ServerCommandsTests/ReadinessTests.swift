import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Logging
import Synchronization
import Testing

@testable import ServerCommands

@Suite("Ready means that writes are taken") struct ReadinessTests {
  private final class Uptime: Sendable {
    private let passed = Mutex(Duration.zero)
    var now: Duration { passed.withLock { $0 } }
    func pass(_ time: Duration) { passed.withLock { $0 += time } }
  }

  private final class StoreFile: Sendable {
    let isAway = Mutex(false)
    let told = Mutex(0)
  }

  /// How often the store was written to since the last time.
  private func asked(_ store: MemoryStore) async -> Int {
    await store.takeJournal().count { $0.contains("ready") }
  }

  @Test("However often it is asked, it writes once a second")
  func rarely() async throws {
    let store = Rig().store
    let uptime = Uptime()
    let readiness = Readiness(store, uptime: { uptime.now }, log: Logger(label: "test"))
    for _ in 0..<5 { #expect(await readiness.isReady()) }
    uptime.pass(.milliseconds(999))
    #expect(await readiness.isReady())
    #expect(await asked(store) == 1)
    uptime.pass(.milliseconds(1))
    #expect(await readiness.isReady())
    #expect(await asked(store) == 1)
  }

  @Test("The server is not ready while the store refuses writes, and is ready again afterwards")
  func refusing() async throws {
    let store = Rig().store
    let uptime = Uptime()
    let readiness = Readiness(store, uptime: { uptime.now }, log: Logger(label: "test"))
    for isFailing in [true, false] {
      await store.fail("ready", isFailing)
      #expect(await readiness.isReady() == !isFailing)
      uptime.pass(.seconds(1))
    }
  }

  @Test("A store whose file was moved is not ready until it is back, and that is told once")
  func moved() async throws {
    struct Moved: Error {}
    let uptime = Uptime()
    let file = StoreFile()
    let log = Logger(label: "test") { _ in
      LineLogHandler(format: .text, time: { "" }) { _ in file.told.withLock { $0 += 1 } }
    }
    let readiness = Readiness(
      Rig().store, uptime: { uptime.now },
      checkPlace: { if file.isAway.withLock({ $0 }) { throw Moved() } }, log: log)
    for (isGone, told) in [(false, 0), (true, 1), (true, 1), (false, 1), (true, 2)] {
      file.isAway.withLock { $0 = isGone }
      #expect(await readiness.isReady() == !isGone)
      #expect(file.told.withLock { $0 } == told)
      uptime.pass(.seconds(1))
    }
  }

  @Test(
    "After a refused write the server is not ready for 3 seconds, even if its own probe would succeed"
  )
  func refused() async throws {
    let uptime = Uptime()
    let readiness = Readiness(Rig().store, uptime: { uptime.now }, log: Logger(label: "test"))
    #expect(await readiness.isReady())
    await readiness.refused()
    #expect(await !readiness.isReady())
    uptime.pass(.milliseconds(2_999))
    #expect(await !readiness.isReady())
    uptime.pass(.milliseconds(1))
    #expect(await readiness.isReady())
  }
}
