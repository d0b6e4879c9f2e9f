import FlowMachine
import Statechart

// A flow that extends another: the base is read as the flow that it is, and the additions are put
// into it before anything is numbered, so that everything after knows one document only.

extension Compilation {
  /// A document with what it extends; nil if that is wrong.
  func extend(
    _ own: FlowDocument, _ declaration: ExtensionDeclaration, in file: String
  ) -> FlowDocument? {
    let base = declaration.base
    let found = Paths.bases(base.value, of: file).lazy.compactMap { [files] path in
      files(path).map { (path: path, bytes: $0) }
    }.first
    guard let (path, bytes) = found else {
      report(
        .unreadableFile, at: base.position, "The base \(quoted(base.value)) cannot be read",
        "Write the path of a flow document, relative to this one, or the name of a shipped flow")
      return nil
    }
    guard path != file, !openFiles.contains(path) else {
      report(
        .cyclicSubflow, at: base.position, "The flow extends itself", "Extend another flow")
      return nil
    }
    guard openFiles.count < Self.mostSubflowLevels else {
      report(
        .tooDeep, at: base.position,
        "Flows extend each other deeper than \(Self.mostSubflowLevels) levels", "Use fewer levels")
      return nil
    }
    openFiles.append(file)
    defer { openFiles.removeLast() }
    guard let source = read(bytes, path) else { return nil }
    let document = source.document
    baseFiles.insert(path)
    for table in document.texts { baseFiles.formUnion(table.entries.map(\.key.position.file)) }
    var merge = DocumentExtension(of: document, by: own, declaration)
    merge.run()
    diagnostics.report(merge.diagnostics)
    return merge.diagnostics.isEmpty ? merge.result : nil
  }

  /// Gives each text of an extension to the document that shows it: the base, or one of its sub-flows.
  func addTexts() {
    for outer in scopes where !outer.source.added.isEmpty {
      let inner = scopes.filter { $0 !== outer && $0.prefix.hasPrefix(outer.prefix) }
        .sorted { $0.prefix.count > $1.prefix.count }
      for table in outer.source.added {
        for entry in table.entries {
          let whole = outer.prefix + entry.key.value
          let isOuter = outer.source.texts.values.contains { $0[entry.key.value] != nil }
          let scope = isOuter ? outer : inner.first { whole.hasPrefix($0.prefix) } ?? outer
          scope.add(entry, String(whole.dropFirst(scope.prefix.count)), in: table.language.value)
        }
      }
    }
  }
}
