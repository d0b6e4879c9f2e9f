import FlowDefinition

/// What a command was given cannot be used: a document or a script is wrong. The program leaves with
/// `EX_DATAERR` of sysexits, so that a script tells it from a run that failed.
package protocol WrongInput: Error {}

/// What is wrong with a document, as the tools print it.
struct DiagnosticsFound: WrongInput, CustomStringConvertible {
  let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  var description: String {
    let count = diagnostics.count == 1 ? "1 problem" : "\(diagnostics.count) problems"
    return diagnostics.map { "\($0)\n" }.joined() + count
  }
}
