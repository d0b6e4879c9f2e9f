package import IdentityDomain

/// "One row in the outbox for each message that an intent causes, whatever is retried, duplicated
/// or killed", tested with one intent in every way.
package struct OneMessage: Sendable {
  private let intent: MessageIntent
  private let end: FaultyStore.End
  private let makeStore: @Sendable () async throws -> any IdentityStore

  /// - Parameters:
  ///   - end: how a transaction that does not reach its commit ends; it throws.
  ///   - makeStore: a new and empty store.
  package init(
    _ intent: MessageIntent,
    end: @escaping FaultyStore.End = { _ in throw FaultyStore.Killed() },
    makeStore: @escaping @Sendable () async throws -> any IdentityStore
  ) {
    self.intent = intent
    self.end = end
    self.makeStore = makeStore
  }

  /// - Returns: what went wrong, and how many ways were tried.
  package func violations() async throws -> (wrong: [String], ways: Int) {
    var (wrong, ways) = ([String](), 0)
    func note(_ way: String, _ written: [String]) {
      ways += 1
      if written != intent.messages { wrong.append("\(intent), \(way): \(written)") }
    }
    let first = try await scene()
    _ = first.rig.store.takeCount()
    _ = await first.attempt("i")
    let transactions = first.rig.store.takeCount()
    note("once", try await first.written())
    _ = await first.attempt("i")
    note("doubled", try await first.written())
    _ = await first.settle("i")
    note("doubled and waited for", try await first.written())
    _ = await first.attempt(nil)
    note("doubled without a key", try await first.written())

    let together = try await scene()
    async let one = together.attempt("i")
    async let other = together.attempt("i")
    _ = await (one, other)
    note("two at once", try await together.written())

    for number in 0..<transactions {
      for fault in FaultyStore.Fault.allCases {
        let scene = try await scene()
        scene.rig.store.fail(fault, at: number)
        let failure = await scene.attempt("i")
        scene.rig.store.heal()
        let way = "ended \(fault) of \(number)"
        if failure == nil || failure is IdentityFailure {
          wrong.append("\(intent), \(way): it did not end")
        }
        let left = try await scene.written()
        if !left.isEmpty, left != intent.messages {
          wrong.append("\(intent), \(way): a part is written: \(left)")
        }
        _ = await scene.settle("i")
        note(way, try await scene.written())
      }
    }
    return (wrong, ways)
  }

  private func scene() async throws -> Scene {
    try await Scene(intent, FaultyStore(try await makeStore(), end: end))
  }

  /// One store, at the start of the intent.
  private struct Scene {
    let rig: FaultyRig
    private let call: MessageIntent.Call
    private let before: Set<ID<OutboxMessage>>

    init(_ intent: MessageIntent, _ store: FaultyStore) async throws {
      rig = FaultyRig(store: store)
      call = try await intent.prepare(rig)
      before = Set(await rig.messages().map(\.id))
    }

    func attempt(_ idempotencyKey: String?) async -> (any Error)? {
      do {
        try await call(idempotencyKey)
        return nil
      } catch { return error }
    }

    /// Like a client that lost a response: repeats until there is a definite one.
    func settle(_ idempotencyKey: String) async -> (any Error)? {
      for _ in 0..<4 {
        let failure = await attempt(idempotencyKey)
        guard case .limited(let until)? = failure as? IdentityFailure else { return failure }
        let wait = until.milliseconds - rig.clock.now().milliseconds
        rig.clock.advance(.milliseconds(max(0, wait)))
      }
      return nil
    }

    /// What the intent wrote, in order.
    func written() async throws -> [String] {
      await rig.messages().filter { !before.contains($0.id) }
        .map { "\($0.template.rawValue) \($0.recipient.text)" }
    }
  }
}
