import FlowDefinition
import FlowMachine
import Foundation

/// Flows for tests.
enum Fixture {
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  /// Compiles a small flow. Header and, where a label is `t`, its text are added.
  static func flow(_ body: String, files: [String: String] = [:]) throws -> Flow {
    try Flow(decoding: bytes(body, files: files))
  }

  static func bytes(_ body: String, files: [String: String] = [:]) throws -> [UInt8] {
    var text = "flow: test\nversion: 1\n"
    if body.contains("label: t"), !body.contains("\ntexts:") {
      text += "languages: [en]\ntexts: {en: {t: T}}\n"
    }
    text += body
    let all = files.merging(["test.flow.yaml": text]) { $1 }
    let result = FlowCompiler.compile(file: "test.flow.yaml") { all[$0].map { Array($0.utf8) } }
    guard let flow = result.flow else {
      throw Refused(description: result.diagnostics.map { "\($0)" }.joined(separator: "\n"))
    }
    return flow.bytes
  }

  /// The bytes of a flow of this repository, by its path.
  static func compiled(_ path: String) throws -> [UInt8] {
    let result = FlowCompiler.compile(file: path) { path in
      (try? Data(contentsOf: repository.appending(path: path))).map { [UInt8]($0) }
    }
    guard let flow = result.flow else {
      throw Refused(description: result.diagnostics.map { "\($0)" }.joined(separator: "\n"))
    }
    return flow.bytes
  }

  static let onboardingBytes = Result { try compiled("Flows/onboarding/onboarding.flow.yaml") }
  static let onboarding = Result { try Flow(decoding: onboardingBytes.get()) }
}

extension [UInt8] {
  init(_ text: String) { self = Array(text.utf8) }

  var string: String { String(decoding: self, as: UTF8.self) }
}
