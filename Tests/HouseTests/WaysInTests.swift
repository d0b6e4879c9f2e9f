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

  /// An operator's `unlock` lifts the guesses of each.
  @Test("The list of what codes are for names all purposes")
  func purposes() throws {
    let root = repository.appendingPathComponent("Sources/IdentityDomain")
    let files = try #require(FileManager.default.enumerator(atPath: root.path))
    var declared: Set<String> = []
    var listed: Set<String> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
      declared.formUnion(Self.purposes(text))
      listed.formUnion(Self.listedPurposes(text))
    }
    #expect(declared.count > 5 && listed == declared)
  }

  private static func purposes(_ text: String) -> [String] {
    text.matches(of: /static let (\w+) = ChallengePurpose\(/).map { String($0.1) }
  }

  private static func listedPurposes(_ text: String) -> [String] {
    guard let start = text.range(of: "static let all: [ChallengePurpose] = ["),
      let end = text[start.upperBound...].range(of: "]")
    else { return [] }
    return text[start.upperBound..<end.lowerBound].matches(of: /\.(\w+)/).map { String($0.1) }
  }

  @Test("A way in that is missing from the list is found")
  func missing() {
    #expect(Self.purposes("  package static let x = ChallengePurpose(\"x\")") == ["x"])
    #expect(
      Self.listedPurposes("static let all: [ChallengePurpose] = [\n    .a, .b,\n  ]") == ["a", "b"])
    #expect(
      Self.declared("package struct Passkeys: Sendable, WayIn {\n}\nstruct Other: Sendable {")
        == ["Passkeys"])
    #expect(
      Self.listed("enum WaysIn {\n  static let all: [any WayIn.Type] = [\n    A.self,\n  ]\n")
        == ["A"])
  }
}
