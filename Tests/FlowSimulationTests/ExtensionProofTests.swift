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
      load: {operation: getProfile, save: {name: $.name}, repeat: safe, simulated: [{body: {name: Ada}}]}
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

  @Test(
    "The same holds of the largest shipped flow, extended by a question")
  func renamedInEntry() throws {
    var files: [String: String] = [:]
    for path in Repository.files(below: "Flows", ending: ".yaml")
    where !path.contains("/versions/") && !path.contains("/play/") {
      files["shipped:" + path] = try #require(Repository.read(path)).string
    }
    let path = "app/shop.flow.yaml"
    files["app/texts.yaml"] = "asked.heading: Your size\nasked.small: Small\nasked.large: Large\n"
    let own = """
      flow: shopEntry
      version: 1
      extends: entry
      before: {home: asked}
      facts: {size: {type: choice, values: [small, large]}}
      screens:
        asked:
          elements:
            - {choice: size, fact: size, label: asked.heading, options: {small: asked.small, large: asked.large}}
            - {button: go, enabled: size is present, label: asked.heading}
          "on": {go: home}
      texts: {en: texts.yaml, de: texts.yaml, ar: texts.yaml, es: texts.yaml, ja: texts.yaml}

      """
    files[path] = own
    let first = try Self.ship(&files, path)
    var settings = SimulatedDevice.Settings()
    for (name, value) in [("network", 1), ("resetSwitch", 0)] {
      settings.facts.append(
        FactChange(try #require(first.fact(named: Text(name.utf8))), .number(Int64(value))))
    }
    let device = SimulatedDevice(first, settings)
    device.launch()
    for _ in 0..<10 where try Self.screen(device) != "choosing" { _ = device.advanceToNextEvent() }
    let screen = try Self.screen(device)
    try #require(screen == "choosing")
    for (path, text) in files where path.hasPrefix("shipped:Flows/entry/") {
      files[path] = text.replacing("choosing", with: "picking")
    }
    let entry = "shipped:Flows/entry/entry.flow.yaml"
    files[entry] =
      try #require(files[entry]).replacing("version: 1\n", with: "version: 2\n")
      + "\nmigrate: {states: {choosing: picking}}\n"
    files[path] = own.replacing("version: 1", with: "version: 2")
    let newer = Self.updated(device, to: try Self.ship(&files, path))
    #expect(try Self.screen(newer) == "picking")
    #expect(newer.journal.asides == [])
  }
}
