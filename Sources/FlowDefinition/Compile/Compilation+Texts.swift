import FlowMachine
import Statechart

extension Compilation {
  /// The number of a text; its key has to be there in every language.
  func text(_ key: Name, _ scope: Scope) -> TextID {
    text(key.value, scope, at: key.position)
  }

  func text(_ key: Name?, _ scope: Scope) -> TextID {
    key.map { text($0, scope) } ?? noID
  }

  func text(_ key: String, _ scope: Scope, at position: Position) -> TextID {
    let path = scope.prefix + "|" + key
    if let known = textIDs[path] { return known }
    let id = TextID(clamping: textKeys.count)
    textKeys.append((scope, key))
    textIDs[path] = id
    for language in scopes[0].document.languages where scope.texts[language.value]?[key] == nil {
      let known = scope.texts.values.flatMap(\.keys)
      let guess = Suggestion.nearest(to: key, among: Set(known))
      let remedy =
        scope.texts.values.contains { $0[key] != nil } || guess == nil || guess == key
        ? "Add it to the texts of that language" : "Add it to the texts, or write `\(guess ?? key)`"
      report(
        .missingText, at: position,
        "The text \(quoted(key)) is missing in the language `\(language.value)`", remedy)
    }
    return id
  }

  /// A choice is shown by the texts of its values, where they are there.
  func addChoiceTexts() {
    for scope in scopes {
      for (name, fact) in scope.facts.sorted(by: { $0.value < $1.value }) {
        let row = builder.tables.facts[Int(fact)]
        guard row.type == .choice, row.choiceTexts.count == 0 else { continue }
        let values = builder.tables.ids[row.choices.indices].map {
          String(decoding: builder.tables.blobs[Int($0)], as: UTF8.self)
        }
        let keys = values.map { "\(name).\($0)" }
        guard keys.contains(where: { key in scope.texts.values.contains { $0[key] != nil } })
        else { continue }
        let ids = keys.map { text($0, scope, at: scope.start) }
        builder.tables.facts[Int(fact)].choiceTexts = builder.list(ids)
      }
    }
  }

  /// Last of all: the rows of every text in every language.
  func writeTexts(languages: [Name]) {
    addChoiceTexts()
    builder.tables.languages = languages.map { builder.blob($0.value) }
    builder.tables.textCount = UInt16(clamping: textKeys.count)
    for language in languages {
      for (scope, key) in textKeys {
        guard let entry = scope.texts[language.value]?[key] else { continue }
        builder.tables.texts.append(row(of: entry, scope, language.value))
      }
    }
  }

  private static let categories = ["zero", "one", "two", "few", "many", "other"]

  private func row(of entry: TextEntry, _ scope: Scope, _ language: String) -> TextRow {
    var row = TextRow(
      countKind: 0, count: 0, forms: [TemplateID](repeating: noID, count: 6))
    for (category, source) in entry.forms {
      guard let place = Self.categories.firstIndex(of: category.value) else { continue }
      row.forms[place] = template(source, scope, .text)
    }
    if row.forms[PluralCategory.other] == noID {
      report(
        .missingPlural, at: entry.key.position,
        "The text \(quoted(entry.key.value)) has no form `other`", "Add `other:`")
    }
    guard let count = entry.count else { return row }
    if count.value.hasSuffix(".left") {
      if let timer = timer(Name(String(count.value.dropLast(5)), at: count.position), scope) {
        row.countKind = 2
        row.count = timer
      }
    } else if let fact = fact(count, scope, of: [.number]) {
      row.countKind = 1
      row.count = fact
    }
    checkForms(of: row, entry, language)
    return row
  }

  private func checkForms(of row: TextRow, _ entry: TextEntry, _ language: String) {
    guard let needed = Plural.categories(of: Array(language.utf8)) else {
      report(
        .unknownPlural, at: entry.key.position,
        "The plural rules of the language `\(language)` are not known here",
        "Write a plain text in this language, or ask for its rules to be added")
      return
    }
    let missing = needed.filter { row.forms[$0] == noID }.map { Self.categories[$0] }
    guard !missing.isEmpty else { return }
    report(
      .missingPlural, at: entry.key.position,
      "The language `\(language)` needs the forms \(quoted(oneOf: missing, before: "and")) too",
      "Add them under \(quoted(entry.key.value))")
  }
}
