import FlowDefinition
import FlowMachine
import TestSupport
import Testing

/// The words around the screens, as a document gives them.
@Suite struct FrameWordTests {
  private static let body = """
    languages: [en, fr]
    initial: home
    screens:
      home: {elements: [{text: home.text}], back: true}
    texts:
      en: {home.text: Home}
      fr:
        home.text: Accueil

    """

  /// The words that a flow has in a language, by name.
  private static func words(
    _ compiled: CompiledFlow?, _ language: Int
  ) throws -> [String: String] {
    let flow = try Flow(decoding: try #require(compiled).bytes)
    var words: [String: String] = [:]
    flow.forEachGivenWord(in: language) {
      words[String(decoding: $0.dropFirst(), as: UTF8.self)] = String(decoding: $1, as: UTF8.self)
    }
    return words
  }

  private static func french(_ lines: String...) -> Documents {
    Documents(body + lines.map { "    \($0)\n" }.joined())
  }

  @Test("Each language has the words that the document gives in it, and need not have any")
  func languages() throws {
    let (flow, problems) = Self.french(
      "portico.back: Retour", "portico.strength.weak: Facile",
      #"portico.cannotGoOn: "Impossible {{ici}} : {why}.""#
    ).outcome
    #expect(problems == [])
    #expect(
      try Self.words(flow, 1)
        == [
          "back": "Retour", "strength.weak": "Facile", "cannotGoOn": "Impossible {ici} : {why}.",
        ])
    #expect(try Self.words(flow, 0) == [:])
  }

  @Test("What a device gets in one language has the words in that one")
  func oneLanguage() throws {
    let text = Self.french("portico.back: Retour").files["test.flow.yaml"] ?? ""
    for (language, words) in [("fr", ["back": "Retour"]), ("en", [:])] {
      let compiled = FlowCompiler.compile(file: "test.flow.yaml", language: language) {
        $0 == "test.flow.yaml" ? Array(text.utf8) : nil
      }
      #expect(try Self.words(compiled.flow, 0) == words)
    }
  }

