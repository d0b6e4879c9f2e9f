import FlowDefinition
import Foundation
import Testing

/// Wrong documents, each beside the diagnostics that it gives.
///
/// A document that would have to be large to be wrong begins with `# golden: bytes 64`, a limit for
/// it.
@Suite struct GoldenTests {
  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: Fixtures.golden.path)
    return (files ?? []).filter { $0.hasSuffix(".flow.yaml") }
      .map { String($0.dropLast(".flow.yaml".count)) }.sorted()
  }()

  @Test("An invalid document gives the diagnostics in the file beside it", arguments: names)
  func rendering(name: String) throws {
    let url = Fixtures.golden.appending(path: name + ".flow.yaml")
    let limits = try limits(of: url)
    let diagnostics =
      try limits.map { try Fixtures.read(url, limits: $0).diagnostics } ?? Fixtures.compile(url)
    let expected = Fixtures.golden.appending(path: name + ".txt")
    let found = diagnostics.map { $0.description + "\n" }.joined()
    #expect(!diagnostics.isEmpty)
    // To bring them up to date, and then read what changed: PORTICO_WRITE_EXPECTED=1 swift test
    if Fixtures.writesExpected { try found.write(to: expected, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: expected, encoding: .utf8) == found)
  }

  @Test("The name of a golden file begins with a code that it shows", arguments: names)
  func naming(name: String) throws {
    let expected = Fixtures.golden.appending(path: name + ".txt")
    let codes = DiagnosticCode.allCases.map(\.rawValue)
      .filter { name == $0 || name.hasPrefix($0 + "-") }
    let text = try String(contentsOf: expected, encoding: .utf8)
    #expect(codes.contains { text.contains(": error: \($0): ") })
  }

  @Test("Every code has a golden file", arguments: DiagnosticCode.allCases)
  func everyCode(code: DiagnosticCode) {
    #expect(GoldenTests.names.contains(code.rawValue))
  }

  @Test("The table of the language reference has every code, in the same order")
  func table() throws {
    let reference = try Fixtures.text("docs/flow-language.md")
    let section = try #require(reference.components(separatedBy: "\n## Diagnostics\n").last)
    let codes = section.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("| `"), let end = line.dropFirst(3).firstIndex(of: "`") else {
        return nil
      }
      return String(line.dropFirst(3)[..<end])
    }
    #expect(codes == DiagnosticCode.allCases.map(\.rawValue))
  }

  @Test("At most a hundred diagnostics are given, the first ones of the document")
  func atMostHundred() {
    let facts = (1...150).map { "  f\($0): {type: nothing}\n" }.joined()
    let diagnostics = read("facts:\n" + facts).diagnostics
    #expect(diagnostics.count == 100)
    #expect(diagnostics.map(\.position.line) == Array(4...103))
  }

  @Test("Text from a hostile document is shown shortened and on one line")
  func shortMessages() throws {
    let word = String(repeating: "x", count: 900)
    let body = "\"a\\n\(word)\": 1\nfacts: {a: {type: \"\\e[31m`\(word)\"}}\n"
    let diagnostics = read(body).diagnostics
    #expect(diagnostics.count == 2)
    for diagnostic in diagnostics {
      #expect(diagnostic.description.utf8.count < 800)
      #expect(diagnostic.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }

  private func limits(of url: URL) throws -> YAMLTree.Limits? {
    var limits = YAMLTree.Limits()
    let first = String(decoding: try Fixtures.bytes(url).prefix { $0 != 0x0A }, as: UTF8.self)
    guard first.hasPrefix("# golden: ") else { return nil }
    let words = first.split(separator: " ").dropFirst(2)
    let number = try #require(words.last.flatMap { Int($0) })
    switch words.first {
    case "bytes": limits.bytes = number
    case "levels": limits.levels = number
    case "nodes": limits.nodes = number
    default: Issue.record("An unknown limit in \(url.lastPathComponent)")
    }
    return limits
  }
}
