import FlowDefinition
import FlowMachine
import FlowSimulation
import TestSupport
import Testing

/// Scripts that begin with an earlier version of a flow and update the app.
@Suite("Play scripts that update to another version") struct VersionPlayTests {
  private static let first = """
    flow: small
    version: 1
    languages: [en]
    facts: {size: {type: choice, values: [little, large]}, mode: {type: choice, values: [dark, light], place: device}}
    initial: welcome
    screens:
      welcome:
        elements:
          - {choice: size, fact: size, options: {little: t, large: t}, label: t}
          - {button: next, label: t}
        "on": {next: {to: home, when: size is present}}
      home: {elements: [{text: first}], restore: here}
    texts: {en: {t: T, first: First}}
    """
  /// Another name of a screen, of a value and of a button, and another order of the values that the device tells.
  private static let second = """
    flow: small
    version: 2
    languages: [en]
    facts: {size: {type: choice, values: [large, small]}, mode: {type: choice, values: [light, dark], place: device}}
    initial: greeting
    screens:
      greeting:
        elements:
          - {choice: size, fact: size, options: {small: t, large: t}, label: t}
          - {button: on, label: t}
          - {text: dark, when: mode == dark}
        "on": {on: {to: home, when: size == small}}
      home: {elements: [{text: second}], restore: here}
    texts: {en: {t: T, dark: Dark, second: Second}}
    migrate: {states: {welcome: greeting}, values: {size: {little: small}}}
    """
  private static let path = "small.flow.yaml"

  private static func lock(_ files: inout [String: String], _ text: String) throws {
    files[path] = text
    let present = files
    let (locking, diagnostics) = FlowLocking.make(file: path) { present[$0].map { Text($0.utf8) } }
    let made = try #require(locking, "\(diagnostics)")
    for copy in made.copies { files[copy.target] = files[copy.source] }
    files[made.lockFile] = made.text
  }

  private static let files = Result {
    var files: [String: String] = [:]
    try lock(&files, first)
    try lock(&files, second)
    return files
  }

  private func read(_ text: String, _ files: [String: String]) throws -> (PlayScript, Flow) {
    let read: FlowCompiler.Files = { files[$0].map { Text($0.utf8) } }
    let flow = try TestFlow.compile(Self.path, read)
    return (try Stages.script(text, for: flow, at: Self.path, files: read), flow)
  }

  private func problems(_ text: String, _ files: [String: String]) -> [String] {
    do {
      _ = try read(text, files)
      return []
    } catch let wrong as Stages.Wrong {
      return wrong.problems
    } catch {
      return ["\(error)"]
    }
  }

  @Test("What an earlier version stored goes on in the present one, under its new names")
  func migrated() throws {
    let (script, flow) = try read(
      """
      version: 1
      device: {mode: dark}
      steps:
        - launch
        - choose: {size: little}
        - expect: {screen: welcome, facts: {size: little, mode: dark}}
        - update: 2
        - expect: {running: false}
        - launch
        - expect: {screen: greeting, facts: {size: small, mode: dark}, texts: [Dark]}
        - tap: on
        - expect: {screen: home, texts: [Second]}
      """, Self.files.get())
    let player = Player(script, flow)
    #expect(player.run() == nil)
    #expect(player.device.notices == [] && player.device.journal.asides == [])
  }

  @Test(
    "ENT-3: such a script ends the same wherever the app is killed, before the update and after")
  func killed() throws {
    let (script, flow) = try read(
      """
      version: 1
      steps:
        - launch
        - choose: {size: little}
        - update: 2
        - launch
        - tap: on
        - expect: {screen: home}
      """, Self.files.get())
    let result = KillEverywhere(script, flow).run()
    #expect(result.isPassed, "\(result)")
    #expect(result.runCount > 3)
  }

  @Test("A screen that the migration leads elsewhere fails a script that expects it where it was")
  func wrongExpectation() throws {
    let (script, flow) = try read(
      """
      version: 1
      steps: [launch, {update: 2}, launch, {expect: {screen: home}}]
      """, Self.files.get())
    #expect(Player(script, flow).run()?.problems == ["screen: expected home, got greeting"])
  }

  @Test(
    "Before the update a script has the names of the earlier version, and then those of the later one"
  )
  func names() throws {
    let files = try Self.files.get()
    #expect(
      problems("version: 1\nsteps: [launch, {tap: on}]", files)
        == ["step 2, line 2: unknown button 'on'; known: next"])
    #expect(
      problems("version: 1\nsteps: [launch, {update: 2}, launch, {tap: next}]", files)
        == ["step 4, line 2: unknown button 'next'; known: on"])
  }

  @Test("A version that was never locked, or is not a later one, is refused with what there is")
  func refused() throws {
    var files = try Self.files.get()
    #expect(
      problems("version: 2\nsteps: [launch]", files) == [
        "line 1: the document itself has version 2; leave out 'version', or write an earlier one"
      ])
    #expect(
      problems("version: 3\nsteps: [launch]", files) == [
        "line 1: the document has version 2, so there is no version 3 yet"
      ])
    #expect(
      problems("steps: [launch, {update: 2}]", files) == [
        "step 2, line 1: the app has version 2 of the flow by then, so it cannot be updated to 2; write an earlier 'version' above the steps"
      ])
    #expect(
      problems("version: 1\nsteps: [{update: 2}, {update: 1}]", files) == [
        "step 2, line 2: the app has version 2 of the flow by then, so it cannot be updated to 1"
      ])
    #expect(
      problems("version: 1\nsteps: [{update: soon}]", files) == [
        "step 1, line 2: expected the number of a version, not 'soon'"
      ])
    files["small.flow.lock"] = nil
    files[Self.path] = Self.first.replacing("version: 1", with: "version: 2")
    #expect(
      problems("version: 1\nsteps: [launch]", files) == [
        "line 1: version 1 was never locked: there is no file `small.flow.lock`. `portico lock small.flow.yaml` makes it when a version is shipped"
      ])
  }

  @Test("A version between the locked ones that is missing is refused with those there are")
  func missing() throws {
    var files: [String: String] = [:]
    try Self.lock(&files, Self.first)
    try Self.lock(&files, Self.second.replacing("version: 2", with: "version: 3"))
    #expect(
      problems("version: 2\nsteps: [launch]", files) == [
        "line 1: version 2 was never locked; `small.flow.lock` has 1, 3"
      ])
  }
}
