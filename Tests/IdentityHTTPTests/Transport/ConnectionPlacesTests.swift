import IdentityHTTP
import Synchronization
import Testing

@Suite("Places of connections") struct ConnectionPlacesTests {
  /// Opens connections and remembers whom it asked to leave.
  private final class Hall: Sendable {
    let places: ConnectionPlaces
    private let asked = Mutex<[Int]>([])

    init(_ most: Int) { places = ConnectionPlaces(most: most) }

    func open(_ number: Int) -> ConnectionPlaces.Place {
      places.open { self.asked.withLock { $0.append(number) } }
    }

    var left: [Int] { asked.withLock { $0 } }
  }

  private func idle(
    _ kind: ConnectionRules.Waiting.Kind, _ seconds: Int
  ) -> ConnectionRules.Waiting {
    ConnectionRules.Waiting(kind: kind, since: .seconds(seconds))
  }

  @Test(
    "A newcomer takes the place of a waiting connection: strangers first, of each kind the oldest")
  func order() {
    let hall = Hall(4)
    let kinds: [(ConnectionRules.Waiting.Kind, Int)] = [
      (.body, 1), (.nextRequest, 2), (.firstRequest, 4), (.firstRequest, 3),
    ]
    for (number, kind) in kinds.enumerated() { hall.open(number).note(idle(kind.0, kind.1)) }
    for number in 4..<8 { hall.open(number).note(nil) }
    #expect(hall.left == [3, 2, 1, 0])
    #expect(hall.places.count == 4)
  }

  @Test(
    "If all connections have a request in progress, a newcomer waits in reserve for a free place")
  func reserve() {
    let hall = Hall(2)
    let (one, two) = (hall.open(1), hall.open(2))
    let three = hall.open(3)
    #expect(hall.left.isEmpty)
    #expect(hall.places.admits(one) && hall.places.admits(two) && !hall.places.admits(three))
    hall.places.close(one)
    #expect(hall.places.admits(three))
    // It has a place now, so the next one has none.
    let four = hall.open(4)
    #expect(hall.places.admits(three) && !hall.places.admits(four))
  }

  @Test("A connection that got a request before it could be closed stays")
  func stays() {
    let hall = Hall(1)
    let first = hall.open(1)
    first.note(idle(.firstRequest, 1))
    let second = hall.open(2)
    #expect(hall.left == [1])
    first.note(nil)
    hall.places.stay(first)
    #expect(hall.places.count == 2 && hall.places.admits(second))
    second.note(nil)
    #expect(!hall.places.admits(hall.open(3)))
  }

  @Test("A flood of waiting connections is handled in batches, the oldest first")
  func flood() {
    let hall = Hall(640)
    for number in 0..<2_000 { hall.open(number).note(idle(.firstRequest, number)) }
    #expect(hall.places.count <= 640)
    // The oldest are gone, in their order, and the last one is there.
    #expect(hall.left == Array(0..<hall.left.count) && hall.left.count >= 1_360)
  }
}
