package import FlowMachine
import Statechart

/// A flow as devices load it.
package struct CompiledFlow: Sendable {
  package var bytes: [UInt8]
  package var tables: FlowTables
  /// The numbers of its names, and of those of earlier versions; nil without a lock file.
  package var lock: FlowLock?
  /// Its persisted names.
  package var names: Set<LockedName> = []
  /// The paths of its documents, the outermost first.
  package var documents: [String] = []
}

/// Turns a document, with the sub-flows and texts that it names, into tables.
package enum FlowCompiler {
  /// The bytes of a file by its path; nil if there is none.
  package typealias Files = (_ path: String) -> [UInt8]?

  /// Compiles a flow.
  ///
  /// - Parameters:
  ///   - file: the document's path; diagnostics carry it, and other files are looked for beside it.
  ///   - files: reads a file.
  ///   - lockUse: what is done with the lock file beside the document.
  ///   - ignoresTexts: texts are not read, and their keys stand for them: for earlier versions,
  ///     which nobody looks at.
  ///   - language: one of the flow's languages: it has texts in that one alone, and neither names that
  ///     only traces have nor simulated answers of a server and a device; nil: it has everything.
  /// - Returns: the compiled flow if nothing is wrong, and else what is, in the order of the
  ///   documents.
  package static func compile(
    file: String, lockUse: LockUse = .required, ignoresTexts: Bool = false,
    language: String? = nil, files: @escaping Files
  ) -> (flow: CompiledFlow?, diagnostics: [Diagnostic]) {
    let compilation = Compilation(files: files, lockUse, ignoresTexts: ignoresTexts)
    compilation.language = language
    let flow = compilation.run(file)
    let diagnostics = compilation.diagnostics.sorted
    return (diagnostics.isEmpty ? flow : nil, diagnostics)
  }
}

/// One run of the compiler. Its parts stand in `Compilation+….swift`.
///
/// First names get their numbers, then what they stand for is written; what is used and reached is
/// looked at only where nothing is wrong so far, since much would follow from an error.
final class Compilation {
  let files: FlowCompiler.Files
  let lockUse: LockUse
  let ignoresTexts: Bool
  /// The one whose texts are written, without what only those need who watch or have no server;
  /// nil: everything.
  var language: String?
  /// The numbers of names: what the lock file says, and what was added to that.
  var lock: FlowLock?
  /// What the lock file says.
  var openedLock: FlowLock?
  /// Whether there is a lock file that says nothing, which was reported.
  var isLockRefused = false
  var presentNames: Set<LockedName> = []
  /// The whole names of timers, also of those that the document gives none.
  var timerNames: [String] = []
  /// Where snapshots of earlier versions can lead.
  var migrationTargets: [Name] = []
  var diagnostics = Diagnostics()
  /// The patterns of all documents.
  let patterns = PatternCompiler()
  var builder = TableBuilder()
  var chart = ChartDefinition()
  /// All states by number.
  var states: [PlannedState] = []
  /// How many states there will be, while they are planned.
  var plannedCount = 0
  var scopes: [Scope] = []
  /// How many pairs of letters may still be compared to guess what was meant.
  var suggestionBudget = 5_000_000
  /// Set with a diagnostic after which numbers would not do.
  var isTooLarge = false
  /// The documents that are being read, the outermost first: a flow must not contain itself.
  var openFiles: [String] = []
  /// Documents by their paths: one that is used twice is read once.
  var documents: [String: ReadDocument] = [:]
  /// Descriptions of own back ends by their paths; nil: something is wrong with it, which was reported.
  var contracts: [String: Contract?] = [:]
  /// By row of `calls`: the facts that are a required parameter each.
  var requiredFacts: [Int: [FactID]] = [:]
  /// The documents that are extended, and the files of their texts.
  var baseFiles: Set<String> = []
  /// What the documents say that extend others, the innermost first.
  var extensions: [ExtensionDeclaration] = []
  /// Texts in the order of their ids.
  var textKeys: [(scope: Scope, key: String)] = []
  var textIDs: [String: TextID] = [:]
  var constantIDs: [Int64: UInt16] = [:]
  /// Computed numbers that depend on how many rows a list has.
  var rowCounts: Set<FactID> = []
  /// The range of each computed number.
  var computedRanges: [FactID: ClosedRange<Int64>] = [:]
  /// Which values of facts can come from outside, as the documents say; known once all names are.
  lazy var declaredDomains = domains
  /// Configuration values with which URLs begin, by whether these are opened outside the app.
  var checkedDefaults: [Bool: Set<FactID>] = [:]
  /// Facts that a date element edits.
  var dateFacts: Set<FactID> = []
  /// Facts of dates with a bound that moves with the day, and the ids of their fields.
  var movingDates: [FactID: Name] = [:]
  /// What guards ask about validity.
  var validityReads: [(fact: FactID, name: Name)] = []
  /// Configuration values that are durations.
  var durationFacts: Set<FactID> = []
  /// Facts of place `device` by their names, which are the host's.
  var toldFacts: [String: FactID] = [:]
  var signalEvents: [String: EventID] = [:]
  /// The whole names of states whose end some transition waits for.
  lazy var awaitedStates: Set<String> = {
    var names: Set<String> = []
    for scope in scopes {
      names.formUnion(
        scope.uses.handled.keys.compactMap { $0.after("done.") }.map { scope.prefix + $0 })
    }
    return names
  }()
  /// For each state the requests that its exit releases.
  var ownedRequests: [StateID: Set<RequestID>] = [:]
  /// Timers that begin with a state, in the order of declaration.
  var stateTimers: [StateID: [TimerID]] = [:]
  var visibilityTimers: [StateID: TimerID] = [:]
  /// Where the parts of the tables stand in the documents.
  var positions = DocumentPositions()
  /// Whether the guards of the properties stay in the chart.
  let isForVerification: Bool
  /// What the outermost document wants proven.
  var properties: [DeclaredProperty] = []

