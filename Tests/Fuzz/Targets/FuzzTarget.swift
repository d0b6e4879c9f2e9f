import FlowDefinition
import FlowMachine
import FlowSimulation
import Statechart
import TestSupport
import WireText

/// The ways in which bytes from outside enter the program. Whatever the bytes are, nothing crashes,
/// nothing runs endlessly, and each target keeps its promises.
///
/// The tests in `Rounds` run each with a few mutated seeds; `scripts/fuzz` lets libFuzzer search
/// for bytes that reach new code.
enum FuzzTarget: String, CaseIterable {
  /// YAML to a compiled flow, which then runs.
  case document
  /// A lock file, beside its document.
  case lock
  /// The binary form of a chart.
  case chart
  /// A compiled flow with a valid checksum.
  case tables
  /// A journal record with a valid head; the first byte selects writer and reader, also across
  /// versions.
  case snapshot
  /// The bytes of a journal, unchanged and with valid checksums in its frames.
  case journal
  /// JSON, also as the response to each request of each flow; the first byte selects the status.
  case json
  /// A launch line, then a line for each input; the first byte selects the flow.
  case input
  /// A play script, which is then played; the first byte selects the flow.
  case script
  /// What a browser sends of a passkey; the first byte selects which part of it.
  case passkey
  /// What a provider sends in a sign-in; the first byte selects the piece.
  case provider

  /// - Returns: whether the bytes are accepted, as valid ones are. A target that accepts none of
  ///   its seeds tests only its entrance.
  /// - Throws: a broken promise.
  @discardableResult
  func run(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    switch self {
    case .document: try Self.runDocument(bytes)
    case .lock: try Self.runLock(bytes)
    case .chart: try Self.runChart(bytes)
    case .tables: try Self.runTables(bytes)
    case .snapshot: try Self.runSnapshot(bytes)
    case .journal: try Self.runJournal(bytes)
    case .json: try Self.runJSON(bytes)
    case .input: try Self.runInput(bytes)
    case .script: try Self.runScript(bytes)
    case .passkey: try FuzzPasskey.run(bytes)
    case .provider: try Self.runProvider(bytes)
    }
  }

  private static func runDocument(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    let place = FuzzFlows.place(of: bytes)
    let (flow, _, diagnostics) = FlowCompiler.compileForVerification(file: place) {
      $0 == place ? bytes : FuzzFlows.readBesideMutated($0)
    }
    try promise((flow == nil) == !diagnostics.isEmpty, "a flow or diagnostics, and not both")
    guard let flow else { return false }
    guard let loaded = try? Flow(decoding: flow.bytes) else {
      throw BrokenPromise("what the compiler writes can be loaded")
    }
    try loaded.drive(inputs: 12, seed: bytes)
    return true
  }

  private static func runLock(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    let files: FlowCompiler.Files = {
      $0 == FuzzFlows.onboardingLock ? bytes : Repository.read($0)
    }
    let (flow, diagnostics) = FlowCompiler.compile(file: FuzzFlows.onboarding, files: files)
    try promise((flow == nil) == !diagnostics.isEmpty, "a flow or diagnostics, and not both")
    let (locking, refusals) = FlowLocking.make(file: FuzzFlows.onboarding, files: files)
    try promise((locking == nil) == !refusals.isEmpty, "a lock or diagnostics, and not both")
    if let locking {
      let again = FlowLock.read(bytes: Array(locking.text.utf8), file: FuzzFlows.onboardingLock)
      try promise(again.lock != nil, "a lock file that was written can be read")
    }
    guard let flow, let loaded = try? Flow(decoding: flow.bytes) else {
      try promise(flow == nil, "what the compiler writes can be loaded")
      return false
    }
    try loaded.drive(inputs: 4, seed: bytes)
    return true
  }

  private static func runChart(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    guard let chart = try? Chart(decoding: bytes) else { return false }
    var random = SeededGenerator(of: bytes)
    var state = ChartState(of: chart)
    var host = RandomHost(random: SeededGenerator(of: bytes))
    var result = chart.start(&state, host: &host)
    for _ in 0..<20 {
      try promise(chart.isLegal(state), "a chart is always in a legal configuration")
      guard !result.isEndless else { return true }
      let event = EventID(random.below(max(chart.eventCount, 1)))
      result = chart.transition(
        &state, on: ChartEvent(event, value: Int64(random.below(5))), host: &host)
    }
    return true
  }

  private static func runTables(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    guard let flow = try? Flow(decoding: Repair.compiled(bytes)) else { return false }
    try flow.drive(inputs: 12, seed: bytes)
    return true
  }

