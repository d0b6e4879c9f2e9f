import FlowDefinition
import FlowMachine
import Testing

/// Texts in a string catalog, as apps for Apple's platforms have them.
@Suite struct CatalogTests {
  static let flow = """
    flow: test
    version: 1
    languages: [en, de]
    facts: {count: {type: number, initial: 2}}
    initial: home
    screens:
      home:
        elements: [{heading: home.title}, {text: home.tries}]
        "on": {any: {do: [{set: {count: count + 1}}]}}
    signals: {any: {}}
    texts: Localizable.xcstrings
    """

  /// - Parameter title: the German one.
  static func catalog(title: String = "Hallo", plural: String = "{count} tries") -> String {
    """
    {
      "sourceLanguage" : "en",
      "strings" : {
        "%lld items in your basket" : {
          "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "%lld Artikel" } } }
        },
        "home.title" : {
          "comment" : "Above all",
          "extractionState" : "manual",
          "localizations" : {
            "de" : { "stringUnit" : { "state" : "translated", "value" : "\(title)" } },
            "en" : { "stringUnit" : { "state" : "translated", "value" : "He said \\"Hi\\" \\u2014 and left" } },
            "fr" : { "stringUnit" : { "state" : "new", "value" : "" } }
          }
        },
        "home.tries" : {
          "localizations" : {
            "de" : { "stringUnit" : { "state" : "translated", "value" : "{count} Versuche" } },
            "en" : { "variations" : { "plural" : {
              "one" : { "stringUnit" : { "state" : "translated", "value" : "{count} try" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "\(plural)" } }
            } } }
          }
        },
        "somewhere.else" : {
          "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "50 % {" } } }
        }
      },
      "version" : "1.0"
    }
    """
  }

  static func compile(_ catalog: String?, flow: String = flow) -> (CompiledFlow?, [Diagnostic]) {
    let outcome = FlowCompiler.compile(file: "app/test.flow.yaml") { path in
      switch path {
      case "app/test.flow.yaml": Array(flow.utf8)
      case "app/Localizable.xcstrings": catalog.map { Array($0.utf8) }
      default: nil
      }
    }
    return (outcome.flow, outcome.diagnostics)
  }

  @Test(
    "A catalog provides the texts of the flow's languages, with plurals by the first value they show"
  )
  func texts() throws {
    let (flow, diagnostics) = Self.compile(Self.catalog())
    #expect(diagnostics == [])
    let tables = try #require(flow).tables
    let blobs = tables.blobs.map { String(decoding: $0, as: UTF8.self) }
    #expect(blobs.contains("He said \"Hi\" \u{2014} and left"))
    #expect(blobs.contains("Hallo"))
    #expect(blobs.contains(" try") && blobs.contains(" tries"))
    #expect(tables.texts.map(\.countKind).contains(1))
    // What an app has for itself stays there.
    #expect(!blobs.contains { $0.contains("Artikel") || $0.contains("50 %") })
    #expect(tables.languages.count == 2)
  }

  @Test("A text that is not translated yet is missing, with the language")
  func missing() throws {
    let problems = Self.compile(Self.catalog(title: "")).1
    #expect(problems.map(\.code) == [.missingText])
    #expect(problems.first?.problem.contains("`home.title` is missing from `de`") == true)
  }

  @Test(
    "A mistake in the catalog is reported at its line",
    arguments: [
      ("%lld tries", DiagnosticCode.badTemplate, "%lld"), ("{count", .badTemplate, "not closed"),
      ("{cont} tries", .unknownName, "cont"),
    ])
  func wrong(plural: String, code: DiagnosticCode, words: String) throws {
    let problems = Self.compile(Self.catalog(plural: plural)).1
    let first = try #require(problems.first)
    #expect(first.code == code)
    #expect(first.problem.contains(words))
    #expect(first.position.file == "app/Localizable.xcstrings")
    #expect(first.position.line == 21)
  }

  @Test("No catalog, another file, and a catalog without strings are refused")
  func none() {
    #expect(Self.compile(nil).1.map(\.code) == [.unreadableFile])
    #expect(Self.compile("{}").1.map(\.code) == [.missingKey])
    let other = Self.flow.replacing("Localizable.xcstrings", with: "texts.en.yaml")
    let problems = Self.compile(nil, flow: other).1
    #expect(problems.map(\.code) == [.badFile])
    #expect(problems.first?.remedy.contains("`en: texts.en.yaml`") == true)
  }
}