  init(
    files: @escaping FlowCompiler.Files, _ lockUse: LockUse = .required, ignoresTexts: Bool = false,
    forVerification isForVerification: Bool = false
  ) {
    self.files = files
    self.lockUse = lockUse
    self.ignoresTexts = ignoresTexts
    self.isForVerification = isForVerification
  }

  func run(_ file: String) -> CompiledFlow? {
    guard let bytes = files(file) else {
      report(
        .unreadableFile, at: Position(file: file, line: 1, column: 1),
        "The file cannot be read", "Check that the path leads to a flow document")
      return nil
    }
    guard let outer = read(bytes, file) else { return nil }
    openFiles = [file]
    let root = plan(outer, file: file)
    guard !isTooLarge else { return nil }
    addTexts()
    number(root)
    declareNames()
    guard !isTooLarge else { return nil }
    writeComputedFacts()
    let document = outer.document
    writeHeader(document)
    write(scopes) { checkOrigins(of: $0) }
    writeNumbers(at: document.version)
    writeMigration(document)
    write(scopes) { writeRequests(of: $0) }
    if !ignoresTexts { write(scopes) { checkContracts(of: $0) } }
    write(scopes) { writeOverlays(of: $0) }
    findOwners()
    write(states) { writeState($0) }
    writeTexts(languages: document.languages)
    checkSessions()
    checkGoals()
    writeProperties()
    checkMovingDates()
    checkInitialDates()
    guard diagnostics.isEmpty else { return nil }
    if !ignoresTexts { checkUse() }
    checkReach()
    checkFailures()
    guard diagnostics.isEmpty else { return nil }
    writeShape(at: document.version)
    guard diagnostics.isEmpty else { return nil }
    return finish(
      at: document.name.position, [file] + documents.keys.filter { $0 != file }.sorted())
  }

  /// Goes on as long as what was written can be numbered: a hostile document costs no more than
  /// that.
  private func write<Part>(_ parts: [Part], _ body: (Part) -> Void) {
    for part in parts where builder.largestCount <= ChartLimits.rows { body(part) }
  }

  func read(_ bytes: [UInt8], _ file: String) -> ReadDocument? {
    if let known = documents[file] { return known }
    let folder = Paths.folder(of: file)
    let reading = FlowReader.read(bytes: bytes, file: file, patterns: patterns) {
      [files, ignoresTexts] in
      ignoresTexts ? Array("none: none".utf8) : files(Paths.join(folder, $0))
    }
    diagnostics.report(reading.diagnostics)
    guard var document = reading.document else { return nil }
    if ignoresTexts { document.texts = [] }
    if let declaration = document.extends {
      guard let extended = extend(document, declaration, in: file) else { return nil }
      document = extended
    }
    let source = ReadDocument(document)
    documents[file] = source
    return source
  }

  func report(
    _ code: DiagnosticCode, at position: Position, _ problem: String, _ remedy: String,
    unreadable: String? = nil
  ) {
    diagnostics.report(code, at: position, problem, remedy, unreadable: unreadable)
  }

  /// The number of a constant of the chart; equal ones share it.
  func constant(_ value: Int64) -> UInt16 {
    if let known = constantIDs[value] { return known }
    let id = UInt16(clamping: chart.constants.count)
    chart.constants.append(value)
    constantIDs[value] = id
    return id
  }

  /// The binary form, loaded once as a device would.
  private func finish(at position: Position, _ paths: [String]) -> CompiledFlow? {
    guard builder.largestCount <= ChartLimits.rows, chart.largestCount <= ChartLimits.rows else {
      report(
        .tooLarge, at: position, "The compiled flow has more parts than there are ids",
        "Split the flow, or its texts, into smaller ones")
      return nil
    }
    do {
      chart.eventCount = builder.tables.eventNames.count
      if language != nil { builder.dropUnseen() }
      builder.tables.chart = try chart.encoded()
      let bytes = builder.tables.encoded()
      _ = try Flow(decoding: bytes)
      return CompiledFlow(
        bytes: bytes, tables: builder.tables, lock: lock, names: presentNames, documents: paths)
    } catch {
      report(
        .tooLarge, at: position, "The compiled flow cannot be loaded (\(error))",
        "Stay within the limits in the language reference")
      return nil
    }
  }
}

extension ChartDefinition {
  /// The largest of its tables.
  fileprivate var largestCount: Int {
    let actions = states.map { state in
      state.enter.count + state.exit.count + state.transitions.map(\.actions.count).reduce(0, +)
    }
    return [
      states.map(\.transitions.count).reduce(0, +), actions.reduce(0, +), constants.count,
      guardCount,
    ].max() ?? 0
  }
}
