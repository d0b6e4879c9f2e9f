import FlowMachine
import FlowSimulation
import Foundation
import TestSupport
import Testing

/// The play scripts of the shipped onboarding.
@Suite struct ShippedScriptsTests {
  static let folder = "Flows/onboarding/play"

  static let scripts = Repository.files(below: folder, ending: ".play.yaml").map {
    String($0.dropFirst(folder.count + 1))
  }

  static func read(_ name: String) throws -> PlayScript {
    let bytes = try #require(Repository.read("\(folder)/\(name)"))
    return try Stages.script(bytes.string, for: Stages.onboarding.get())
  }

  @Test(
    "ONB-1: every row of the onboarding has a play script named after it that says it proves it")
  func coverage() throws {
    for number in 1...12 {
      let mine = Self.scripts.filter { $0.hasPrefix("ONB-\(number)-") }
      #expect(!mine.isEmpty, "no script for ONB-\(number)")
      for name in mine { #expect(try Self.read(name).proves.contains("ONB-\(number)")) }
    }
    #expect(Self.scripts.contains { $0.hasPrefix("exercise/") })
  }

  @Test("Each script of the onboarding passes", arguments: scripts)
  func plays(name: String) throws {
    let failure = try Player(Self.read(name), Stages.onboarding.get()).run()
    #expect(failure == nil, "\(failure?.description ?? "")")
  }

  @Test("Each script of the onboarding gives the same trace each time", arguments: scripts)
  func repeats(name: String) throws {
    var traces: [[String]] = [[], []]
    for index in traces.indices {
      let player = try Player(
        Self.read(name), Stages.onboarding.get(), write: { traces[index].append($0.string) })
      _ = player.run()
    }
    #expect(traces[0] == traces[1])
    #expect(traces[0].last?.contains(#""verdict":"passed""#) == true)
  }

  @Test(
    "ENT-3: each script of the onboarding ends alike wherever the app is killed, even twice",
    arguments: scripts)
  func killed(name: String) throws {
    var everywhere = try KillEverywhere(Self.read(name), Stages.onboarding.get())
    everywhere.killsRelaunches = true
    let result = everywhere.run()
    #expect(result.unkilledFailure == nil)
    #expect(result.runCount > 10)
    for failure in result.failures { Issue.record("\(failure.place): \(failure.problems)") }
  }
}

/// The page about scripts tells the truth.
@Suite struct ScriptDocumentationTests {
  static func page() throws -> String {
    try #require(Repository.read("docs/play-scripts.md")).string
  }

  @Test("The example at the head of the page passes")
  func example() throws {
    let blocks = try Self.page().components(separatedBy: "```yaml\n").dropFirst()
    let example = try #require(blocks.first?.components(separatedBy: "```").first)
    let flow = try Stages.onboarding.get()
    let failure = try Player(Stages.script(example, for: flow), flow).run()
    #expect(failure == nil, "\(failure?.description ?? "")")
  }

  @Test("Every word of the language stands on the page")
  func words() throws {
    let page = try Self.page()
    let flow = try Stages.onboarding.get()
    // The messages list all words that there are.
    for step in ["- lunch", "- {expect: {mood: {a: b}}}", "- {kill: {after: lunch}}"] {
      let error = try #require(try Stages.read("steps:\n  \(step)", for: flow).errors.first)
      let list = try #require(
        error.problem.components(separatedBy: CharacterSet(charactersIn: ":"))
          .last?.replacingOccurrences(of: "expected one of", with: "")
          .components(separatedBy: ", not").first)
      for word in list.components(separatedBy: ",") {
        let name = word.trimmingCharacters(in: .whitespaces)
        #expect(page.contains("`\(name)") || page.contains("- \(name)"), "\(name)")
      }
    }
  }
}
