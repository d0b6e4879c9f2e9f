import FlowDefinition
import Foundation

/// One log of the Static Analysis Results Interchange Format, which code scanning reads.
///
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
final class SARIFReport: CheckReport {
  private let folder: String
  private var problems: [CheckProblem] = []

  /// - Parameter folder: what paths are relative to; in a workflow the clone.
  init(folder: String) { self.folder = folder }

  func add(_ check: FlowCheck) { problems += check.problems }
  /// The log is the whole output.
  func note(_ line: String) {}

  func finish() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(Self.log(of: problems, folder)), as: UTF8.self))
  }

  static func log(of problems: [CheckProblem], _ folder: String) -> SARIFLog {
    let codes = Set(problems.map(\.code)).sorted()
    let results = problems.map { problem in
      SARIFLog.Result(
        ruleId: problem.code, ruleIndex: codes.firstIndex(of: problem.code) ?? 0, level: "error",
        message: .init(text: problem.text),
        locations: [
          .init(
            physicalLocation: .init(
              artifactLocation: .init(uri: uri(of: problem.file(below: folder))),
              region: .init(
                startLine: problem.position.line, startColumn: problem.position.column)))
        ])
    }
    let driver = SARIFLog.Driver(
      name: "portico", semanticVersion: FlowCommands.version, rules: codes.map { rule($0) })
    return SARIFLog(
      runs: [.init(tool: .init(driver: driver), columnKind: "unicodeCodePoints", results: results)])
  }

  private static func rule(_ code: String) -> SARIFLog.Rule {
    let words = code.replacing("-", with: " ")
    return SARIFLog.Rule(
      id: code,
      shortDescription: .init(
        text: CheckRule.meanings[code] ?? words.prefix(1).uppercased() + words.dropFirst()),
      defaultConfiguration: .init(level: "error"))
  }

  /// A reference by RFC 3986: relative to the root of the clone, or of scheme `file`.
  private static func uri(of path: String) -> String {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: ":;")
    let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    return path.hasPrefix("/") ? "file://" + encoded : encoded
  }
}
