import FlowDefinition
import FlowMachine
import Statechart

extension Explorer {
  /// What is said of a state in which a person has nothing to do as long as a request fails.
  func failingWords(
    _ violation: Violation, _ plan: VerificationPlan
  ) -> (position: Position, problem: String, remedy: String) {
    let names = FlowNames(flow: flow)
    let screen = screen(at: violation.place)
    let position = plan.statePositions[Int(screen ?? flow.tables.main)]
    let here = screen.map { "on '\(names.state($0))'" } ?? "here"
    let failing = FailingRequest(subject: violation.subject)
    let request = names.request(Int(failing.request))
    let failure = names.failure(failing.failure, of: failing.request)
    return failing.isLasting
      ? (
        position,
        "As long as '\(request)' fails (\(failure)), users can do nothing \(here) but send the same again",
        "Add another way on, or a field for what it sends"
      )
      : (
        position, "Users can do nothing \(here) as long as '\(request)' fails (\(failure))",
        "Add a button that sends it again, or another way on"
      )
  }
}
