/// The experiments of a server, checked, ordered by id.
package struct ExperimentCatalog: Hashable, Sendable {
  package let experiments: [Experiment]

  init(checked experiments: [Experiment]) {
    self.experiments = experiments.sorted {
      $0.id.text.utf8.lexicographicallyPrecedes($1.id.text.utf8)
    }
  }

  /// - Throws: everything that is wrong, each with its place and a remedy.
  package init(_ declarations: [ExperimentDeclaration]) throws(ExperimentProblems) {
    var problems: [ExperimentProblem] = []
    let most = SecurityRules.experimentsMost
    if declarations.count > most {
      problems.append(
        ExperimentProblem(
          experiment: "list", field: "count",
          what: "there are \(declarations.count), more than \(most); remove those that have ended"))
    }
    var experiments: [Experiment] = []
    var ids: Set<String> = []
    var salts: [String: String] = [:]
    for (place, declaration) in declarations.enumerated() {
      var check = ExperimentCheck(declaration, place: place)
      if let experiment = check.experiment() { experiments.append(experiment) }
      if !ids.insert(declaration.id).inserted {
        check.complain("id", "another experiment has this id; use a unique id")
      }
      if let other = salts.updateValue(declaration.id, forKey: declaration.salt) {
        check.complain(
          "salt",
          "it is also the salt of \(other), so both would split the installations the same way; "
            + "use a unique salt")
      }
      problems += check.problems
    }
    guard problems.isEmpty else { throw ExperimentProblems(problems: problems) }
    self.init(checked: experiments)
  }

  package subscript(_ id: ID<Experiment>) -> Experiment? {
    experiments.first { $0.id == id }
  }

  /// The experiment of the shipped onboarding flow: four variants in equal shares (ONB-3, ONB-4).
  /// Its goal is the destination of the flow.
  package static let onboarding = Experiment(
    id: ID("onboarding"), salt: "onboarding-1",
    variants: ["screenB1", "screenB2", "screenB3", "noScreenB"].map {
      Experiment.Variant(name: $0, weight: 25)
    }, state: .running, control: "noScreenB", goals: ["screenD"])

  package static let standard = ExperimentCatalog(checked: [onboarding])
}
