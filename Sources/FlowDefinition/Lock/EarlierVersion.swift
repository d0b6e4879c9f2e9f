import FlowMachine

/// A version that was shipped before, compiled as far as its snapshots need it: without texts, in
/// the numbers of the present lock file.
package struct EarlierVersion: Sendable {
  package var version: Int
  package var flow: CompiledFlow

  /// The earlier versions of a flow that its document still supports, the newest one first.
  ///
  /// - Returns: none and what is wrong if one of them cannot be read any more.
  package static func all(
    of file: String, supporting oldest: Int = 1, below version: Int,
    files: @escaping FlowCompiler.Files
  ) -> (versions: [EarlierVersion], diagnostics: [Diagnostic]) {
    let path = FlowLock.path(of: file)
    guard let bytes = files(path) else { return ([], []) }
    let reading = FlowLock.read(bytes: bytes, file: path)
    guard let lock = reading.lock else { return ([], reading.diagnostics) }
    var versions: [EarlierVersion] = []
    var diagnostics: [Diagnostic] = []
    for (number, entry) in lock.versions.sorted(by: { $0.key > $1.key })
    where number < version && number >= oldest {
      let document = Paths.join(Paths.folder(of: file), entry.document)
      guard files(document) != nil else {
        diagnostics.append(
          Diagnostic(
            .unreadableFile, at: Position(file: document, line: 1, column: 1),
            "The document that was locked as version \(number) cannot be read",
            "Restore it from version control"))
        continue
      }
      let outcome = FlowCompiler.compile(
        file: document, lockUse: .assigning(lock), ignoresTexts: true, files: files)
      diagnostics += outcome.diagnostics
      guard let flow = outcome.flow else { continue }
      guard flow.tables.stable.shape == entry.shape, Int(flow.tables.version) == number else {
        diagnostics.append(
          Diagnostic(
            .staleLock, at: Position(file: document, line: 1, column: 1),
            "This document differs from the one that was locked as version \(number)",
            "Restore the document as it was shipped"))
        continue
      }
      versions.append(EarlierVersion(version: number, flow: flow))
    }
    return (diagnostics.isEmpty ? versions : [], diagnostics)
  }
}
