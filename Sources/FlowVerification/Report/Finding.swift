package import FlowDefinition
import FlowMachine
import Statechart

/// One problem of a flow, in words, with the trace to it.
package struct Finding: Sendable {
  package var property: Property
  package var position: Position
  /// A sentence: what is wrong, and with what.
  package var problem: String
  /// What to write instead.
  package var remedy: String
  /// The stops of the shortest trace to it; empty if there is none.
  package var stops: [Stop]
  /// A play script that replays it, where a play can.
  package var script: String?

  /// The trace, one line per step.
  package var trace: [String] { stops.lines }

  /// As tools print it: one line with the place, then the trace.
  package var description: String {
    let place = "\(position.file):\(position.line):\(position.column)"
    let head = "\(place): error: \(property.code): \(problem). \(remedy)."
    return ([head] + trace.map { "    " + $0 }).joined(separator: "\n")
  }
}

extension Property {
  /// A stable name.
  package var code: String {
    switch self {
    case .deadEnd: "dead-end"
    case .unhandledFailure: "failure-not-handled"
    case .droppedSuccess: "success-dropped"
    case .unreachableScreen: "screen-never-shown"
    case .hiddenElement: "element-never-shown"
    case .unreachableTransition: "transition-never-taken"
    case .endlessLoop: "endless-loop"
    case .unprotectedScreen: "screen-without-session"
    case .unprotectedData: "unprotected-data"
    case .unstableRestore: "unstable-restore"
    case .backOverFinal: "back-over-final"
    case .backToOverlay: "back-to-overlay"
    case .backBounces: "back-bounces"
    case .leakedSecret: "leaked-secret"
    case .strandedSnapshot: "stranded-snapshot"
    case .unaskedSend: "sent-unasked"
    case .repeatedSend, .repeatedSuccess, .repeatedAfterBack, .repeatedAltered: "sent-again"
    case .lateSave: "saved-after-clear"
    case .unsentRequest: "never-sent"
    case .absentValue: "absent-value"
    case .requestLoop: "request-loop"
    case .waitForDevice: "waits-for-device"
    case .waitForSuccess: "waits-for-success"
    case .deadButton, .idleButton: "dead-button"
    case .erasedSession: "session-erased"
    case .declared: "property"
    }
  }
}
