import FlowMachine
import FlowRuntime

/// Why a flow cannot be run, as the terminal says it.
struct LaunchFailed: Error, CustomStringConvertible {
  let failure: LaunchFailure

  var description: String {
    switch failure {
    case .unreadable(_, .ownedElsewhere):
      "Another process is running this flow. Stop it, or give another folder with --state."
    case .unreadable(.journal, .broken(let why)):
      "The journal cannot be read (\(why)). Give another folder, inside an existing one, with --state."
    case .unreadable(let part, let failure): "The \(part.rawValue) cannot be read: \(failure)."
    case .refused(let error): "The flow cannot be run: \(error)."
    case .killed: "The app was killed during launch."
    }
  }
}
