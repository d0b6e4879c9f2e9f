import FlowDefinition
import FlowMachine
import TestSupport

/// Flows for tests.
enum Fixture {
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
    return try TestFlow.bytes("test.flow.yaml") { all[$0].map { Array($0.utf8) } }
  }

  static let onboardingBytes = Result {
    try TestFlow.bytes("Flows/onboarding/onboarding.flow.yaml", Repository.read)
  }
  static let onboarding = Result { try Flow(decoding: onboardingBytes.get()) }
}

extension [UInt8] {
  init(_ text: String) { self = Array(text.utf8) }

  var string: String { String(decoding: self, as: UTF8.self) }
}
