extension FlowReader {
  private static let shape = Shape.map(.textKey, to: .either([.template, .object(.plural)]))

  mutating func texts(_ root: YAMLNode) -> [TextTable] {
    if let path = root.name("texts") { return catalog(path, root) }
    guard root["texts"]?.lacksLanguages != true else { return [] }
    let pairs = root.entries("texts")
    requireDistinct(pairs.map { Name($0.key.value.lowercased(), at: $0.key.position) })
    return pairs.map { pair in
      let isLanguage = NameSyntax.isLanguage(pair.key.value)
      let table = pair.value.writtenName.map { isLanguage ? textFile($0) : nil } ?? pair.value
      let entries = table.map { textEntries($0) } ?? []
      for text in entries.flatMap({ $0.forms.map(\.template) }) where text.value.isEmpty {
        report(
          .badText, at: text.position, "The text is empty",
          "Write a text; what is not always shown has a `when`")
      }
      return TextTable(language: pair.key, entries: entries)
    }
  }

  /// The map in a file of texts, whose diagnostics carry that file's own path.
  private mutating func textFile(_ path: Name) -> YAMLNode? {
    guard let root = tree(path) else { return nil }
    let start = Position(file: root.position.file, line: 1, column: 1)
    checker.check(root, as: FlowReader.shape, of: ShapeChecker.Owner("The file", at: start))
    return root
  }

  /// What a file beside the document holds.
  mutating func tree(_ path: Name) -> YAMLNode? {
    guard NameSyntax.isRelativePath(path.value) else { return nil }
    guard !path.value.split(separator: "/").contains("..") else {
      report(
        .badFile, at: path.position, "\(quoted(path.value)) is outside the document's folder",
        "Keep text files in the document's folder or below it")
      return nil
    }
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let joined = folder + path.value
    guard let bytes = files(path.value) else {
      diagnostics.report(
        .unreadableFile, at: path.position, "The file \(quoted(path.value)) cannot be read",
        "Check the path; it is relative to this document", unreadable: joined)
      return nil
    }
    let tree = YAMLTree.read(bytes: bytes, file: joined, limits: limits)
    diagnostics.report(tree.diagnostics)
    return tree.root
  }

  private func textEntries(_ node: YAMLNode) -> [TextEntry] {
    (node.pairs ?? []).map { pair in
      if let text = pair.value.writtenName {
        let form = (category: Name("other", at: text.position), template: text)
        return TextEntry(key: pair.key, count: nil, forms: [form])
      }
      let forms = (pair.value.pairs ?? []).compactMap { form in
        form.key.value == "count"
          ? nil : form.value.writtenName.map { (category: form.key, template: $0) }
      }
      return TextEntry(key: pair.key, count: pair.value.name("count"), forms: forms)
    }
  }
}
