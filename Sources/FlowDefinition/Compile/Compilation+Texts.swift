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

  /// - Parameter standard: where the key is not written but follows from a name: what could be
  ///   written instead.
  func text(
    _ key: String, _ scope: Scope, at position: Position, standard: String? = nil
  ) -> TextID {
    let path = textPath(key, scope)
    if let known = textIDs[path] { return known }
    refuseWord(key, at: position)
    let id = TextID(clamping: textKeys.count)
    textKeys.append((scope, key))
    textIDs[path] = id
    // A language that has no texts at all is told once, and not for each of them; but for those of the base, whose keys an
    // extension learns from here.
    let missing = scopes[0].document.languages.map(\.value).filter { language in
      guard let texts = scope.texts[language] else {
        return scope.reference != nil && !ignoresTexts && added([language]) != nil
      }
      return texts[key] == nil
    }
    if !missing.isEmpty { reportMissing(key, in: missing, scope, at: position, standard) }
    return id
  }

  func textPath(_ key: String, _ scope: Scope) -> String { scope.prefix + "|" + key }

  private func reportMissing(
    _ key: String, in languages: [String], _ scope: Scope, at position: Position,
    _ standard: String?
  ) {
    if let added = added(languages) {
      report(
        .missingText, at: added.position,
        "The text \(quoted(scope.prefix + key)) is missing from \(quoted(added.value))",
        "Add it to the texts of this document")
      return
    }
    let problem =
      "The text \(quoted(key)) is missing from "
      + quoted(oneOf: Array(languages.prefix(8)), before: "and")
    let isElsewhere = scope.texts.values.contains { $0[key] != nil }
    let guess =
      isElsewhere || standard != nil
      ? nil : nearest(to: key, among: Array(Set(scope.texts.values.flatMap(\.keys))))
    let remedy = guess.map { "Write `\($0)`, or add \(quoted(key)) to the texts" }
    report(
      .missingText, at: position, problem,
      remedy ?? (isElsewhere ? "Add it to those texts" : "Add it to the texts")
        + (standard.map { ", or write `\($0)`" } ?? ""))
  }

  /// The first of some languages that an extension adds, and has all texts of.
  private func added(_ languages: [String]) -> Name? {
    scopes[0].document.extends?.languages.first { languages.contains($0.value) }
  }

  /// A choice is shown by the texts of its values, where they are there.
  private func addChoiceTexts() {
    for scope in scopes {
      let facts = scope.document.configuration.map(\.name) + scope.document.facts.map(\.name)
      for name in facts {
        guard let fact = scope.facts[name.value] else { continue }
        let row = builder.tables.facts[Int(fact)]
        guard row.type == .choice else { continue }
        let keys = choices(of: row).map { "\(name.value).\($0)" }
        guard row.choiceTexts.count == 0 else {
          // One fact in two documents: the words of the outer one count.
          for (key, id) in zip(keys, builder.tables.ids[row.choiceTexts.indices]) {
            textIDs[textPath(key, scope)] = textIDs[textPath(key, scope)] ?? id
          }
          continue
        }
        guard keys.contains(where: { key in scope.texts.values.contains { $0[key] != nil } })
        else { continue }
        let ids = keys.map { text($0, scope, at: name.position) }
        builder.tables.facts[Int(fact)].choiceTexts = builder.list(ids)
      }
    }
  }

  /// Last of all: the rows of every text in every language that is written.
  func writeTexts(languages: [Name]) {
    addChoiceTexts()
    guard !ignoresTexts else { return writeKeysAsTexts() }
    writeFrameWords()
    for scope in scopes { checkLanguages(of: scope, languages) }
    let written = languages.filter { language == nil || language == $0.value }
    builder.tables.languages = written.map { builder.blob($0.value) }
    builder.tables.textCount = UInt16(clamping: textKeys.count)
    for language in written {
      for (scope, key) in textKeys where builder.largestCount <= ChartLimits.rows {
        if let row = wordRow(key, scope, language.value) {
          builder.tables.texts.append(row)
        } else if let entry = scope.texts[language.value]?[key] {
          builder.tables.texts.append(row(of: entry, scope, language.value))
        }
      }
    }
  }

  /// Where texts are not read, each key is its own text.
  private func writeKeysAsTexts() {
    guard !textKeys.isEmpty else { return }
    builder.tables.languages = [builder.blob("und")]
    builder.tables.textCount = UInt16(clamping: textKeys.count)
    for (_, key) in textKeys {
      var row = TextRow(countKind: 0, count: 0)
      row.forms[5] = builder.template([builder.literal(key)])
      builder.tables.texts.append(row)
    }
  }

  /// Each language has texts, and each text a language.
  private func checkLanguages(of scope: Scope, _ languages: [Name]) {
    let document = scope.document
    for table in document.texts
    where !document.languages.contains(where: { $0.value == table.language.value }) {
      let known = document.languages.map(\.value)
      let guess = known.first { $0.lowercased() == table.language.value.lowercased() }
      report(
        .unlistedLanguage, at: table.language.position,
        "There are texts in \(quoted(table.language.value)), which is not listed in `languages`",
        guess.map { "Write `\($0)`" } ?? "Add it to `languages`, or remove its texts")
    }
    guard textKeys.contains(where: { $0.scope === scope }) else { return }
    if document.languages.isEmpty {
      report(
        .missingKey, at: scope.start, "The flow shows texts but is missing the key `languages`",
        "For example, write `languages: [en]`, with the texts under `texts`")
    }
    for language in languages where scope.texts[language.value] == nil {
      let isMisspelt = document.texts.contains {
        $0.language.value.lowercased() == language.value.lowercased()
      }
      guard !isMisspelt else { continue }
      // Each text that an extension still has to add is named by itself.
      guard scope.reference == nil || added([language.value]) == nil else { continue }
      let isOwn = scope.reference == nil
      report(
        .missingText, at: scope.reference?.path.position ?? language.position,
        (isOwn ? "There are" : "The sub-flow has") + " no texts in \(quoted(language.value))",
        isOwn
          ? "Add `\(language.value):` under `texts`, or remove the language"
          : "Add them to the sub-flow; it needs every language of this flow")
    }
  }

  private static let categories = ["zero", "one", "two", "few", "many", "other"]

  private func row(of entry: TextEntry, _ scope: Scope, _ language: String) -> TextRow {
    var row = TextRow(countKind: 0, count: 0)
    for (category, source) in entry.forms {
      if entry.isFromCatalog { checkFormat(of: source) }
      guard let place = Self.categories.firstIndex(of: category.value) else { continue }
      row.forms[place] = template(source, scope, .text)
    }
    guard let count = entry.count else { return row }
    if count.value.hasSuffix(".left") {
      row.countKind = 2
      row.count = timer(Name(String(count.value.dropLast(5)), at: count.position), scope) ?? 0
    } else {
      row.countKind = 1
      row.count = fact(count, scope, of: [.number]) ?? 0
    }
    checkForms(of: row, entry, language)
    return row
  }

  /// Placeholders of string catalogs are not those of templates.
  func checkFormat(of source: Name) {
    guard let found = source.value.firstMatch(of: /%(\d+\$)?(@|l*[dufx]|arg|#@\w+@)/) else {
      return
    }
    report(
      .badTemplate, at: source.position, "A flow does not fill in \(quoted(String(found.0)))",
      "Write the name of the value in braces, such as `{name}`")
  }

  private func checkForms(of row: TextRow, _ entry: TextEntry, _ language: String) {
    guard let needed = Plural.categories(of: Array(language.utf8)) else {
      report(
        .unknownPlural, at: entry.key.position,
        "The plural rules of the language `\(language)` are not known",
        "Write a plain text in this language, or request support for its plural rules")
      return
    }
    let known = Plural.allCategories(of: Array(language.utf8)) ?? needed
    for form in entry.forms where !entry.isFromCatalog {
      guard let place = Self.categories.firstIndex(of: form.category.value), !known.contains(place)
      else { continue }
      report(
        .misplacedKey, at: form.category.position,
        "The language `\(language)` has no plural form \(quoted(form.category.value)), so this is never shown",
        "Remove it, or show a text of its own with `when`")
    }
    let missing = needed.filter { row.forms[$0] == noID }.map { Self.categories[$0] }
    guard !missing.isEmpty else { return }
    report(
      .missingPlural, at: entry.key.position,
      "The language `\(language)` also needs \(quoted(oneOf: missing, before: "and"))",
      "Add them under \(quoted(entry.key.value))")
  }
}
