import FlowDefinition
import FlowMachine
import FlowRuntime
import FlowSimulation
import FlowVerification
import Statechart
import TestSupport
import Testing

/// A flow that extends another: what `check` says of the result, and what becomes of what is stored.
@Suite struct ExtensionProofTests {
  static let base = """
    flow: base
    version: 1
    languages: [en]
    goals: [home]
    facts: {name: {type: text}}
    requests:
      load: {app: getProfile, save: {name: $.name}, repeat: safe, simulated: [{body: {name: Ada}}]}
    initial: welcome
    states:
      offering:
        flow: ../inner/inner.flow.yaml
        outcomes: {done: home}
    screens:
      welcome:
        elements: [{heading: any}, {button: go, label: any}, {button: skip, label: any}]
        "on": {go: offering, skip: home}
      home:
        enter: [{request: load}]
        elements:
          - {heading: any}
          - {text: any, when: load.failed}
          - {text: hello, when: name is present}
          - {button: again, label: any}
        "on": {again: welcome}
    texts: {en: {any: Any, hello: "Hello {name}"}}

    """
  static let inner = """
    flow: inner
    version: 1
    languages: [en]
    outcomes: [done]
    initial: offer
    screens:
      offer:
        elements: [{heading: offer}, {button: ok, label: offer}]
        "on": {ok: end}
    states: {end: {final: done}}
    texts: {en: {offer: An offer}}

    """
  static let own = """
    flow: own
    version: 1
    extends: ../base/base.flow.yaml
    before: {home: question}
    add:
      home: {elements: [{button: change, label: any}], on: {change: question}}
    facts: {size: {type: choice, values: [small, large]}}
    screens:
      question:
        elements:
          - {choice: size, fact: size, label: ask, required: true, message: ask, options: {small: ask, large: ask}}
          - {button: next, label: ask, submits: true}
        "on": {next: home}
    texts: {en: {ask: Which?, offering.offer: Our offer}}

    """

  static var files: [String: String] {
    [
      "flows/base/base.flow.yaml": base, "flows/inner/inner.flow.yaml": inner,
      "flows/own/own.flow.yaml": own,
    ]
  }
  static let path = "flows/own/own.flow.yaml"

