import IdentityDomain
import IdentityHTTP
import Synchronization

/// A store whose transactions are timed.
struct MeasuredStore: IdentityStore {
  private let store: any IdentityStore
  private let tally: StoreTally

  init(_ store: any IdentityStore, _ tally: StoreTally) {
    self.store = store
    self.tally = tally
  }

  func transaction<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    // A store runs the body on a thread of its own, where the task is not known.
    let requestID = RequestScope.requestID
    return try await measured(.write) {
      try await store.transaction(name) { tables in
        tables.requestID = requestID
        return try body(tables)
      }
    }
  }

  func read<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try await measured(.read) { try await store.read(name, body) }
  }

  private func measured<Value: Sendable>(
    _ kind: StoreTally.Kind, _ work: () async throws -> Value
  ) async throws -> Value {
    let begun = ContinuousClock.now
    do {
      let value = try await work()
      tally.ended(kind, after: ContinuousClock.now - begun)
      return value
    } catch {
      tally.failed(kind, error)
      throw error
    }
  }
}

/// How long the store takes, and how often it fails.
final class StoreTally: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case read, write
  }

  private struct State {
    /// One more than there are bounds; not summed up.
    var counts = [Int](repeating: 0, count: StoreTally.bounds.count + 1)
    var total = Duration.zero
    var failures = 0
  }

  /// Milliseconds.
  private static let bounds = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 5_000]

  private let reads = Mutex(State())
  private let writes = Mutex(State())

  func ended(_ kind: Kind, after time: Duration) {
    let milliseconds = Double(time.wholeMicroseconds) / 1_000
    let index = Self.bounds.firstIndex { milliseconds <= $0 } ?? Self.bounds.count
    change(kind) { state in
      state.counts[index] += 1
      state.total += time
    }
  }

  /// A refusal of the domain that travels as an error is no failure of the store.
  func failed(_ kind: Kind, _ error: any Error) {
    guard error is any StoreError else { return }
    change(kind) { $0.failures += 1 }
  }

  private func change(_ kind: Kind, _ change: (inout State) -> Void) {
    switch kind {
    case .read: reads.withLock { change(&$0) }
    case .write: writes.withLock { change(&$0) }
    }
  }

  var families: [MetricFamily] {
    let states: [(Kind, State)] = [
      (.read, reads.withLock { $0 }), (.write, writes.withLock { $0 }),
    ]
    return [
      MetricFamily(
        "portico_store_seconds", .histogram,
        "Duration of a read or a transaction, including its commit.",
        states.flatMap { samples($0, $1) }),
      MetricFamily(
        "portico_store_failures_total", .counter,
        "Reads and transactions that failed in the store.",
        states.map { .init(Double($1.failures), [.init("kind", $0.rawValue)]) }),
    ]
  }

  private func samples(_ kind: Kind, _ state: State) -> [MetricFamily.Sample] {
    let label = MetricFamily.Label("kind", kind.rawValue)
    var sum = 0
    let buckets = state.counts.enumerated().map { index, count in
      sum += count
      let bound = index < Self.bounds.count ? "\(Self.bounds[index] / 1000)" : "+Inf"
      return MetricFamily.Sample(Double(sum), [label, .init("le", bound)], suffix: "_bucket")
    }
    return buckets + [
      .init(state.total / .seconds(1), [label], suffix: "_sum"),
      .init(Double(sum), [label], suffix: "_count"),
    ]
  }
}