  @Test("Words change nothing on the screens, and are not for whoever asks for an element")
  func screens() throws {
    let plain = try RunningFlow(Self.body)
    let (compiled, _) = Self.french("portico.back: Retour", "portico.close: Fermer").outcome
    let other = try RunningFlow(Flow(decoding: try #require(compiled).bytes))
    #expect(!plain.flow.givesWords && other.flow.givesWords)
    for language in 0...1 {
      let screens = [plain, other].map {
        $0.machine.screen(at: 1_000_000, language: language).json
      }
      #expect(screens[0] == screens[1])
    }
  }

  @Test(
    "A word that there is not, one that is counted, and values that hosts do not have are refused",
    arguments: [
      (
        "portico.bakc: Retour",
        "unknown-key: There is no word `portico.bakc` around the screens. Write `portico.back`."
      ),
      (
        "portico.notAtAllOurs: Rien",
        "unknown-key: There is no word `portico.notAtAllOurs` around the screens. Write a key of the table \"Words around the screens\" in the language reference."
      ),
      (
        "portico.back: {count: tries, one: Retour, other: Retours}",
        "misplaced-key: `portico.back` is not counted, so it has no plural forms. Write one text."
      ),
      (
        #"portico.back: "Retour {name}""#,
        "bad-template: `portico.back` cannot show `name`: it is not part of a screen. Write it without values."
      ),
      (
        #"portico.cannotStart: "Non : {cause}""#,
        "bad-template: `portico.cannotStart` cannot show `cause`: it is not part of a screen. It can show `{why}`."
      ),
    ])
  func refused(line: String, message: String) throws {
    let problems = Self.french(line).outcome.diagnostics
    #expect(
      problems.map { "\($0.code.rawValue): \($0.problem). \($0.remedy)." } == [message])
    #expect(problems.first?.position.line == 11)
  }

  @Test("No element shows a text under such a key, and no state is named so")
  func reserved() {
    let shown = Documents(
      Self.body.replacing("{text: home.text}", with: "{text: home.text}, {text: portico.back}")
        + "    portico.back: Retour\n"
    ).problems
    #expect(
      shown == [
        "test.flow.yaml:6: missing-text: The text `portico.back` is missing from `en`",
        "test.flow.yaml:6: reserved-name: `portico.back` is reserved: keys that begin with `portico.` are for the words around the screens",
      ])
    let named = Documents(
      Self.body.replacing("home:", with: "portico:").replacing("home", with: "portico")
    ).problems
    #expect(
      named.contains(
        "test.flow.yaml:6: reserved-name: `portico` is reserved: text keys that begin with it are for the words around the screens"
      ))
  }

  @Test("An extension gives words in the language that it adds, and replaces those of its base")
  func extended() throws {
    let base = ExtensionTests.base.replacing(
      "{any: Any,", with: "{portico.back: Base, portico.show: Look, any: Any,")
    let french =
      "any: Tout, welcome.heading: Bienvenue, home.heading: Accueil, offering.offer.heading: Offre, offering.ok: OK"
    let (flow, problems) = ExtensionTests.compile(
      """
      languages: [fr]
      texts:
        en: {portico.back: Own}
        fr: {\(french), portico.back: Retour}
      """, adding: ["flows/base/base.flow.yaml": base])
    #expect(problems == [])
    #expect(try Self.words(flow, 0) == ["back": "Own", "show": "Look"])
    #expect(try Self.words(flow, 1) == ["back": "Retour"])
    let wrong = ExtensionTests.compile("texts: {en: {portico.shwo: Look}}").diagnostics
    #expect(wrong.map(\.remedy) == ["Write `portico.show`"])
  }

  @Test("The words of a sub-flow are for where it runs by itself")
  func subflow() throws {
    let inner = ExtensionTests.inner.replacing(
      "{offer.heading:", with: "{portico.back: Inner, offer.heading:")
    let (flow, problems) = ExtensionTests.compile(
      ExtensionTests.question + "\nbefore: {home: question}\n",
      adding: ["flows/inner/inner.flow.yaml": inner])
    #expect(problems == [])
    #expect(try Self.words(flow, 0) == [:])
    let alone = FlowCompiler.compile(file: "inner.flow.yaml") {
      $0 == "inner.flow.yaml" ? Array(inner.utf8) : nil
    }
    #expect(try Self.words(alone.flow, 0) == ["back": "Inner"])
  }

  @Test("A string catalog gives words, and what an app has under other keys stays there")
  func catalog() throws {
    let catalog = CatalogTests.catalog()
      .replacing("\"somewhere.else\"", with: "\"portico.back\"").replacing("50 % {", with: "Heim")
    let (flow, problems) = CatalogTests.compile(catalog)
    #expect(problems == [])
    #expect(try Self.words(flow, 1) == ["back": "Heim"])
    #expect(try Self.words(flow, 0) == [:])
    let others = CatalogTests.compile(catalog.replacing("portico.back", with: "portico.mine"))
    #expect(others.1 == [])
    #expect(try Self.words(others.0, 1) == [:])
  }

  @Test("The example that adds French has every word in it")
  func example() throws {
    let (flow, _) = FlowCompiler.compile(file: ExtendedEntryTests.path, files: Repository.read)
    let words = try Self.words(flow, 5)
    #expect(Set(words.keys) == Set(FrameWord.allCases.map(\.rawValue)))
    for word in FrameWord.allCases {
      for value in word.values { #expect(words[word.rawValue]?.contains("{\(value)}") == true) }
    }
  }

  @Test("The language reference lists the keys, in the same order")
  func reference() throws {
    let text = try #require(Repository.read("docs/flow-language.md"))
    let keys = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap {
      $0.firstMatch(of: /^\| `(portico\.[A-Za-z.]+)` \|/).map { String($0.1) }
    }
    #expect(keys == FrameWord.allCases.map(\.key))
  }
}
