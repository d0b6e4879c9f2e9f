import FlowMachine
import FlowRuntime
import FlowSimulation
import Testing

/// The rows of the dynamic onboarding, each by the scripts that are named after it.
@Suite struct OnboardingTests {
  @Test(
    "ONB-1: every launch triggers rLogin beside the screen, and its result counts for this launch")
  func login() throws { try Shipped.shows("ONB-1", atLeast: 1) }

  @Test("ONB-2: a first launch shows A, a returning user sees the last visited screen exactly")
  func returning() throws { try Shipped.shows("ONB-2", atLeast: 2) }

  @Test("ONB-3: entering A fetches the experiment, unless it was once fetched and kept")
  func fetch() throws { try Shipped.shows("ONB-3", atLeast: 1) }

  @Test("ONB-4: the result leads to its screen, an unknown one is a failure of the request")
  func result() throws { try Shipped.shows("ONB-4", atLeast: 5) }

  @Test("ONB-5: B1 and B2 submit the choice once, and lead to C1 and C2")
  func submit() throws { try Shipped.shows("ONB-5", atLeast: 3) }

  @Test("ONB-6: B3 leads to C2 without a request")
  func noRequest() throws { try Shipped.shows("ONB-6", atLeast: 1) }

  @Test("ONB-7: C is visible for three seconds of visible time, unless the user goes back")
  func visible() throws { try Shipped.shows("ONB-7", atLeast: 2) }

  @Test(
    "ONB-8: C leads to D once rLogin has succeeded and three seconds are over, whichever is last")
  func leaves() throws { try Shipped.shows("ONB-8", atLeast: 2) }

  @Test("ONB-9: D does nothing by itself, and a failing rLogin shows no error screen over it")
  func rests() throws { try Shipped.shows("ONB-9", atLeast: 1) }

  @Test("ONB-10: a failed request shows its own error screen, over whatever screen is showing")
  func fails() throws { try Shipped.shows("ONB-10", atLeast: 4) }

  @Test(
    "ONB-11: an error screen closes only when dismissed, and the user is back where they were")
  func dismisses() throws { try Shipped.shows("ONB-11", atLeast: 2) }

  @Test(
    "ONB-12: back is available where the definition says, and restores the screen with its input")
  func back() throws { try Shipped.shows("ONB-12", atLeast: 2) }

  @Test(
    "ONB-3: with the journal lost and the preferences kept, the experiment is not fetched again")
  func lostJournal() throws {
    let flow = try Stages.onboarding.get()
    let device = SimulatedDevice(flow)
    device.launch()
    device.advance(by: 1_000)
    device.kill()
    let journal = device.journal.bytes
    device.journal.bytes = journal.map { $0 ^ 0x5A }
    device.launch()
    #expect(device.journal.asides.count == 1)
    #expect(device.network.record(of: "rFetchExperiments".bytes).sendCount == 1)
    let machine = try #require(device.driver?.machine)
    #expect(machine.screenState.map { flow.stateName($0).string } == "screenB1")
  }
}
