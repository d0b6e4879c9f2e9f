import IdentityDelivery
import IdentityDomain
import Testing

@Suite("Waiting after failures")
struct BackOffTests {
  private let backOff = BackOff(first: .seconds(1), most: .seconds(60), mostAsked: .minutes(10))

  @Test("Every wait is between half and all of a doubling interval that stops at its limit")
  func bounds() {
    for failures in 1...70 {
      let doubled = 1 << min(failures - 1, 20)
      let whole = Duration.seconds(min(60, doubled))
      var before = Duration.zero
      for jitter in UInt8.min...UInt8.max {
        let wait = backOff.wait(after: failures, asked: nil, jitter: jitter)
        #expect(wait >= whole / 2 && wait <= whole)
        #expect(wait >= before, "more with more jitter")
        before = wait
      }
      #expect(before == whole)
    }
  }

  @Test("The other side's wait is honoured up to a limit, and never shortens one")
  func asked() {
    #expect(backOff.wait(after: 1, asked: .seconds(90), jitter: 9) == .seconds(90))
    #expect(backOff.wait(after: 1, asked: .hours(9), jitter: 9) == .minutes(10))
    for asked in [Duration.zero, .seconds(-5), .milliseconds(1)] {
      #expect(
        backOff.wait(after: 3, asked: asked, jitter: 77)
          == backOff.wait(after: 3, asked: nil, jitter: 77))
    }
  }

  @Test("Nonsensical numbers do not crash", arguments: [Int.min, -1, 0, .max])
  func nonsense(failures: Int) {
    #expect(backOff.wait(after: failures, asked: nil, jitter: 255) > .zero)
    let none = BackOff(first: .seconds(5), most: .zero, mostAsked: .zero)
    #expect(none.wait(after: failures, asked: .hours(1), jitter: 255) == .zero)
  }
}
