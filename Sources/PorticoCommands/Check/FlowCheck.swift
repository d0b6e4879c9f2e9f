import FlowDefinition
import FlowMachine
import FlowVerification
import Foundation

/// What `portico check` found out about one flow.
struct FlowCheck {
  /// The path of the document.
  let document: String
  /// The flow's own name; nil where the document is wrong.
  var name: String?
  /// What is wrong with the document; then nothing was explored.
  var diagnostics: [Diagnostic] = []
  /// What becomes of what the previous version has stored, and what an update of a base changes for its extension.
  var changes: [String] = []
  /// What stays in English around the screens, a line for each language.
  var notes: [String] = []
  /// Which fact or request has too many values to explore, and what to declare.
  var domainProblem: CheckProblem?
  var verification: Verification?
  /// Whether the proof was found in the cache.
  var isCached = false
  /// How much processor time the exploration took.
  var seconds = 0.0

  /// Whether everything was explored and nothing is wrong.
  var isSound: Bool {
    guard let verification else { return false }
    return verification.isComplete && verification.findings.isEmpty
  }

  /// - Parameters:
  ///   - cache: earlier proofs; nil proves the flow in any case.
  ///   - progress: is told now and then how far the exploration has come.
  static func run(
    _ source: FlowSource, _ limits: CheckLimits, wantsPaths: Bool, cache: ProofCache? = nil,
    progress: @escaping (Verification.Progress) -> Void
  ) throws -> FlowCheck {
    var check = FlowCheck(document: source.document)
    let (compiled, plan, diagnostics) = FlowCompiler.compileForVerification(
      file: source.document, files: source.files)
    guard let compiled, let plan else {
      check.diagnostics = diagnostics.map(\.reasoned)
      // It may be the base that has changed.
      if diagnostics.contains(where: { $0.code == .staleLock }) {
        check.changes = BaseComparison.changes(of: source.document, files: source.files)
      }
      return check
    }
    let flow = try Flow(decoding: compiled.bytes)
    let version = Int(flow.tables.version)
    let (earlier, problems) = EarlierVersion.all(
      of: source.document,
      supporting: flow.tables.stable.versions.map { Int($0.version) }.min() ?? version,
      below: version, files: source.files)
    guard problems.isEmpty else {
      check.diagnostics = problems
      return check
    }
    check.name = String(decoding: flow.name, as: UTF8.self)
    check.notes = flow.wordsInEnglish.map { "\(source.document): note: \($0)" }
    // What the flow no longer supports is told, too.
    let previous =
      earlier.first
      ?? EarlierVersion.all(
        of: source.document, supporting: version - 1, below: version, files: source.files
      ).versions.first
    check.changes = try VersionComparison.changes(from: previous, to: compiled)
    check.changes += BaseComparison.changes(of: source.document, files: source.files)
    let key = cache?.key(flow, source, plan, earlier)
    if let key, let proof = cache?.proof(key) {
      check.verification = proof.verification
      check.seconds = proof.seconds
      check.isCached = true
      return check
    }
    let start = ProcessorTime.passed
    let end = start + .seconds(limits.seconds)
    do throws(DomainError) {
      check.verification = try Verification.run(
        flow, plan, earlier: earlier, budget: limits.budget, wantsCover: wantsPaths,
        progress: progress
      ) { ProcessorTime.passed > end }
    } catch {
      check.domainProblem = CheckProblem(
        code: CheckProblem.tooManyValues, position: error.position(plan),
        message: error.description(flow))
    }
    check.seconds = (ProcessorTime.passed - start) / .seconds(1)
    if let key, let verification = check.verification, check.isSound {
      cache?.store(CachedProof(verification, seconds: check.seconds), key)
    }
    return check
  }
}

extension FlowCheck {
  /// Writes paths, and what leads to each thing that is wrong.
  ///
  /// - Returns: what was written, in words; nil where nothing was explored.
  func writePaths(to paths: String) throws -> String? {
    guard let name, let verification, let cover = verification.cover else { return nil }
    let folder = URL(fileURLWithPath: paths, isDirectory: true)
    try OutputFile.makeFolder(paths)
    for (index, script) in cover.scripts.enumerated() {
      let file = folder.appendingPathComponent("\(name)-path-\(index + 1).play.yaml")
      try OutputFile.write(script.text, to: file.relativePath)
    }
    for (index, finding) in verification.findings.enumerated() {
      guard let script = finding.script else { continue }
      let file = folder.appendingPathComponent(
        "\(name)-\(finding.property.code)-\(index + 1).play.yaml")
      try OutputFile.write(script, to: file.relativePath)
    }
    let left = cover.left.isEmpty ? "" : "; \(cover.left.count) transitions are not covered"
    let head = "\(name): \(cover.scripts.count) paths written to \(paths)\(left)"
    return ([head] + cover.left.map { "    \($0)" }).joined(separator: "\n")
  }
}
