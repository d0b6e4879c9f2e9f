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
      let known = Paths.shippedNames
      let guess = nearest(to: base.value, among: known).map { "Write `\($0)`" }
      report(
        .unreadableFile, at: base.position, "The base \(quoted(base.value)) cannot be read",
        guess
          ?? "Write the path of a flow document, relative to this one, or the name of a shipped flow: "
          + quoted(oneOf: known),
        unreadable: Paths.bases(base.value, of: file).first)
      return nil
    }
    guard path != file, !openFiles.contains(path) else {
      let open = openFiles.last == file ? openFiles : openFiles + [file]
      let way = (open.drop { $0 != path } + [path]).map { quoted(Paths.name(of: $0)) }
      report(
        .cyclicSubflow, at: base.position,
        "The flow extends itself: \(way.joined(separator: " extends "))", "Extend another flow")
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
    extensions.append(declaration)
    for table in document.texts { baseFiles.formUnion(table.entries.map(\.key.position.file)) }
    var merge = DocumentExtension(of: document, by: own, declaration)
    merge.run()
    diagnostics.report(merge.diagnostics)
    return merge.diagnostics.isEmpty ? merge.result : nil
  }

  /// Gives each text of an extension to the document that shows it: the base, or its sub-flows.
  func addTexts() {
    // What an outer extension says counts more than what a sub-flow's own extension says.
    for outer in scopes.reversed() where !outer.source.added.isEmpty {
      let inner = scopes.filter { $0 !== outer && $0.prefix.hasPrefix(outer.prefix) }
        .sorted { $0.prefix.count > $1.prefix.count }
      let entries = outer.source.added.flatMap { table in
        table.entries.map { (language: table.language.value, entry: $0) }
      }
      // What is said of one use of a sub-flow counts more than what is said of all.
      var isPlaced = entries.map { _ in false }
      for (index, (language, entry)) in entries.enumerated()
      where !outer.declares(entry.key.value) && FrameWord(key: entry.key.value) == nil {
        for scope in inner {
          guard let key = entry.key.value.after(scope.document.name.value + "."),
            scope.declares(key)
          else { continue }
          scope.add(entry, key, in: language)
          isPlaced[index] = true
        }
      }
      for (index, (language, entry)) in entries.enumerated() {
        let whole = outer.prefix + entry.key.value
        let scope =
          outer.declares(entry.key.value)
          ? outer : inner.first { whole.hasPrefix($0.prefix) } ?? outer
        let key = String(whole.dropFirst(scope.prefix.count))
        if scope.declares(key) || !isPlaced[index] { scope.add(entry, key, in: language) }
      }
    }
  }
}

extension Scope {
  /// Whether its own document has a text, in any language, or an extension of it.
  fileprivate func declares(_ key: String) -> Bool {
    texts.values.contains { $0[key] != nil }
  }
}
