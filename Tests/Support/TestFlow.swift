package import FlowDefinition
package import FlowMachine

/// Flows for tests.
package enum TestFlow {
  /// The payment flow in `Tests/Flows`.
  package static let wallet = Result { try load("Tests/Flows/wallet.flow.yaml") }
  package static let onboarding = Result { try load("Flows/onboarding/onboarding.flow.yaml") }

  /// A flow of this repository, by its path.
  package static func load(_ path: String, phones: PhoneRules? = nil) throws -> Flow {
    try Flow(decoding: bytes(path, Repository.read), phones: phones)
  }

  /// A flow written in a test.
  package static func compile(_ text: String) throws -> Flow {
    try compile("test.flow.yaml") { $0 == "test.flow.yaml" ? Array(text.utf8) : nil }
  }

  package static func compile(_ file: String, _ files: @escaping FlowCompiler.Files) throws -> Flow
  {
    try Flow(decoding: bytes(file, files))
  }

  /// The compiled form.
  package static func bytes(_ file: String, _ files: @escaping FlowCompiler.Files) throws -> [UInt8]
  {
    let (flow, diagnostics) = FlowCompiler.compile(file: file, files: files)
    guard let flow else { throw NotCompiled(diagnostics.map(\.description)) }
    return flow.bytes
  }

  /// Fails every test that needs the flow separately.
  package struct NotCompiled: Error, CustomStringConvertible {
    package let diagnostics: [String]

    package init(_ diagnostics: [String]) { self.diagnostics = diagnostics }

    package var description: String { diagnostics.joined(separator: "\n") }
  }
}
