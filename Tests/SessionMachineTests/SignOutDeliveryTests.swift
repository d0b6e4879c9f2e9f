import SessionMachine
import Testing

/// When the server hears of a sign-out that it was told of in vain.
@Suite struct SignOutDeliveryTests {
  /// Signed out of two sessions that the server has not heard of; the first was told at once.
  private struct Owing {
    var state = SessionState()
    var now = Moment(steady: 1_000, wall: 1_000_000)
    var told: [UInt8] = []
    var pauses: [Int64] = []

    init() {
      let pending = [UInt8(1), 2].map {
        PendingSignOut(family: [$0], refreshToken: [$0], isEverywhere: false)
      }
      feed(.woke)
      feed(.read(0, .stored(StoredSession(pending: pending))))
    }

    mutating func feed(_ input: SessionInput) {
      for action in state.handle(input, at: now) {
        switch action {
        case .deliver(let pending): told.append(pending.family[0])
        case .deliverLater(let pause): pauses.append(pause)
        default: break
        }
      }
    }

    mutating func answer(_ answer: DeliveryAnswer, jitter: UInt8 = 255) {
      feed(.signOutDelivered(family: [told.last ?? 0], answer, jitter: jitter))
    }

    mutating func pass(_ milliseconds: Int64) {
      now.steady += milliseconds
      feed(.timePassed)
    }
  }

  @Test("ENT-5, PHN-7: delivery is retried after pauses that double up to five minutes")
  func pauses() {
    var owing = Owing()
    for _ in 0..<9 {
      let count = owing.told.count
      owing.answer(.unheard)
      owing.pass(owing.pauses.last! - 1)
      #expect(owing.told.count == count)
      owing.pass(1)
      #expect(owing.told.count == count + 1)
    }
    #expect(
      owing.pauses
        == [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000])
  }

  @Test("Half of a pause is jitter, so that devices do not all come back at once")
  func jitter() {
    for (jitter, pause) in [(UInt8(0), Int64(2_500)), (51, 3_000), (255, 5_000)] {
      var owing = Owing()
      owing.answer(.unheard, jitter: jitter)
      #expect(owing.pauses == [pause])
    }
  }

  @Test("ENT-5, PHN-7: delivery is retried once the server responds to anything, or the app wakes")
  func returns() {
    for input in [SessionInput.reached, .woke] {
      var owing = Owing()
      owing.answer(.unheard)
      owing.feed(input)
      #expect(owing.told.count == 2)
    }
  }

  @Test("A server that does not accept it now is left alone until the pause is over")
  func refused() {
    var owing = Owing()
    owing.answer(.refused)
    owing.feed(.reached)
    #expect(owing.told == [1])
    owing.pass(5_000)
    // And what it does not take holds up nothing else.
    #expect(owing.told == [1, 2])
  }

  @Test("While one delivery is in progress, nothing is delivered twice")
  func oneAtATime() {
    var owing = Owing()
    for input in [SessionInput.reached, .timePassed, .woke] { owing.feed(input) }
    #expect(owing.told == [1])
  }
}
