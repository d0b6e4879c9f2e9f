import IdentityDomain
import IdentityHTTP

/// All that `/metrics` shows beside the transport's own.
struct OperatorFigures: Sendable {
  let messages = MessageTally()
  private let storeTally = StoreTally()
  private let watch: StoreWatch
  private let host: HostFigures
  private let clock: any WallClock

  init(_ store: any OperableStore, clock: any WallClock, host: HostFigures) async throws {
    watch = try await StoreWatch(store, clock: clock)
    self.host = host
    self.clock = clock
  }

  func measured(_ store: any IdentityStore) -> MeasuredStore { MeasuredStore(store, storeTally) }

  var families: [MetricFamily] {
    get async {
      [messages.family] + storeTally.families + (await watch.families()) + host.families
        + [time] + ProcessFigures.families
    }
  }

  /// For comparison with the scraper's own: codes, tokens and proofs depend on it.
  private var time: MetricFamily {
    MetricFamily(
      "portico_clock_seconds", .gauge,
      "Time since 1970 by the clock that the server goes by, its own or the database's.",
      [.init(Double(clock.now().milliseconds) / 1_000)])
  }
}
