import FlowDefinition
import FlowMachine
import FlowRuntime
import FlowSimulation
import FlowVerification
import Foundation

/// `portico check --mutate`: makes one small mistake after the other in a flow's document, and says
/// which of them nobody notices: neither the compiler, nor the proof, nor a play script.
struct MutationRun {
  /// Who notices a mistake, the first of them.
  enum Notice: String, CaseIterable {
    case compiler, proof, scripts
    /// The compiled flow is the same, byte for byte: there is nothing to notice.
    case nothing
    case nobody
  }

  struct Row {
    var mutation: FlowMutation
    var notice: Notice
  }

  let source: FlowSource
  let limits: CheckLimits
  /// At most so many mistakes, drawn from all by a fixed seed.
  let most: Int
  private(set) var rows: [Row] = []
  /// What lies beside the document: without it, nothing is known of the names that it migrates.
  private var lock: FlowLock?
  /// Of how many mistakes that could be made.
  private(set) var possible = 0
  /// What is wrong with the document as it is: of a mistake that says nothing about it.
  private var known: Set<String> = []

  init(_ source: FlowSource, _ limits: CheckLimits, most: Int) {
    self.source = source
    self.limits = limits
    self.most = most
  }

  /// - Parameter tell: takes each row as it comes.
  mutating func run(_ tell: (Row) -> Void) throws {
    guard let bytes = source.files(source.document) else { return }
    let tree = YAMLTree.read(bytes: bytes, file: source.document)
    guard let root = tree.root else { throw DiagnosticsFound(tree.diagnostics) }
    let path = FlowLock.path(of: source.document)
    lock = source.files(path).flatMap { FlowLock.read(bytes: $0, file: path).lock }
    // Of what is wrong with the document as it is, the places in its own text are told.
    let asWritten = FlowCompiler.compile(
      file: source.document, lockUse: .assigning(lock), files: source.files)
    guard asWritten.flow != nil else { throw DiagnosticsFound(asWritten.diagnostics) }
    let (original, plan, diagnostics) = compile(root)
    guard let original, let plan else { throw DiagnosticsFound(diagnostics) }
    try prove(original, plan)
    let flow = try Flow(decoding: original.bytes, phones: .standard)
    let scripts = try Self.scripts(beside: source, for: flow)
    let all = FlowMutation.all(in: root)
    // Two draws: what was added to the operators must not change which of the others are drawn.
    let first = all.filter { !$0.kind.isAdded }
    possible = first.count
    for mutation in Self.drawn(first, most) + Self.drawn(all.filter(\.kind.isAdded), most) {
      let row = Row(
        mutation: mutation,
        notice: try notice(of: mutation.made(in: root), original, scripts))
      rows.append(row)
      tell(row)
    }
  }

  private func compile(
    _ root: YAMLNode
  ) -> (flow: CompiledFlow?, plan: VerificationPlan?, diagnostics: [Diagnostic]) {
    let document = source.document
    return FlowCompiler.compileForVerification(file: document, lockUse: .assigning(lock)) {
      [files = source.files] path in
      path == document ? Array(root.written.utf8) : files(path)
    }
  }

  private func notice(
    of root: YAMLNode, _ original: CompiledFlow, _ scripts: [String]
  ) throws -> Notice {
    let (compiled, plan, _) = compile(root)
    guard let compiled, let plan else { return .compiler }
    let isSame = compiled.bytes == original.bytes
    let flow = try Flow(decoding: compiled.bytes)
    if try isFound(flow, plan) { return .proof }
    guard !isSame else { return .nothing }
    let played = try Flow(decoding: compiled.bytes, phones: .standard)
    for path in scripts {
      // A script that names what is gone notices that too.
      guard let script = try? ScriptFile.read(path, for: played, of: source) else {
        return .scripts
      }
      if Player(script, played).run() != nil { return .scripts }
    }
    return .nobody
  }

  private mutating func prove(_ original: CompiledFlow, _ plan: VerificationPlan) throws {
    guard let problems = problems(of: try Flow(decoding: original.bytes), plan) else {
      throw NotProven(document: source.document)
    }
    known = problems
  }

  private func isFound(_ flow: Flow, _ plan: VerificationPlan) throws -> Bool {
    problems(of: flow, plan).map { !$0.isSubset(of: known) } ?? true
  }

  /// What a proof finds, in words; nil where it comes to no end.
  private func problems(of flow: Flow, _ plan: VerificationPlan) -> Set<String>? {
    let end = ProcessorTime.passed + .seconds(limits.seconds)
    let verification = try? Verification.run(
      flow, plan, budget: limits.budget, isOverTime: { ProcessorTime.passed > end })
    guard let verification, verification.isComplete else { return nil }
    return Set(verification.findings.map { "\($0.property.code): \($0.problem)" })
  }

