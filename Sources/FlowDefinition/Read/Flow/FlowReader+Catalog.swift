// String catalogs, as Xcode keeps them: JSON, which is YAML too. An app's catalog has texts for much else, so what no
// flow shows is left alone, and so are languages that the flow does not list.

extension FlowReader {
  static let catalogEnding = ".xcstrings"

  /// The texts of a catalog in the languages of the document; all that it has for an extension, whose base has some.
  mutating func catalog(_ path: Name, _ document: YAMLNode) -> [TextTable] {
    guard path.value.hasSuffix(Self.catalogEnding) else {
      report(
        .badFile, at: path.position, "\(quoted(path.value)) is no string catalog (`.xcstrings`)",
        "Write the texts by language, such as `en: \(path.value)`, or the path of a string catalog")
      return []
    }
    guard let root = tree(path) else { return [] }
    guard let strings = root["strings"]?.pairs else {
      report(
        .missingKey, at: Position(file: root.position.file, line: 1, column: 1),
        "The string catalog is missing the key `strings`", "Use a file that Xcode has written")
      return []
    }
    let listed = document.names("languages").map(\.value)
    let isExtension = document["extends"] != nil
    var tables: [TextTable] = []
    for pair in strings where NameSyntax.isTextKey(pair.key.value) {
      for localization in pair.value["localizations"]?.pairs ?? []
      where isExtension || listed.contains(localization.key.value) {
        let language = localization.key
        guard let entry = Self.entry(pair.key, localization.value) else { continue }
        let known = tables.firstIndex { $0.language.value == language.value }
        if known == nil {
          tables.append(TextTable(language: language, entries: [], isFromCatalog: true))
        }
        tables[known ?? tables.count - 1].entries.append(entry)
      }
    }
    return tables
  }

  /// Nil for a string that has not been translated yet.
  private static func entry(_ key: Name, _ localization: YAMLNode) -> TextEntry? {
    if let text = text(localization) {
      return TextEntry(key: key, count: nil, forms: [(Name("other", at: text.position), text)])
    }
    let forms = (localization["variations"]?["plural"]?.pairs ?? []).compactMap { form in
      text(form.value).map { (category: form.key, template: $0) }
    }
    guard let other = forms.first(where: { $0.category.value == "other" })?.template else {
      return nil
    }
    return TextEntry(key: key, count: firstReference(in: other), forms: forms)
  }

  private static func text(_ node: YAMLNode) -> Name? {
    node["stringUnit"]?["value"]?.writtenName.flatMap { $0.value.isEmpty ? nil : $0 }
  }

  /// What is counted: the first that the text shows.
  private static func firstReference(in template: Name) -> Name? {
    for case .reference(let name, let position) in (try? TemplateParser.parse(template)) ?? [] {
      return Name(name, at: position)
    }
    return nil
  }
}
