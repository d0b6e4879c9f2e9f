import Foundation
import IdentityDomain
import Testing

@testable import ServerCommands

@Suite("Files of markets and experiments") struct CatalogTests {
  private func file(_ text: String) -> ReadableFile {
    ReadableFile(path: "c.yaml", bytes: Array(text.utf8))
  }

  private func lines(_ work: () throws -> Void) -> [String] {
    do {
      try work()
      return []
    } catch {
      return "\(error)".split(separator: "\n").map(String.init)
    }
  }

  private static let market = """
    - handle: DE,BE
      name: Deutschland,Berlin
      latitude: 52.52
      longitude: 13.4
      open: true

    """

  @Test("Attack: a catalog that every user of the machine can write decides what people see")
  func writableByOthers() {
    for mode in [0o646, 0o666, 0o602] as [UInt32] {
      let said = ReadableFile(path: "c.yaml", bytes: [], mode: mode).refusalOfOthers?.description
      #expect(said?.contains("chmod 644 'c.yaml'") == true)
    }
    for mode in [0o600, 0o644, 0o664, 0o400] as [UInt32] {
      #expect(ReadableFile(path: "c.yaml", bytes: [], mode: mode).refusalOfOthers == nil)
    }
  }

  @Test("MKT-5: markets come from a file, as YAML or JSON")
  func markets() throws {
    let written = try MarketsFile.read(file(Self.market))
    let json = try MarketsFile.read(
      file(
        #"[{"handle": "DE,BE", "name": "Deutschland,Berlin", "latitude": 52.52, "#
          + #""longitude": 13.4, "open": true}]"#))
    #expect(written == json && written.all.map(\.handle.text) == ["DE,BE"])
    #expect(written.all[0].isOpen && written.all[0].country == "Deutschland")
    #expect(try MarketsFile.read(file("[]")) == .none)
  }

  @Test(
    "A mistake in a market is reported with its line",
    arguments: [
      ("opne: true", "open: true", "c.yaml:5:3: unknown key `opne`; write `open`"),
      ("", "open: true", "c.yaml:1:3: `open` is missing; add true or false"),
      ("open: 1", "open: true", "c.yaml:5:9: `open` must be true or false"),
      (
        "latitude: north", "latitude: 52.52",
        "c.yaml:3:13: `latitude` must be degrees, such as 19.43"
      ),
      ("latitude: 91", "latitude: 52.52", "c.yaml:3:13: latitude: write degrees from -90 to 90"),
      ("longitude: 1e2", "longitude: 13.4", "c.yaml:4:14: `longitude` must be degrees"),
      ("longitude: 181", "longitude: 13.4", "c.yaml:4:14: longitude: write degrees from -180"),
      ("name: Berlin", "name: Deutschland,Berlin", "c.yaml:2:9: name: write country and state"),
      ("handle: Berlin", "handle: DE,BE", "c.yaml:1:11: handle: write the ISO codes"),
    ])
  func badMarket(written: String, instead: String, begins: String) {
    let text = Self.market.replacingOccurrences(of: instead, with: written)
    let said = lines { _ = try MarketsFile.read(file(text)) }
    #expect(said.contains { $0.hasPrefix(begins) }, "\(said)")
  }

  @Test("Two markets with the same handle are refused at the second")
  func twice() {
    let said = lines { _ = try MarketsFile.read(file(Self.market + Self.market)) }
    #expect(said.count == 1 && said[0].hasPrefix("c.yaml:6:11: handle: "))
  }

  @Test(
    "A file that is not a list of maps is refused", arguments: ["a: 1", "- a", "text", "- [1]"])
  func noList(text: String) {
    #expect(lines { _ = try MarketsFile.read(file(text)) }.count == 1)
    #expect(lines { _ = try ExperimentsFile.read(file(text)) }.count == 1)
  }

  private static let experiment = """
    - id: colour
      salt: colour-1
      state: running
      variants:
        - {name: red, weight: 1}
        - {name: blue, weight: 3}
      control: red
      goals: [bought]
      targeting:
        platform: [iOS, Android]
        app_version_from: ["2.10"]

    """

  @Test("Experiments come from a file")
  func experiments() throws {
    let catalog = try ExperimentsFile.read(file(Self.experiment))
    let colour = try #require(catalog[ID("colour")])
    #expect(colour.isRunning && colour.control == "red" && colour.goals == ["bought"])
    #expect(colour.variants.map(\.weight) == [1, 3])
    #expect(colour.targeting.platforms == ["ios", "android"])
    // A number to other readers of YAML, and then 2.1.
    #expect(colour.targeting.versionFrom == AppVersion("2.10"))
    #expect(catalog.experiments.count == 1)
  }

  @Test("A file means the same with and without quotes around its numbers")
  func plainVersion() throws {
    let text = Self.experiment.replacingOccurrences(of: "\"2.10\"", with: "2.10")
    #expect(try ExperimentsFile.read(file(text)) == ExperimentsFile.read(file(Self.experiment)))
  }

  @Test(
    "A mistake in an experiment is reported with its line",
    arguments: [
      (
        "targetting:", "targeting:",
        "c.yaml:9:3: unknown key `targetting`; write `targeting`"
      ),
      ("weigth: 3", "weight: 3", "c.yaml:6:20: unknown key `weigth`; write `weight`"),
      ("weight: 3.5", "weight: 3", "c.yaml:6:28: `weight` must be a whole number"),
      ("weight: 0", "weight: 3", "c.yaml:6:28: colour, variants[1].weight: it is 0"),
      ("state: paused", "state: running", "c.yaml:3:10: colour, state: unknown state"),
      ("control: green", "control: red", "c.yaml:7:12: colour, control: unknown variant"),
      (
        "email: [a]", "platform: [iOS, Android]",
        "c.yaml:10:12: colour, targeting.email: unknown attribute"
      ),
      (
        "platform: iOS", "platform: [iOS, Android]",
        "c.yaml:10:15: `platform` must be a list of texts"
      ),
      ("goals: bought", "goals: [bought]", "c.yaml:8:10: `goals` must be a list of texts"),
      ("id: a b", "id: colour", "c.yaml:1:7: number 1, id: write a name"),
    ])
  func badExperiment(written: String, instead: String, begins: String) {
    let text = Self.experiment.replacingOccurrences(of: instead, with: written)
    let said = lines { _ = try ExperimentsFile.read(file(text)) }
    #expect(said.contains { $0.hasPrefix(begins) }, "\(said)")
  }

  @Test("Two experiments with the same id are refused at the second, along with all other mistakes")
  func same() {
    let said = lines { _ = try ExperimentsFile.read(file(Self.experiment + Self.experiment)) }
    #expect(
      said.count == 2
        && said.allSatisfy { $0.hasPrefix("c.yaml:12:7: ") || $0.hasPrefix("c.yaml:13:9: ") },
      "\(said)")
  }
}
