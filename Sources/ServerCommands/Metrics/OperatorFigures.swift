import IdentityDomain
import IdentityHTTP

/// All that `/metrics` shows beside the transport's own.
struct OperatorFigures: Sendable {
  let messages = MessageTally()
  private let storeTally = StoreTally()
  private let watch: StoreWatch
  private let host: HostFigures

  init(_ store: any OperableStore, clock: any WallClock, host: HostFigures) async throws {
    watch = try await StoreWatch(store, clock: clock)
    self.host = host
  }

  func measured(_ store: any IdentityStore) -> MeasuredStore { MeasuredStore(store, storeTally) }

  var families: [MetricFamily] {
    get async {
      [messages.family] + storeTally.families + (await watch.families()) + host.families
        + ProcessFigures.families
    }
  }
}
