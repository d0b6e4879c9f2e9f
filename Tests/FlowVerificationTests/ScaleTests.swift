import FlowDefinition
import FlowMachine
import FlowVerification
import TestSupport
import Testing

/// How an exploration grows with a document. More states than these are a step back.
@Suite("Scale")
struct ScaleTests {
  @Test(
    "A region of three states beside others multiplies the states by three",
    arguments: [(4, 81), (6, 729), (8, 6_561)])
  func regions(count: Int, states: Int) throws {
    let checked = try Checked(text: ScaleDocuments.regions(count))
    #expect(checked.report == [])
    #expect(checked.explorer.stateCount <= states)
  }

  @Test(
    "A choice of two that is kept for a last screen doubles the states that are not merged",
    arguments: [(4, 32), (6, 128), (8, 512)])
  func choices(count: Int, states: Int) throws {
    let checked = try Checked(text: ScaleDocuments.choices(count))
    #expect(checked.report == [])
    #expect(checked.explorer.stateCount <= states)
  }

  @Test("What was not explored to the end says what of the budget was used up")
  func limit() throws {
    let outcome = FlowCompiler.compileForVerification(
      file: "Flows/onboarding/onboarding.flow.yaml", files: Repository.read)
    let plan = try #require(outcome.plan)
    let flow = try Flow(decoding: #require(outcome.flow).bytes)
    func limit(_ budget: Verification.Budget, isOverTime: Bool = false) throws
      -> Verification.Limit?
    {
      try Verification.run(flow, plan, budget: budget, isOverTime: { isOverTime }).limit
    }
    #expect(try limit(.init()) == nil)
    #expect(try limit(.init(states: 1)) == .states)
    #expect(try limit(.init(bytes: 1)) == .memory)
    #expect(try limit(.init(), isOverTime: true) == .time)
  }
}
