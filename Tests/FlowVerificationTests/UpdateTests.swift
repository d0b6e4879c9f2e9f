import FlowDefinition
import FlowMachine
import FlowVerification
import Testing

@Suite("Updates from earlier versions")
struct UpdateTests {
  @Test("A flow whose version alone was raised goes on from every snapshot", arguments: documents)
  func unchanged(document: String) throws {
    #expect(try Self.findings(document, document) == [])
  }

  /// What is found at an update from one document to another.
  static func findings(_ before: String, _ after: String) throws -> [String] {
    let path = "flows/test.flow.yaml"
    var files = [path: "version: 1\n" + before]
    func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }
    func lock() throws {
      let (locking, diagnostics) = FlowLocking.make(file: path, replaces: false, files: read)
      let made = try #require(locking, "\(diagnostics)")
      for copy in made.copies { files[copy.target] = files[copy.source] }
      files[made.lockFile] = made.text
    }
    try lock()
    files[path] = "version: 2\n" + after
    try lock()
    let outcome = FlowCompiler.compileForVerification(file: path, files: read)
    let compiled = try #require(outcome.flow, "\(outcome.diagnostics)")
    let earlier = EarlierVersion.all(of: path, below: 2, files: read)
    #expect(earlier.diagnostics == [])
    let result = try Verification.run(
      Flow(decoding: compiled.bytes), try #require(outcome.plan), earlier: earlier.versions)
    #expect(result.isComplete && !result.versions.isEmpty)
    return result.findings.map { "\($0)" }
  }

  private static let documents = [
    """
    flow: waiting
    goals: [b]
    requests: {r: {app: r, repeat: safe}}
    initial: a
    screens:
      a: {enter: [{request: r}], always: [{when: r.settled, to: b}]}
      b: {final: true}
    """
  ]
}
