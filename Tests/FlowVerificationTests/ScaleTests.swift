import FlowVerification
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
    "A choice of two that is kept for a last screen doubles the states",
    arguments: [(4, 32), (6, 128), (8, 512)])
  func choices(count: Int, states: Int) throws {
    let checked = try Checked(text: ScaleDocuments.choices(count))
    #expect(checked.report == [])
    #expect(checked.explorer.stateCount <= states)
  }
}
