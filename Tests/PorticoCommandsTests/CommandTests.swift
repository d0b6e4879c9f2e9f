import FlowMachine
import Foundation
import PorticoCommands
import StandardFlows
import Statechart
import Testing

@Suite("portico")
struct CommandTests {
  @Test("compile writes what a device loads, and prints size and digest")
  func compiles() async throws {
    let folder = try TemporaryFolder()
    let run = try await Program.run(["compile", "onboarding", "-o", folder.path])
    #expect(run.status == 0, "\(run.errors)")
    let bytes = Array(try folder.read("onboarding.flow"))
    let flow = try Flow(decoding: bytes)
    #expect(flow.name == Array("onboarding".utf8))
    #expect(run.output.contains("\(bytes.count) bytes"))
  }

  @Test("compile writes a flow for each language, without what only traces and simulations need")
  func compilesByLanguage() async throws {
    let folder = try TemporaryFolder()
    let run = try await Program.run(["compile", "entry", "--by-language", "-o", folder.path])
    #expect(run.status == 0, "\(run.errors)")
    let whole = try FlowTables(decoding: Array(try folder.read("entry.flow")))
    for (index, tag) in ["en", "de", "ar", "es", "ja"].enumerated() {
      #expect(run.output.contains("entry.\(tag).flow: "))
      let bytes = Array(try folder.read("entry.\(tag).flow"))
      _ = try Flow(decoding: bytes)
      let flow = try FlowTables(decoding: bytes)
      #expect(flow.languages.map { flow.blobs[Int($0)] } == [Array(tag.utf8)])
      let count = Int(whole.textCount)
      #expect(
        flow.texts.map { words(of: $0, flow) }
          == whole.texts[index * count..<(index + 1) * count].map { words(of: $0, whole) })
      #expect(flow.stable.shape == whole.stable.shape && flow.chart == whole.chart)
      #expect(flow.stable.facts == whole.stable.facts)
      #expect(flow.eventNames.map { flow.blobs[Int($0)] } == whole.eventNames.map { _ in [] })
      let screens = Set(whole.screens.map { Int($0.state) })
      for state in whole.stateNames.indices {
        let name = screens.contains(state) ? whole.blobs[Int(whole.stateNames[state])] : []
        #expect(flow.blobs[Int(flow.stateNames[state])] == name)
      }
      let names = Set((whole.eventNames + whole.stateNames).map { whole.blobs[Int($0)] })
      for (call, own) in zip(flow.calls, whole.calls) {
        #expect(call.simulated.count == (own.kind == .app ? own.simulated.count : 0))
      }
      let bodies = Set(whole.simulated.map { whole.blobs[Int($0.body)] })
      let lost = Set(whole.blobs).subtracting(flow.blobs).subtracting(names).subtracting(bodies)
      let texts = whole.segments.filter { $0.kind == .literal }.map(\.operand) + whole.languages
      #expect(lost.isSubset(of: texts.map { whole.blobs[Int($0)] }))
    }
    let swift = ["compile", "entry", "--by-language", "--as", "swift", "-o", folder.path]
    #expect(try await Program.run(swift).errors.contains("`--by-language` writes bytes"))
  }

  /// The literal parts of a text's forms, one after the other.
  private func words(of row: TextRow, _ flow: FlowTables) -> [[Text]] {
    row.forms.filter { $0 != noID }.map { form in
      flow.segments[flow.templates[Int(form)].indices]
        .filter { $0.kind == .literal }.map { flow.blobs[Int($0.operand)] }
    }
  }

  @Test("the shipped flows are what their documents compile to", arguments: StandardFlow.all)
  func isGenerated(flow: StandardFlow) async throws {
    let folder = try TemporaryFolder()
    _ = try await Program.run(["compile", flow.name, "-o", folder.path])
    let compiled = Array(try folder.read("\(flow.name).flow"))
    #expect(flow.bytes == compiled, "run: make generate")
    let file = flow.name.prefix(1).uppercased() + flow.name.dropFirst()
    let source = try String(
      contentsOf: Program.root.appendingPathComponent(
        "Sources/StandardFlows/Generated/\(file).swift"), encoding: .utf8)
    #expect(source == GeneratedFlow.standard(name: flow.name, bytes: compiled))
  }

  @Test("an invalid document is refused with its place, and nothing is written")
  func refuses() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(
      """
      flow: wrong
      version: 1
      languages: [en]
      initial: nowhere
      screens:
        welcome: {}
      texts: {en: {}}
      """, to: "wrong.flow.yaml")
    let run = try await Program.run(["compile", document, "-o", folder.path])
    #expect(run.status != 0)
    #expect(run.errors.contains("wrong.flow.yaml:4:10: error: unknown-name"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/wrong.flow"))
  }

  @Test(
    "lock assigns numbers to names, keeps the document, and refuses another shape of a locked version"
  )
  func locks() async throws {
    let folder = try TemporaryFolder()
    func text(_ version: Int, _ screens: String) -> String {
      "flow: small\nversion: \(version)\ninitial: a\nscreens: {\(screens)}\n"
    }
    let document = try folder.write(text(1, "a: {after: {1s: b}}, b: {}"), to: "small.flow.yaml")
    let first = try await Program.run(["lock", document])
    #expect(first.status == 0 && first.output.contains("version 1, 5 new names, 0 retired"))
    let kept = try folder.read("versions/1/small.flow.yaml")
    #expect(try folder.read("small.flow.yaml") == kept)
    _ = try folder.write(text(1, "a: {after: {1s: c}}, c: {}"), to: "small.flow.yaml")
    let refused = try await Program.run(["lock", document])
    #expect(refused.status != 0 && refused.errors.contains("error: stale-lock"))
    #expect(try folder.read("versions/1/small.flow.yaml") == kept)
    let compiled = try await Program.run(["compile", document, "-o", folder.path])
    #expect(compiled.status != 0 && compiled.errors.contains("error: stale-lock"))
    _ = try folder.write(text(2, "a: {after: {1s: c}}, c: {}"), to: "small.flow.yaml")
    let second = try await Program.run(["lock", document])
    #expect(second.status == 0 && second.output.contains("version 2, 1 new name, 1 retired"))
    #expect(try folder.read("versions/1/small.flow.yaml") == kept)
    #expect(try await Program.run(["compile", document, "-o", folder.path]).status == 0)
  }

  @Test("an unknown flow, setting or server is refused with the available ones")
  func namesWhatThereIs() async throws {
    let flow = try await Program.run(["graph", "nothing"])
    #expect(flow.status != 0)
    #expect(flow.errors.contains("onboarding"))
    let script = Program.scripts(in: "Flows/onboarding/play")[0]
    let setting = try await Program.run([
      "play", "onboarding", "--script", script, "--set", "back=exercise",
    ])
    #expect(setting.errors.contains("backend"))
    let value = try await Program.run([
      "play", "onboarding", "--script", script, "--set", "backend=other",
    ])
    #expect(value.errors.contains("portico, exercise"))
    let server = try await Program.run([
      "play", "onboarding", "--script", script, "--server", "ftp://x",
    ])
    #expect(server.errors.contains("http://127.0.0.1:8080"))
  }

  @Test(
    "a duration of the configuration is set as such or in milliseconds", arguments: ["3s", "3000"])
  func setsDuration(pause: String) async throws {
    let folder = try TemporaryFolder()
    let flow = try folder.write(
      """
      flow: pausing
      version: 1
      configuration:
        pause: {type: duration, default: 90d}
        tries: {type: number, default: 3}
      initial: first
      screens:
        first: {after: {pause: second}}
        second: {on: {back: [{when: tries == 3, to: first}]}, back: true}
      """, to: "pausing.flow.yaml")
    let script = try folder.write(
      """
      title: It waits as long as it is told
      steps: [launch, wait: 2999ms, expect: {screen: first}, wait: 1ms, expect: {screen: second}]
      """, to: "pausing.play.yaml")
    let run = try await Program.run(["play", flow, "--script", script, "--set", "pause=\(pause)"])
    #expect(run.status == 0, "\(run.errors)")
    let word = try await Program.run(["play", flow, "--script", script, "--set", "pause=soon"])
    #expect(word.status != 0)
    #expect(word.errors.contains("`pause` must be a duration such as `3s`"))
    let number = try await Program.run(["play", flow, "--script", script, "--set", "tries=3s"])
    #expect(number.status != 0)
    #expect(number.errors.contains("`tries` must be a whole number."))
  }

  @Test("ONB-2: the terminal continues where the last run of the program stopped")
  func runsInTerminal() async throws {
    let folder = try TemporaryFolder()
    let first = try await Program.run(["run", "onboarding", "--state", folder.path], input: "q\n")
    #expect(first.status == 0, "\(first.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/onboarding.journal"))
    let german = try await Program.run(
      ["run", "onboarding", "--state", folder.path, "--language", "de"], input: "99\nq\n")
    #expect(german.status == 0, "\(german.errors)")
    #expect(german.output.contains("`99` cannot be tapped here"))
  }
}
