import FlowDefinition

/// The statuses with which the program leaves where it failed, by sysexits; 1 is a check or a play that
/// found something.
package enum ExitStatus: Int32 {
  /// The command line is wrong.
  case usage = 64
  /// A document or a script is wrong.
  case wrongInput = 65
  /// A file is there and cannot be read.
  case noInput = 66
  /// A file cannot be created.
  case cannotCreate = 73
  /// What was written is lost.
  case outputLost = 74
  /// A setting of the server is wrong.
  case configuration = 78
}

/// A failure with a status of its own, so that a script tells it from others.
package protocol StatusFailure: Error {
  var status: ExitStatus { get }
}

/// What a command was given cannot be used: a document or a script is wrong.
package protocol WrongInput: StatusFailure {
  /// Whether its first line begins with a file and a place in it, as editors look for them.
  var isPlaced: Bool { get }
}

extension WrongInput {
  package var isPlaced: Bool { false }
  package var status: ExitStatus { .wrongInput }
}

/// What is wrong with a document, as the tools print it.
struct DiagnosticsFound: WrongInput, CustomStringConvertible {
  let diagnostics: [Diagnostic]
  package let isPlaced = true

  init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics.map(\.reasoned)
  }

  var description: String {
    let count = diagnostics.count == 1 ? "1 problem" : "\(diagnostics.count) problems"
    return diagnostics.map { "\($0)\n" }.joined() + count
  }
}
