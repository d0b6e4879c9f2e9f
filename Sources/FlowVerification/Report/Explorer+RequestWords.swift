import FlowDefinition
import FlowMachine
import Statechart

extension Explorer {
  /// What is said of requests: of what they send, and of what becomes of their answers.
  func requestWords(_ violation: Violation, _ plan: VerificationPlan) -> Words {
    let names = FlowNames(flow: flow)
    let subject = violation.subject
    switch violation.property {
    case .unhandledFailure:
      let name = names.request(subject)
      guard flow.isFailureShown(of: subject) else {
        return (
          plan.requestPositions[subject], "A failure of '\(name)' is not handled",
          "Add `failure: {show: …}`, or a transition on `\(name).failed`"
        )
      }
      return (
        plan.requestPositions[subject],
        "A failure of '\(name)' can go unnoticed: at the end of this path it changes nothing that people see, at least in one language",
        "Show a text with words of its own there"
      )
    case .droppedSuccess:
      return (
        plan.requestPositions[subject],
        "The success of '\(names.request(subject))' is ignored: on this path nothing asks for it before it is given up or sent again",
        "Add a transition on `\(names.request(subject)).succeeded` there, or do not send again what has succeeded"
      )
    case .unaskedSend:
      return (
        plan.requestPositions[subject],
        "'\(names.request(subject))' must not be repeated, but is sent before a person has done anything",
        "Send it only where a button is tapped, or say that it can be repeated: `repeat: safe` or `keyed`"
      )
    case .repeatedSend:
      return (
        plan.requestPositions[subject],
        "'\(names.request(subject))' must not be repeated, but is sent again without anybody asking "
          + "for it",
        flow.tables.requests[subject].overlay == noID
          ? "Send it only where a button is tapped"
          : "Send it only where a button is tapped: `dismissal: stay`, and a transition on that button"
      )
    case .repeatedSuccess:
      return (
        plan.requestPositions[subject],
        "'\(names.request(subject))' has succeeded, and is sent again with another key without anybody "
          + "asking for it",
        "Send it only where a button is tapped, or with `repeat: safe` if twice does no harm"
      )
    case .repeatedAfterBack:
      return (
        plan.requestPositions[subject],
        "'\(names.request(subject))' has succeeded, and back leads to where it is sent again with "
          + "another key",
        (flow.tables.backEvent == noID
          ? "Give it `final: true`, so that back stays behind its success"
          : "Give it `final: true` and let no transition on `back` lead past its success")
          + ", or `repeat: safe` if twice does no harm"
      )
    case .repeatedAltered:
      let fact = FactID(subject & 0xFFFF)
      let name = "'\(names.fact(fact))'"
      let isLost = flow.tables.facts[Int(fact)].place == .memory
      return (
        plan.requestPositions[subject >> 16],
        "'\(names.request(subject >> 16))' is sent again with another key while it is not known whether it has succeeded: what it sends "
          + "depends on \(name), which \(isLost ? "a kill or the flow" : "the flow") has changed since",
        (isLost
          ? "Keep \(name) over a kill, without `place: memory`" : "Leave \(name) as it was sent")
          + ", or set it only where a person starts something new"
      )
    case .lateSave:
      return (
        plan.requestPositions[subject],
        "'\(names.request(subject))' goes on after `clear: user`, and then saves what belongs to the user who has left",
        "Cancel it before `clear: user`, or leave out `survives: true`"
      )
    case .unsentRequest:
      let request = subject & 0xFFFF
      let transition = subject >> 16
      let isCancelled =
        transition < flow.chart.transitions.count
        && flow.cancels(RequestID(request), by: flow.chart.transitions[transition].actions)
      return (
        transition < flow.chart.transitions.count
          ? plan.transitionPositions[transition] : plan.requestPositions[request],
        "'\(names.request(request))' is started here and never sent: "
          + (isCancelled
            ? "it is cancelled in the same step"
            : "the state that owns it is left in the same step"),
        isCancelled
          ? "Cancel it first, or not at all"
          : "Add `survives: true` to the request, or start it where the step ends"
      )
    case .absentValue:
      let (request, fact) = (subject >> 16, FactID(subject & 0xFFFF))
      return (
        plan.requestPositions[request],
        "'\(names.request(request))' is sent while '\(names.fact(fact))' is absent",
        flow.isSecret(fact)
          ? "Send it from the screen where the secret is typed, or store the secret first with `set`"
          : "Send it only where the fact is present"
      )
    case .requestLoop:
      return (
        plan.requestPositions[subject],
        "'\(names.request(subject))' is sent again and again without a pause, as fast as it is answered",
        "Wait for a timer or for a tap before the next time"
      )
    default: preconditionFailure("no finding about a request")
    }
  }
}

extension Flow {
  fileprivate func cancels(_ request: RequestID, by actions: RowRange) -> Bool {
    actions.indices.contains {
      let action = chart.actions[$0]
      return action.kind == .host && Operation(rawValue: action.a) == .cancelRequest
        && action.b == request
    }
  }

  /// Whether an overlay or an element is there to say that a request failed.
  fileprivate func isFailureShown(of request: Int) -> Bool {
    let row = tables.requests[request]
    return row.overlay != noID
      || tables.elements.contains { asksForFailure($0.shown, of: [row.cell]) }
  }
}
