import FlowRuntime
import Portico
import Synchronization
import Testing

@MainActor @Suite("Lock: what performs it", .timeLimit(.minutes(20)))
struct HomeLockTests {
  /// Answers what a test has prepared, and notes the reasons.
  private final class FakeOwner: Sendable {
    let answers: Mutex<[OwnerCheck]>
    let reasons = Mutex<[String]>([])

    init(_ answers: [OwnerCheck]) { self.answers = Mutex(answers) }

    func check(_ reason: String) -> OwnerCheck {
      reasons.withLock { $0.append(reason) }
      return answers.withLock { $0.isEmpty ? .failed : $0.removeFirst() }
    }
  }

  private final class FakeTime: Sendable {
    let now = Mutex<Int64>(0)
    var clock: RuntimeClock {
      RuntimeClock(now: { self.now.withLock { $0 } }, sleep: { _ in })
    }
  }

  private let time = FakeTime()

  private func lock(_ owner: FakeOwner, signsOut: Bool = true) -> HomeLock {
    HomeLock(
      graceSeconds: 60, clock: time.clock, reason: { "Open the shop." }, endSession: { signsOut },
      owner: { owner.check($0) })
  }

  @Test("The owner is asked with the reason, and opens home")
  func opens() async {
    let owner = FakeOwner([.unlocked])
    let lock = lock(owner)
    #expect(lock.cover == .hidden)
    lock.enterForeground()
    lock.session(isSignedIn: true)
    #expect(lock.cover == .locked(isAsking: true))
    await lock.check?.value
    #expect(lock.cover == .none)
    #expect(lock.lastCheck == .unlocked)
    #expect(owner.reasons.withLock { $0 } == ["Open the shop."])
  }

  @Test("A cancelled question waits for the button; an open device is reported")
  func button() async {
    let owner = FakeOwner([.cancelled, .unavailable])
    let lock = lock(owner)
    lock.enterForeground()
    lock.session(isSignedIn: true)
    await lock.check?.value
    #expect(lock.cover == .locked(isAsking: false))
    lock.unlock()
    lock.unlock()
    await lock.check?.value
    #expect(lock.cover == .none)
    #expect(lock.lastCheck == .unavailable)
    #expect(owner.reasons.withLock { $0.count } == 2)
  }

  @Test("The app is away once the last of its windows is, by the clock that was passed in")
  func windows() async {
    let lock = lock(FakeOwner([]))
    lock.session(isSignedIn: false)
    let (one, two) = (lock.newWindow(), lock.newWindow())
    lock.show(window: one, isForeground: true)
    lock.show(window: two, isForeground: true)
    #expect(lock.cover(isInFront: false) == .none)
    lock.session(isSignedIn: true)
    lock.show(window: one, isForeground: false)
    lock.show(window: one, isForeground: false)
    #expect(lock.cover == .none)
    #expect(lock.cover(isInFront: false) == .hidden)
    lock.show(window: two, isForeground: false)
    #expect(lock.cover(isInFront: true) == .hidden)
    time.now.withLock { $0 = 60_000 }
    lock.show(window: one, isForeground: true)
    #expect(lock.cover == .locked(isAsking: true))
    await lock.check?.value
    #expect(lock.cover == .locked(isAsking: false))
  }

  @Test("It follows the session's changes, and a sign-out that fails leaves it locked")
  func follows() async {
    let lock = lock(FakeOwner([.failed]), signsOut: false)
    lock.enterForeground()
    let (changes, post) = AsyncStream.makeStream(of: Bool.self)
    lock.follow(changes) { $0 }
    post.yield(true)
    while lock.check == nil { await Task.yield() }
    await lock.check?.value
    #expect(await !lock.signOut())
    #expect(lock.cover == .locked(isAsking: false))
    post.yield(false)
    while lock.cover != .none { await Task.yield() }
  }
}
