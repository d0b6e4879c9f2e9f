import FlowDefinition
import FlowMachine
import FlowVerification
import Testing

@Suite("Sub-flows apart, after an update")
struct PartsMigrationTests {
  /// The flow of `PartsTests` as its first version, and a second one in which `second` of the sub-flow is
  /// another state.
  private static func files(migratedTo state: String) throws -> [String: String] {
    var files = ["flows/test.flow.yaml": PartsTests.outer, "flows/part.flow.yaml": PartsTests.part]
    func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }
    func lock() throws {
      let (locking, diagnostics) = FlowLocking.make(
        file: "flows/test.flow.yaml", replaces: false, files: read)
      let made = try #require(locking, "\(diagnostics)")
      for copy in made.copies { files[copy.target] = files[copy.source] }
      files[made.lockFile] = made.text
    }
    try lock()
    files["flows/test.flow.yaml"] =
      PartsTests.outer.replacing("version: 1", with: "version: 2")
      // An update finds the sub-flow where it was, and no signal leads out of it.
      .replacing("on: {logout: {to: start, do: [{clear: user}]}}\n", with: "")
      .replacing("signals: {logout: {}}\n", with: "")
      + "\nmigrate: {states: {part.second: part.\(state)}}\n"
    files["flows/part.flow.yaml"] = PartsTests.part
      .replacing("second:", with: "third:").replacing("{x: second}", with: "{x: third}")
      .replacing(
        "screens:\n",
        with: """
          screens:
            stuck:
              elements: [{button: z, label: t}]
              on: {z: {to: third, when: seen is present}}

          """
      )
      // The document has to have a way there; nobody ever takes it.
      .replacing(
        "  first: {",
        with: "  first: {always: [{when: seen is present and seen is absent, to: stuck}], ")
    try lock()
    return files
  }

  private static func findings(
    _ files: [String: String], whole: Int
  ) throws -> (properties: Set<Property>, isInParts: Bool, snapshots: Int) {
    func read(_ path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }
    let outcome = FlowCompiler.compileForVerification(file: "flows/test.flow.yaml", files: read)
    let compiled = try #require(outcome.flow, "\(outcome.diagnostics)")
    let earlier = EarlierVersion.all(of: "flows/test.flow.yaml", below: 2, files: read)
    #expect(earlier.diagnostics == [])
    let result = try Verification.run(
      Flow(decoding: compiled.bytes), try #require(outcome.plan), earlier: earlier.versions,
      budget: Verification.Budget(whole: whole))
    #expect(result.isComplete)
    return (
      Set(result.findings.map(\.property)), !result.parts.isEmpty,
      result.versions.reduce(0) { $0 + $1.snapshots }
    )
  }

  @Test(
    "A stored state of a sub-flow that an update strands is found as in the whole flow",
    arguments: ["stuck", "third"])
  func stranded(state: String) throws {
    let files = try Self.files(migratedTo: state)
    let whole = try Self.findings(files, whole: 20_000)
    let parts = try Self.findings(files, whole: 0)
    #expect(!whole.isInParts && parts.isInParts)
    #expect(parts.properties == whole.properties)
    #expect(whole.properties.contains(.strandedSnapshot) == (state == "stuck"))
    #expect(parts.snapshots == whole.snapshots && whole.snapshots > 0)
  }
}
