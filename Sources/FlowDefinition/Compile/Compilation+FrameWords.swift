import FlowMachine
import Statechart

// The words around the screens (`FrameWord`), of which each language may have any. They lie in the compiled flow as texts
// of elements that no screen has.

extension Compilation {
  /// Writes the words that the outermost document gives. A sub-flow's are for where it runs by itself.
  func writeFrameWords() {
    for scope in scopes { refuseUnknownWords(of: scope) }
    let scope = scopes[0]
    for word in FrameWord.allCases
    where scope.texts.values.contains(where: { $0[word.key] != nil }) {
      var row = ElementRow.blank
      row.id = builder.blob(".\(word.rawValue)")
      row.text = TextID(clamping: textKeys.count)
      textKeys.append((scope, word.key))
      textIDs[textPath(word.key, scope)] = row.text
      _ = builder.append(row, to: \.elements)
    }
  }

  /// The row of a word in one of the languages; nil for any other text. Where a language has no text for it, it is empty,
  /// and the host's own word counts.
  func wordRow(_ key: String, _ scope: Scope, _ language: String) -> TextRow? {
    guard let word = FrameWord(key: key) else { return nil }
    let entry = scope.texts[language]?[key]
    var row = TextRow(countKind: 0, count: 0)
    row.forms[PluralCategory.other] = builder.template(
      entry.map { [builder.literal(text(of: word, entry: $0))] } ?? [])
    return row
  }

  /// Refuses the key of a word as that of a text which an element shows.
  func refuseWord(_ key: String, at position: Position) {
    guard key.hasPrefix(FrameWord.prefix) else { return }
    report(
      .reservedName, at: position,
      "\(quoted(key)) is reserved: keys that begin with `portico.` are for the words around the screens",
      "Write another key")
  }

  private func text(of word: FrameWord, entry: TextEntry) -> String {
    if let count = entry.count {
      report(
        .misplacedKey, at: count.position,
        "\(quoted(word.key)) is not counted, so it has no plural forms", "Write one text")
    }
    guard let source = entry.forms.last?.template else { return "" }
    if entry.isFromCatalog { checkFormat(of: source) }
    return parse(source).map { part in
      switch part {
      case .literal(let text): return text
      case .reference(let name, _) where word.values.contains(name): return "{\(name)}"
      case .reference(let name, let position), .moment(let name, _, let position):
        let known = word.values.map { "{\($0)}" }
        report(
          .badTemplate, at: position,
          "\(quoted(word.key)) cannot show \(quoted(name)): it is not part of a screen",
          known.isEmpty ? "Write it without values" : "It can show \(quoted(oneOf: known))")
        return ""
      }
    }.joined()
  }

  /// Of a catalog, what no flow asks for is left alone.
  private func refuseUnknownWords(of scope: Scope) {
    var told: Set<String> = []
    let own = scope.document.texts.filter { !$0.isFromCatalog }.flatMap(\.entries)
    for entry in own + scope.added.map(\.entry) where !entry.isFromCatalog {
      let key = entry.key.value
      guard key.hasPrefix(FrameWord.prefix), FrameWord(key: key) == nil,
        told.insert(key).inserted
      else { continue }
      let known = FrameWord.allCases.map(\.key)
      report(
        .unknownKey, at: entry.key.position, "There is no word \(quoted(key)) around the screens",
        nearest(to: key, among: known).map { "Write `\($0)`" }
          ?? "Write a key of the table \"Words around the screens\" in the language reference"
      )
    }
  }
}
