import Foundation
import IdentityDomain
import Testing

@Suite("A configuration of experiments is checked, and every mistake reported")
struct ExperimentCatalogTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let field: String
    let says: String
    let change: @Sendable (inout ExperimentDeclaration) -> Void
    var testDescription: String { "\(field): \(says)" }

    init(
      _ field: String, _ says: String,
      _ change: @escaping @Sendable (inout ExperimentDeclaration) -> Void
    ) {
      self.field = field
      self.says = says
      self.change = change
    }
  }

  static let long = String(repeating: "n", count: 65)
  static let mistakes: [Mistake] = [
    Mistake("id", "1 to 64 ASCII letters") { $0.id = "" },
    Mistake("id", "1 to 64 ASCII letters") { $0.id = long },
    Mistake("id", "1 to 64 ASCII letters") { $0.id = "naïve" },
    Mistake("salt", "1 to 64 ASCII letters") { $0.salt = "with space" },
    Mistake("variants", "nothing to compare") { $0.variants.removeLast() },
    Mistake("variants", "list at most 16") {
      $0.variants = (0..<17).map { .init(name: "v\($0)", weight: 1) }
    },
    Mistake("variants", "add up to 1001; the limit is 1000") { $0.variants[0].weight = 1_000 },
    Mistake("variants", "; the limit is 1000") {
      for place in $0.variants.indices { $0.variants[place].weight = .max }
    },
    Mistake("variants[1].weight", "it is 0; write a whole number from 1") {
      $0.variants[1].weight = 0
    },
    Mistake("variants[0].weight", "it is -3") { $0.variants[0].weight = -3 },
    Mistake("variants[1].name", "another variant has this name") { $0.variants[1].name = "a" },
    Mistake("variants[0].name", "1 to 64 ASCII letters") { $0.variants[0].name = long },
    Mistake("state", "write draft, running or stopped") { $0.state = "Running" },
    Mistake("winner", "unknown variant") {
      $0.state = "stopped"
      $0.winner = "z"
    },
    Mistake("winner", "only a stopped experiment") { $0.winner = "a" },
    Mistake("control", "unknown variant") { $0.control = "z" },
    Mistake("goals[1]", "listed twice") { $0.goals = ["g", "g"] },
    Mistake("goals[0]", "1 to 64 ASCII letters") { $0.goals = [""] },
    Mistake("goals", "list at most 16") { $0.goals = (0..<17).map { "g\($0)" } },
    Mistake("targeting.email", "unknown attribute") { $0.targeting = ["email": ["a@b"]] },
    Mistake("targeting.?", "unknown attribute") { $0.targeting = ["no name": ["x"]] },
    Mistake("targeting.platform", "the list is empty") { $0.targeting = ["platform": []] },
    Mistake("targeting.platform", "list at most 64") {
      $0.targeting = ["platform": (0..<65).map { "p\($0)" }]
    },
    Mistake("targeting.platform", "not visible ASCII") { $0.targeting = ["platform": ["i\nOS"]] },
    Mistake("targeting.language", "not a language") { $0.targeting = ["language": ["de-AT"]] },
    Mistake("targeting.region", "not a region") { $0.targeting = ["region": ["AUT"]] },
    Mistake("targeting.app_version_from", "one version") {
      $0.targeting = ["app_version_from": ["1", "2"]]
    },
    Mistake("targeting.app_version_before", "one version") {
      $0.targeting = ["app_version_before": ["two"]]
    },
    Mistake("targeting.app_version_before", "contains no version") {
      $0.targeting = ["app_version_from": ["2"], "app_version_before": ["2.0.0"]]
    },
  ]

  @Test("A mistake is reported with its place and a remedy", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    var wrong = declared()
    mistake.change(&wrong)
    let problems = try #require(throws: ExperimentProblems.self) {
      _ = try ExperimentCatalog([declared("fine"), wrong])
    }
    #expect(problems.problems.map(\.field) == [mistake.field])
    #expect(problems.description.contains(mistake.says), "\(problems)")
    let place = wrong.id == "colour" ? "experiment colour" : "experiment number 2"
    #expect(problems.description.hasPrefix(place), "\(problems)")
  }

  @Test("Two experiments with the same id or salt are refused")
  func twice() throws {
    let sameID = try #require(throws: ExperimentProblems.self) {
      _ = try ExperimentCatalog([declared("x", salt: "s1"), declared("x", salt: "s2")])
    }
    #expect(sameID.problems.map(\.field) == ["id"])
    let sameSalt = try #require(throws: ExperimentProblems.self) {
      _ = try ExperimentCatalog([declared("x", salt: "s"), declared("y", salt: "s")])
    }
    #expect(sameSalt.description.contains("experiment y, salt: it is also the salt of x"))
  }

  @Test("65 experiments are too many, and all mistakes are reported at once")
  func many() throws {
    let list = (0..<65).map { declared("e\($0)", [("a", 0), ("b", 1)]) }
    let problems = try #require(throws: ExperimentProblems.self) {
      _ = try ExperimentCatalog(list)
    }
    #expect(problems.problems.count == 66)
  }

  @Test("A configuration is JSON with the names of the decision record")
  func form() throws {
    let text = """
      {"id": "colour", "salt": "colour-salt", "state": "stopped", "winner": "b", "control": "a",
       "variants": [{"name": "a", "weight": 1}, {"name": "b", "weight": 1}], "goals": ["bought"],
       "targeting": {"platform": ["ios"]}}
      """
    let read = try JSONDecoder().decode(ExperimentDeclaration.self, from: Data(text.utf8))
    let experiment = try experiment(read)
    #expect(experiment.state == .stopped(winner: "b") && experiment.control == "a")
    #expect(experiment.goals == ["bought"] && experiment.targeting.platforms == ["ios"])
  }

  @Test("A misspelt field is refused, with its name")
  func misspelt() throws {
    let text = """
      {"id": "colour", "salt": "s", "state": "running", "targetting": {"platform": ["ios"]},
       "variants": [{"name": "a", "weight": 1}, {"name": "b", "weight": 1}]}
      """
    let error = try #require(throws: DecodingError.self) {
      _ = try JSONDecoder().decode(ExperimentDeclaration.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["targetting"])
    #expect(context.debugDescription.contains("unknown field"))
  }
}
