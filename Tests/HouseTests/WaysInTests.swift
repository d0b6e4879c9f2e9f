import Foundation
import Testing

/// A way in that nobody asks proves nothing in a step-up, is trusted by nobody, and keeps its rows when the
/// account is deleted. So each that there is stands in the list.
@Suite("The service asks every way in")
struct WaysInTests {
  /// The types that say they are a way in.
  private static func declared(_ text: String) -> [String] {
    text.matches(of: /struct (\w+)\b[^{\n]*\bWayIn\b/).map { String($0.1) }
  }

  /// What `WaysIn.all` lists.
  private static func listed(_ text: String) -> [String] {
    guard let start = text.range(of: "static let all"),
      let end = text[start.upperBound...].range(of: "]\n")
    else { return [] }
    return text[start.upperBound..<end.lowerBound].matches(of: /(\w+)\.self/).map { String($0.1) }
  }

  @Test("The list names all of them, and nothing else")
  func all() throws {
    let root = repository.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(atPath: root.path))
    var declared: Set<String> = []
    var listed: [String] = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
      declared.formUnion(Self.declared(text))
      if text.contains("enum WaysIn {") { listed += Self.listed(text) }
    }
    #expect(!declared.isEmpty && Set(listed) == declared && listed.count == declared.count)
  }

  @Test("One that is missing from the list is found")
  func missing() {
    #expect(
      Self.declared("package struct Passkeys: Sendable, WayIn {\n}\nstruct Other: Sendable {")
        == ["Passkeys"])
    #expect(
      Self.listed("enum WaysIn {\n  static let all: [any WayIn.Type] = [\n    A.self,\n  ]\n")
        == ["A"])
  }
}