  private static func runSnapshot(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    let (lineage, rest) = Lineage.chosen(by: bytes)
    var random = SeededGenerator(of: bytes)
    let context = random.context(of: lineage.reader, at: 1_000_000)
    let record = lineage.head + rest
    guard var machine = try? FlowMachine.launch(lineage.reader, context, record: record) else {
      return false
    }
    try machine.drive(inputs: 8, &random, at: 1_000_000)
    return true
  }

  private static func runJournal(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    for journal in [bytes, Repair.journal(bytes)] {
      let reading = Journal.read(journal)
      let records = 16 * reading.recordCount + (reading.record?.count ?? 0)
      try promise(
        records + reading.damagedBytes <= journal.count,
        "each byte of a journal belongs to a record or is damaged")
      try promise(
        (reading.record == nil) == (reading.recordCount == 0), "a journal with records has a last")
      // Without a mark, nothing can claim the bytes that follow.
      guard reading.recordCount == 0, !journal.contains(UInt8(ascii: "P")) else { continue }
      let last = Journal.read(journal + Journal.frame([1, 2, 3]))
      try promise(
        last.record == [1, 2, 3] && last.damagedBytes == journal.count,
        "a whole record after damage is found")
    }
    return Journal.read(bytes).record != nil
  }

  private static func runJSON(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    let body = Array(bytes.dropFirst())
    let json = JSON(body)
    if let json { try walk(json.root) }
    let statuses: [UInt16] = [200, 201, 204, 302, 400, 401, 404, 409, 422, 429, 500, 503]
    let status = statuses[Int(bytes.first ?? 0) % statuses.count]
    for flow in FuzzFlows.all {
      guard
        var machine = try? FlowMachine.launch(
          flow, LaunchContext(now: 0, entropy: 1, runID: RunID(high: 1, low: 2)))
      else { continue }
      for request in flow.tables.requests.indices.map({ RequestID($0) }) {
        let answer = machine.classify(.received(status: status, body: body), of: request)
        machine.step(
          .answered(request, ticket: machine.ticket(of: request), answer.outcome), at: 1, entropy: 1
        )
      }
      _ = machine.screen(at: 2, language: 0).json
    }
    return json != nil
  }

  private static func walk(_ value: JSON.Value) throws(BrokenPromise) {
    if let text = value.text {
      try promise(UTF8Check.isValid(text), "a text of JSON is UTF-8")
      var writer = JSONWriter()
      writer.value(text)
      try promise(JSON(writer.bytes)?.root.text == text, "a text is written as it was read")
    }
    if let number = value.integer {
      try promise(
        Decimal.parse(Decimal.text(number)[...]) == number, "a number is written as it was read")
    }
    for element in value.elements { try walk(element) }
    for member in value.members { try walk(member.value) }
  }

  private static func runInput(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    let (flow, rest) = FuzzFlows.chosen(by: bytes)
    var lines = rest.split(separator: UInt8(ascii: "\n")).prefix(30).map(Array.init)
    guard !lines.isEmpty else { return false }
    let launch = try? flow.launchLine(lines.removeFirst())
    let context =
      launch?.context ?? LaunchContext(now: 0, entropy: 1, runID: RunID(high: 1, low: 2))
    if let launch {
      let again = try? flow.launchLine(flow.write(launch))
      try promise(
        again?.context.facts == context.facts && again?.record == launch.record,
        "a launch line is written as it was read")
    }
    let restored = try? FlowMachine.launch(flow, context, record: launch?.record)
    guard var machine = restored ?? (try? FlowMachine.launch(flow, context)) else { return false }
    var takenCount = 0
    var now = context.now
    for line in lines {
      guard let timed = try? machine.timedInput(line) else { continue }
      takenCount += 1
      // A user's time passes in steps; a century at once would only slow the fuzzer down.
      now = min(max(timed.at, now), now + 100_000)
      let report = machine.step(timed.input, at: now, entropy: timed.entropy)
      try machine.readAll(at: now, timed.input, report)
    }
    // A hidden element can be named.
    return launch != nil && takenCount * 2 > lines.count
  }

  private static func runScript(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    let (flow, rest) = FuzzFlows.chosen(by: bytes)
    guard rest.count < 20_000, let root = YAMLTree.read(bytes: rest, file: "fuzz").root else {
      return false
    }
    let (script, errors) = PlayScript.read(ScriptNode(root), for: flow)
    try promise((script == nil) == !errors.isEmpty, "a script or errors, and not both")
    guard let script, rest.count < 4_000 else { return script != nil }
    var lines = 0
    _ = Player(script, flow, write: { _ in lines += 1 }).run()
    try promise(lines > 0, "a play has a verdict")
    return true
  }
}

/// A statement that must hold for every input.
struct BrokenPromise: Error, CustomStringConvertible {
  let description: String

  init(_ sentence: String) { description = "broken promise: \(sentence)" }
}

func promise(_ holds: Bool, _ sentence: String) throws(BrokenPromise) {
  if !holds { throw BrokenPromise(sentence) }
}
