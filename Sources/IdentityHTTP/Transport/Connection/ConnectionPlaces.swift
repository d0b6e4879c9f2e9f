import IdentityDomain
import Synchronization

/// The open connections of a server, and who leaves when there are too many.
///
/// A connection takes a place when it opens. If none is free, one that waits for its client is closed for it: first
/// those that never sent a request, then those that have had their response, then those whose body is
/// on its way; of each kind the oldest. If every connection has a request in progress, the newcomer gets one of the reserved
/// places, from which only the health checks are answered. So idle connections, however many and from
/// however many networks, keep nobody out, and a probe is always answered.
package final class ConnectionPlaces: Sendable {
  /// A connection as the others see it.
  package final class Place: Sendable {
    fileprivate let number: UInt64
    /// When it may go; `inUse` while the server works for it. The smallest goes first.
    private let rank = Atomic<UInt64>(Place.inUse)
    /// Asks the connection to close, if it still waits.
    fileprivate let leave: @Sendable () -> Void

    private static let inUse = UInt64.max

    fileprivate init(_ number: UInt64, leave: @escaping @Sendable () -> Void) {
      self.number = number
      self.leave = leave
    }

    /// Called for every request, on the thread of the connection: no lock.
    package func note(_ waiting: ConnectionRules.Waiting?) {
      rank.store(waiting.map(Self.rank) ?? Self.inUse, ordering: .relaxed)
    }

    fileprivate var order: UInt64? {
      let rank = rank.load(ordering: .relaxed)
      return rank == Self.inUse ? nil : rank
    }

    /// The kind in the highest bits, milliseconds below.
    private static func rank(_ waiting: ConnectionRules.Waiting) -> UInt64 {
      UInt64(waiting.kind.rawValue) << 60 | UInt64(clamping: waiting.since.wholeMilliseconds)
        & (1 << 60 - 1)
    }
  }

  private struct State {
    var places: [UInt64: Place] = [:]
    /// Those that opened while every place was in use.
    var reserved: Set<UInt64> = []
    var last: UInt64 = 0

    var taken: Int { places.count - reserved.count }
  }

  private let most: Int
  private let state = Mutex(State())

  /// - Parameter most: how many connections may have a place.
  package init(most: Int) { self.most = most }

  /// How many are open, with those in reserved places.
  package var count: Int { state.withLock { $0.places.count } }

  /// - Parameter leave: called from any thread, asks the connection to close if it still waits; if it does not, it
  ///   calls `stay`.
  package func open(leave: @escaping @Sendable () -> Void) -> Place {
    let (place, leaving) = state.withLock { state -> (Place, [Place]) in
      state.last += 1
      let place = Place(state.last, leave: leave)
      var leaving: [Place] = []
      if state.taken >= most {
        // Several at once, so that a flood does not look through all of them for each newcomer.
        leaving = Self.first(1 + most / 64, of: state.places.values)
        for one in leaving {
          state.places[one.number] = nil
          state.reserved.remove(one.number)
        }
        if leaving.isEmpty { state.reserved.insert(place.number) }
      }
      state.places[place.number] = place
      return (place, leaving)
    }
    for one in leaving { one.leave() }
    return place
  }

  /// It was asked to leave, and has a request by now.
  package func stay(_ place: Place) {
    state.withLock { $0.places[place.number] = place }
  }

  package func close(_ place: Place) {
    state.withLock { state in
      state.places[place.number] = nil
      state.reserved.remove(place.number)
    }
  }

  /// Whether the connection may have any request answered. One in a reserved place moves to a free
  /// one.
  package func admits(_ place: Place) -> Bool {
    state.withLock { state in
      guard state.reserved.contains(place.number) else { return true }
      guard state.taken < most else { return false }
      state.reserved.remove(place.number)
      return true
    }
  }

  private static func first(
    _ count: Int, of places: some Sequence<Place>
  ) -> [Place] {
    places.compactMap { place in place.order.map { ($0, place) } }
      .sorted { ($0.0, $0.1.number) < ($1.0, $1.1.number) }.prefix(count).map(\.1)
  }
}