  private static func findings(_ files: [String: String]) throws -> [String] {
    let outcome = FlowCompiler.compileForVerification(file: path) {
      files[$0].map { Text($0.utf8) }
    }
    let plan = try #require(outcome.plan, "\(outcome.diagnostics)")
    let flow = try Flow(decoding: #require(outcome.flow).bytes)
    let verification = try Verification.run(flow, plan)
    #expect(verification.isComplete)
    return verification.findings.map { "\($0)" }
  }

  @Test("The combined flow is proven, and nothing is found in it")
  func proven() throws {
    #expect(try Self.findings(Self.files) == [])
  }

  @Test("An inserted screen that leads nowhere is found, although the base is sound by itself")
  func deadEnd() throws {
    var files = Self.files
    files[Self.path] = Self.own.replacing(
      "\"on\": {next: home}",
      with: "\"on\": {next: {to: home, when: size == small and size == large}}")
    #expect(try Self.findings(files) != [])
  }

  // MARK: Versions

  /// Locks a version and keeps its documents, as `portico lock` does; the flow as it is shipped.
  private static func ship(_ files: inout [String: String], _ path: String) throws -> Flow {
    let present = files
    let (locking, diagnostics) = FlowLocking.make(file: path) { present[$0].map { Text($0.utf8) } }
    let made = try #require(locking, "\(diagnostics)")
    for copy in made.copies { files[copy.target] = files[copy.source] }
    files[made.lockFile] = made.text
    let all = files
    return try TestFlow.compile(path) { all[$0].map { Text($0.utf8) } }
  }

  private static func screen(_ device: SimulatedDevice) throws -> String {
    let driver = try #require(device.driver)
    guard let state = driver.machine.screenState else { return "" }
    return String(decoding: device.flow.stateName(state), as: UTF8.self)
  }

  /// The app on the same device, updated to another flow.
  private static func updated(_ device: SimulatedDevice, to flow: Flow) -> SimulatedDevice {
    device.kill()
    let newer = SimulatedDevice(flow)
    newer.journal.bytes = device.journal.bytes
    newer.preferences.values = device.preferences.values
    newer.secrets.values = device.secrets.values
    newer.update()
    newer.launch()
    return newer
  }

  @Test(
    "What stands in a state that the base renames goes on under the new name, in the extension too")
  func renamed() throws {
    var files = Self.files
    let device = SimulatedDevice(try Self.ship(&files, Self.path))
    device.launch()
    #expect(try Self.screen(device) == "welcome")
    files["flows/base/base.flow.yaml"] =
      Self.base.replacing("version: 1", with: "version: 2").replacing("welcome", with: "greeting")
      + "migrate: {states: {welcome: greeting}}\n"
    files[Self.path] = Self.own.replacing("version: 1", with: "version: 2")
    let newer = Self.updated(device, to: try Self.ship(&files, Self.path))
    #expect(try Self.screen(newer) == "greeting")
    #expect(newer.notices == [] && newer.journal.asides == [])
  }

  @Test("The proof of second versions goes on from all that the first ones can have stored")
  func carriedOver() throws {
    var files = Self.files
    _ = try Self.ship(&files, Self.path)
    files["flows/base/base.flow.yaml"] =
      Self.base.replacing("version: 1", with: "version: 2").replacing("welcome", with: "greeting")
      + "migrate: {states: {welcome: greeting}}\n"
    files[Self.path] =
      Self.own.replacing("version: 1", with: "version: 2").replacing("small", with: "little")
      + "migrate: {values: {size: {small: little}}}\n"
    _ = try Self.ship(&files, Self.path)
    let all = files
    func read(_ path: String) -> Text? { all[path].map { Text($0.utf8) } }
    let outcome = FlowCompiler.compileForVerification(file: Self.path, files: read)
    let earlier = EarlierVersion.all(of: Self.path, below: 2, files: read)
    let verification = try Verification.run(
      Flow(decoding: #require(outcome.flow).bytes), #require(outcome.plan),
      earlier: earlier.versions)
    #expect(verification.isComplete && verification.findings.isEmpty)
    #expect(verification.versions.map(\.version) == [1])
    #expect(verification.versions.allSatisfy { $0.snapshots > 10 })
  }

  /// What the second versions of the base and of the extension call something, by what the first ones did.
  private static let renamed = ["choosing": "picking", "household": "family"]

  private static func renaming(_ text: String) -> String {
    renamed.reduce(text) { $0.replacing($1.key, with: $1.value) }
  }

  /// The example that extends `entry`, in its first version and in a second one on a second version of its base.
  private static let bothVersions = Result { try extendedEntry() }

  private static func extendedEntry() throws -> (first: Flow, second: Flow) {
    let folder = "Examples/flows/extended-entry"
    let path = "\(folder)/extended-entry.flow.yaml"
    let entry = "shipped:Flows/entry/entry.flow.yaml"
    var files: [String: String] = [:]
    for path in Repository.files(below: "Flows", ending: ".yaml")
      + Repository.files(below: folder, ending: ".yaml")
    where !path.contains("/versions/") && !path.contains("/play/") {
      let name = path.hasPrefix(folder) ? path : "shipped:" + path
      files[name] = try #require(Repository.read(path)).string
    }
    let first = try ship(&files, path)
    for (name, text) in files
    where name.hasPrefix("shipped:Flows/entry/") || name.hasPrefix("\(folder)/texts.") {
      files[name] = renaming(text) + (name.hasPrefix(folder) ? "\ncooksFor.club: Club\n" : "")
    }
    files[entry] =
      try #require(files[entry]).replacing("version: 1\n", with: "version: 2\n")
      + "\nmigrate: {states: {choosing: picking}}\n"
    files[path] =
      renaming(try #require(files[path])).replacing("version: 1\n", with: "version: 2\n")
      .replacing("[myself, family, guests]", with: "[myself, guests, club, family]")
      .replacing("guests: cooksFor.guests", with: "guests: cooksFor.guests, club: cooksFor.club")
      + "\nmigrate: {values: {cooksFor: {household: family}}}\n"
    return (first, try ship(&files, path))
  }

  /// The names of the example's scripts.
  static let scripts = Repository.files(
    below: "Examples/flows/extended-entry/play", ending: ".play.yaml")

  @Test(
    "ENT-9: The extended entry goes on after an update to second versions of both, at each step of its scripts",
    arguments: scripts)
  func extendedEntryUpdated(script: String) throws {
    let (first, second) = try Self.bothVersions.get()
    let text = try #require(Repository.read(script)).string
    let before = try Stages.script(text, for: first)
    let after = try Stages.script(Self.renaming(text), for: second)
    var places: Set<String> = []
    for place in 1..<before.steps.count {
      var (beginning, rest) = (before, after)
      beginning.steps.removeSubrange(place...)
      let older = Player(beginning, first)
      try #require(older.run() == nil)
      guard older.device.isRunning else { continue }
      let screen = try Self.screen(older.device)
      // The device of a script keeps no session, so a launch does not lead there again.
      guard screen != "home" else { continue }
      places.insert(screen)
      let outside = after.steps[..<place].filter { $0.action.isOutside }
      let life = [PlayAction.update, .launch, .wait(1000)].map { action in
        var step = after.steps[place]
        step.action = action
        step.refusal = nil
        return step
      }
      // A person types again what a kill takes away.
      let typed = after.steps[..<place].suffix(1).filter { $0.action.isTyping }
      rest.steps = outside + life + typed + after.steps[place...]
      let newer = Player(rest, second)
      newer.device.journal.bytes = older.device.journal.bytes
      newer.device.preferences.values = older.device.preferences.values
      newer.device.secrets.values = older.device.secrets.values
      let failure = newer.run()
      #expect(failure == nil, "at \(screen): \(failure?.description ?? "")")
      #expect(newer.device.journal.asides == [])
    }
    #expect(places.isSuperset(of: ["choosing", "cooking"]))
  }
}

extension PlayAction {
  /// What a script states about a device, whatever app is on it.
  fileprivate var isOutside: Bool {
    switch self {
    case .answer, .tell: true
    default: false
    }
  }

  fileprivate var isTyping: Bool {
    if case .type = self { true } else { false }
  }
}