  private static func scripts(beside source: FlowSource, for flow: Flow) throws -> [String] {
    let folder = URL(fileURLWithPath: source.document).deletingLastPathComponent()
      .appendingPathComponent("play")
    let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let paths = (found ?? []).filter { $0.hasSuffix(".play.yaml") }.sorted()
      .map { folder.appendingPathComponent($0).path }
    // One that does not pass as the document is notices nothing.
    return try paths.filter {
      Player(try ScriptFile.read($0, for: flow, of: source), flow).run() == nil
    }
  }

  /// Some of the mistakes, the same each time, in the order of the document.
  private static func drawn(_ all: [FlowMutation], _ most: Int) -> [FlowMutation] {
    guard all.count > most else { return all }
    var random = Draw()
    var places = Array(all.indices)
    for place in 0..<most {
      places.swapAt(place, place + Int(random.next() % UInt64(places.count - place)))
    }
    return places.prefix(most).sorted().map { all[$0] }
  }

  /// SplitMix64 from a seed that stays.
  private struct Draw {
    private var state: UInt64 = 21

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}

/// A flow that cannot be proven as it is says nothing about mistakes in it.
struct NotProven: WrongInput, CustomStringConvertible {
  let document: String

  var description: String {
    "\(document) is not proven within the budget, so a proof would notice every mistake; "
      + "see `portico check`, or raise --max-states and --max-seconds."
  }
}

extension MutationRun {
  private func count(_ notice: Notice) -> Int {
    rows.count { $0.notice == notice && !$0.mutation.kind.isAdded }
  }

  /// What came of it: a line for the first operators, and one for those that were added if they apply.
  var verdict: String {
    let judged = rows.count { !$0.mutation.kind.isAdded } - count(.nothing)
    let noticed = judged - count(.nobody)
    let proven = count(.compiler) + count(.proof)
    func percent(_ part: Int) -> String {
      judged == 0 ? "100.0%" : String(format: "%.1f%%", 100 * Double(part) / Double(judged))
    }
    let name = URL(fileURLWithPath: source.document).lastPathComponent
    let added = rows.filter { $0.mutation.kind.isAdded && $0.notice != .nothing }
    let more =
      added.isEmpty
      ? ""
      : "\(name): of the operators added later, \(added.count { $0.notice != .nobody }) of "
        + "\(added.count) noticed\n"
    let wrong =
      known.isEmpty
      ? ""
      : "\(name): the document as it is has \(known.count == 1 ? "a problem" : "\(known.count) problems"), "
        + "which no mistake counts for; see `portico check`\n"
    return more + wrong
      + "\(name): \(noticed) of \(judged) mistakes noticed (\(percent(noticed))): "
      + "\(count(.compiler)) by the compiler, \(count(.proof)) by the proof "
      + "(together \(percent(proven))), \(count(.scripts)) by play scripts; "
      + "\(count(.nothing)) change nothing; \(judged + count(.nothing)) drawn of \(possible)"
  }
}

extension MutationRun.Row {
  /// One line for a mistake that nobody has noticed.
  var line: String {
    let place = "\(mutation.position.file):\(mutation.position.line):\(mutation.position.column)"
    return "\(place): warning: \(mutation.kind.rawValue): nobody notices a mistake at "
      + "`\(mutation.subject)`. \(mutation.kind.reason)"
  }
}

extension FlowMutation.Operator {
  /// Why it matters that nobody notices.
  fileprivate var reason: String {
    switch self {
    case .dropTransition:
      "Nothing says that this transition is needed: state a property, or play it."
    case .dropGuard, .negateGuard, .swapAndOr:
      "Nothing depends on when this holds: state what must never be, or play both cases."
    case .swapArithmetic, .dropValue:
      "Nothing depends on this number: expect it in a play script, or state a property."
    case .dropAction: "Nothing depends on this action: play what it changes."
    case .dropElement: "Nothing looks at this element: play a script that sees or uses it."
    case .dropProperty: "Nothing depends on this: state a property, or remove it."
    case .dropParameter, .dropSent, .swapSent:
      "Nothing looks at what is sent: expect it with `sent` in a play script."
    case .dropSave: "Nothing depends on what is saved: show it, or remove it."
    case .dropFailure: "Nothing shows this failure otherwise: play it."
    case .dropValidator: "Nothing types a text that this refuses: play one."
    case .swapDismissal: "Nothing dismisses this overlay: play it."
    case .dropKey: "Nothing depends on this key: play what it changes, or remove it."
    case .dropEntry: "Nothing depends on this entry: play what it changes, or remove it."
    case .dropAddition: "Nothing depends on this addition: play what it changes, or remove it."
    case .changePattern: "Nothing types a text that the two patterns judge differently: play one."
    case .shiftBound: "Nothing tries this bound: play the last value that is allowed, or choose it."
    case .weakenRepeat: "Nothing loses an answer and sends again: play it."
    }
  }
}
