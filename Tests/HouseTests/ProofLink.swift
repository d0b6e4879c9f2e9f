import Foundation

/// A link of a document to what proves something: a test, as `Suite/File.swift#function` under
/// `Tests/`, or a heading, as `docs/file.md#Heading`.
struct ProofLink {
  let text: String

  /// What stands in backticks with a slash.
  static func paths(in cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 && $0.element.contains("/") }
      .map { String($0.element) }
  }

  static func all(in cell: String) -> [ProofLink] {
    paths(in: cell).map(ProofLink.init)
  }

  var isHeading: Bool { text.hasPrefix("docs/") }

  /// What is wrong with it, if anything is.
  func complaint(in root: URL) -> String? {
    let parts = text.split(separator: "#", maxSplits: 1).map(String.init)
    let path = isHeading ? parts[0] : "Tests/\(parts[0])"
    let file = root.appendingPathComponent(path)
    guard let content = try? String(contentsOf: file, encoding: .utf8) else {
      return "there is no \(path)"
    }
    guard parts.count == 2 else { return "\(path) alone proves nothing" }
    let lines = content.split(separator: "\n").map(String.init)
    if isHeading {
      let headings = lines.filter { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" } }
      return headings.contains(" \(parts[1])") ? nil : "\(path) has no heading \(parts[1])"
    }
    if path.hasSuffix(".py") {
      let isThere = lines.contains { $0.hasPrefix("def \(parts[1])(") }
      if !isThere { return "\(path) has no def \(parts[1])" }
      // What pytest runs.
      let isTest = file.lastPathComponent.hasPrefix("test_") && parts[1].hasPrefix("test_")
      return isTest ? nil : "def \(parts[1]) of \(path) is no test"
    }
    let attributes = attributes(of: parts[1], in: lines)
    if attributes.isEmpty { return "\(path) has no func \(parts[1])" }
    return attributes.contains(where: isTest) ? nil : "func \(parts[1]) of \(path) is no test"
  }

  /// For each function of this name: what stands between it and the function before it.
  private func attributes(of function: String, in lines: [String]) -> [Substring] {
    let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    return code.ranges(of: "func \(function)(").map { place in
      let before = code[..<place.lowerBound]
      let start = before.range(of: "func ", options: .backwards)?.upperBound
      return before[(start ?? before.startIndex)...]
    }
  }

  private func isTest(_ attributes: Substring) -> Bool {
    guard let test = attributes.range(of: "@Test", options: .backwards) else { return false }
    return !attributes[test.upperBound...].contains(".disabled(")
  }
}
