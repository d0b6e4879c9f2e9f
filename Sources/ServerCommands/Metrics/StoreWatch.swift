import IdentityDomain
import IdentityHTTP

/// What the store tells when it is asked for figures: the outbox, its size, and what was added to
/// the logs since the server was started.
actor StoreWatch {
  private let store: any OperableStore
  private let clock: any WallClock
  private let start = ContinuousClock.now
  private var oldest = OldestMessage()
  private var position: LogPosition
  private var signOuts: [SignOutCause: Int] = [:]

  init(_ store: any OperableStore, clock: any WallClock) async throws {
    self.store = store
    self.clock = clock
    position = try await store.logEnd()
  }

  /// Without those of the store where it fails: its failures are counted elsewhere.
  func families() async -> [MetricFamily] {
    let before = position
    let figures = try? await store.figures(after: before)
    // Who asked at the same time may have counted these rows already.
    if let figures, position == before {
      signOuts.merge(figures.signOuts, uniquingKeysWith: +)
      position = figures.position
    }
    var families = [
      MetricFamily(
        "portico_sign_outs_total", .counter, "Sessions ended since the start, by cause.",
        SignOutCause.allCases.map { cause in
          .init(Double(signOuts[cause] ?? 0), [.init("cause", cause.rawValue)])
        }),
      MetricFamily(
        "portico_security_events_total", .counter,
        "Security events since the store was created, by kind.",
        SecurityEvent.Kind.allCases.map { kind in
          .init(Double(figures?.securityEvents[kind] ?? 0), [.init("event", kind.rawValue)])
        }),
    ]
    guard let figures else { return families }
    let age = oldest.age(
      of: figures.oldestMessage, at: clock.now(), uptime: ContinuousClock.now - start)
    families += [
      MetricFamily(
        "portico_outbox_messages", .gauge, "Messages waiting for delivery.",
        [.init(Double(figures.outbox))]),
      MetricFamily(
        "portico_outbox_oldest_seconds", .gauge, "Age of the oldest waiting message.",
        [.init(age / .seconds(1))]),
      MetricFamily(
        "portico_store_bytes", .gauge, "Size of the store on disk.",
        [.init(Double(figures.bytes))]),
    ]
    return families
  }
}
