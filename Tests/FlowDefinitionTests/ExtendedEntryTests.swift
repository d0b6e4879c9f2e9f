import FlowDefinition
import FlowMachine
import Statechart
import TestSupport
import Testing

/// The example that extends the largest shipped flow as an app would: a question, other words, another language.
@Suite struct ExtendedEntryTests {
  static let folder = "Examples/flows/extended-entry"
  static let path = "\(folder)/extended-entry.flow.yaml"
  static let mostLines = 25

  static func text(_ path: String) throws -> String {
    String(decoding: try #require(Repository.read(path)), as: UTF8.self)
  }

  static func tables() throws -> FlowTables {
    let (flow, diagnostics) = FlowCompiler.compile(file: path, files: Repository.read)
    #expect(diagnostics == [])
    return try #require(flow).tables
  }

  /// The texts of a language, by its place among those of the flow.
  static func rows(_ tables: FlowTables, _ language: Int) -> ArraySlice<TextRow> {
    let count = Int(tables.textCount)
    return tables.texts[language * count..<(language + 1) * count]
  }

  /// What a text inserts, in the order of the facts.
  static func inserted(_ row: TextRow, _ tables: FlowTables) -> [String] {
    tables.segments[tables.templates[Int(row.forms[PluralCategory.other])].indices]
      .filter { $0.kind != .literal }.map { "\($0.kind) \($0.operand)" }.sorted()
  }

  @Test("Apart from its texts, the extension has at most 25 lines, and replaces a screen's texts")
  func lines() throws {
    let text = try Self.text(Self.path)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let texts = try #require(lines.firstIndex(of: "texts:"))
    #expect(lines[texts...].dropFirst().allSatisfy { $0.hasPrefix("  ") })
    #expect(texts <= Self.mostLines)
    for language in ["ar", "de", "en", "es", "fr", "ja"] {
      let own = try Self.text("\(Self.folder)/texts.\(language).yaml")
      #expect(own.contains("\nchoosing.heading: "), "\(language)")
    }
  }

  @Test("The result has every text in each language, and its own in place of those of the base")
  func whole() throws {
    let tables = try Self.tables()
    #expect(
      tables.languages.map { String(decoding: tables.blobs[Int($0)], as: UTF8.self) }
        == ["en", "de", "ar", "es", "ja", "fr"])
    let blobs = Set(tables.blobs.map { String(decoding: $0, as: UTF8.self) })
    #expect(
      blobs.contains("Welcome to our kitchen") && blobs.contains("Bienvenue dans notre cuisine"))
    #expect(!blobs.contains("How would you like to sign in?"))
  }

  @Test("Each French text inserts what the English one does")
  func insertions() throws {
    let tables = try Self.tables()
    let (english, french) = (Self.rows(tables, 0), Self.rows(tables, 5))
    #expect(french.count > 600)
    for (one, other) in zip(english, french) {
      let wanted = Self.inserted(one, tables)
      #expect(Self.inserted(other, tables) == wanted, "text \(one)")
    }
  }

  @Test(
    "French is set as French is: no break before its signs or within its quotation marks, and real apostrophes",
    arguments: [folder, "Examples/flows/extended-onboarding"])
  func typography(folder: String) throws {
    let text = try Self.text("\(folder)/texts.fr.yaml")
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let key = line.firstMatch(of: #/^ *[A-Za-z.0-9_]+:( |$)/#)
      let words = key.map { line[$0.range.upperBound...] } ?? line
      #expect(!words.contains(#/ [?!;:»]|[a-zé][?!;:»]|«[^\u{A0}]|'/#), "\(line)")
    }
  }
}
