import FlowVerification
import PorticoCommands
import Testing

@Suite("How far a long check is")
struct ProgressMeterTests {
  private let limits = CheckLimits(states: 1000, seconds: 60)

  private func progress(_ states: Int) -> Verification.Progress {
    Verification.Progress(states: states, bytes: states << 20)
  }

  @Test("A line has the number of states, their rate and the used share of the budget")
  func line() {
    var meter = ProgressMeter("entry", limits)
    #expect(
      meter.line(progress(100), at: .seconds(2))
        == "entry: 100 states, 50/s; of the budget 10% of states, 9% of memory, 2 of 60 s")
    // The rate is that since the last line.
    #expect(meter.line(progress(400), at: .seconds(3))?.contains("400 states, 300/s") == true)
    // A part of the flow begins at none again.
    #expect(meter.line(progress(50), at: .seconds(4))?.contains("50 states, 50/s") == true)
  }

  @Test("A check that ends within a second prints nothing, and no line follows another at once")
  func patience() {
    var meter = ProgressMeter("entry", limits)
    #expect(meter.line(progress(10), at: .milliseconds(999)) == nil)
    #expect(meter.line(progress(10), at: .milliseconds(1000)) != nil)
    #expect(meter.line(progress(20), at: .milliseconds(1249)) == nil)
    #expect(meter.line(progress(20), at: .milliseconds(1250)) != nil)
  }
}
