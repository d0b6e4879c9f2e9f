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
    case .unreadable(let part, let failure):
      "The \(part.rawValue) cannot be read: \(failure.words). Give another folder with --state."
    case .refused(let error): "The flow cannot be run: \(error)."
    case .killed: "The app was killed during launch."
    }
  }
}

extension StorageFailure {
  /// Why, without a full stop.
  fileprivate var words: String {
    switch self {
    case .locked: "permission denied"
    case .full: "no space is left on the device"
    case .ownedElsewhere: "another process holds it"
    case .broken(let why): why
    }
  }
}

extension Notice {
  /// One sentence for the person at the terminal.
  var sentence: String {
    switch self {
    case .launch(.journalSetAside(let error)): "\(error.ofJournal) has been set aside."
    case .launch(.journalDamaged(let bytes)):
      "Part of the stored state was damaged (\(bytes) bytes). The flow continues from the last complete record."
    case .launch(.preferenceIgnored(let name)):
      "The stored preference `\(String(decoding: name, as: UTF8.self))` has a value that it cannot have, and is ignored."
    case .storageFailed(let part, let failure):
      "The \(part.rawValue) cannot be stored: \(failure.words)."
    case .caughtUp: "Everything has been stored now."
    }
  }
}

extension FlowError {
  /// What is known of a journal that cannot be used: the beginning of a sentence.
  fileprivate var ofJournal: String {
    switch self {
    case .futureFormat: "The stored state is of a newer version of Portico and"
    case .foreignFlow: "The stored state belongs to another flow and"
    case .otherVersion(let version):
      "The stored state is of version \(version) of the flow, which this one does not continue, and"
    case .tooLarge: "The stored state is too large and"
    case .chart, .truncated, .foreignFormat, .wildReference, .corrupt:
      "The stored state was damaged and"
    }
  }
}
