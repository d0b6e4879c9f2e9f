/// The checks of one declaration.
struct ExperimentCheck {
  private let declaration: ExperimentDeclaration
  private let name: String
  private(set) var problems: [ExperimentProblem] = []

  /// - Parameter place: the index in the list; identifies a declaration without a usable id.
  init(_ declaration: ExperimentDeclaration, place: Int) {
    self.declaration = declaration
    name = Self.isName(declaration.id) ? declaration.id : "number \(place + 1)"
  }

  mutating func complain(_ field: String, _ what: String) {
    problems.append(ExperimentProblem(experiment: name, field: field, what: what))
  }

  /// - Returns: nil if something is wrong; `problems` then says what.
  mutating func experiment() -> Experiment? {
    checkName(declaration.id, "id")
    checkName(declaration.salt, "salt")
    checkVariants()
    checkGoals()
    if let control = declaration.control { checkVariant(control, "control") }
    let state = state()
    let targeting = targeting()
    guard problems.isEmpty, let state else { return nil }
    return Experiment(
      id: ID(declaration.id), salt: declaration.salt,
      variants: declaration.variants.map { .init(name: $0.name, weight: $0.weight) },
      state: state, control: declaration.control, goals: declaration.goals ?? [],
      targeting: targeting)
  }

  private mutating func checkVariants() {
    let variants = declaration.variants
    let most = SecurityRules.experimentVariantsMost
    if variants.count < 2 { complain("variants", "there is nothing to compare; list at least two") }
    if variants.count > most {
      complain("variants", "there are \(variants.count); list at most \(most)")
    }
    var names: Set<String> = []
    for (place, variant) in variants.enumerated() {
      checkName(variant.name, "variants[\(place)].name")
      if !names.insert(variant.name).inserted {
        complain("variants[\(place)].name", "another variant has this name; use unique names")
      }
      if variant.weight < 1 {
        complain(
          "variants[\(place)].weight",
          "it is \(variant.weight); write a whole number from 1, or remove the variant")
      }
    }
    let total = variants.reduce(0) { sum, variant in
      sum.addingReportingOverflow(max(0, variant.weight)).overflow
        ? Int.max : sum + max(0, variant.weight)
    }
    let mostWeight = SecurityRules.experimentWeightMost
    if total > mostWeight {
      complain("variants", "their weights add up to \(total); the limit is \(mostWeight)")
    }
  }

  private mutating func checkGoals() {
    let goals = declaration.goals ?? []
    let most = SecurityRules.experimentGoalsMost
    if goals.count > most { complain("goals", "there are \(goals.count); list at most \(most)") }
    for (place, goal) in goals.enumerated() {
      checkName(goal, "goals[\(place)]")
      if goals[..<place].contains(goal) {
        complain("goals[\(place)]", "it is listed twice; remove one")
      }
    }
  }

  private mutating func state() -> Experiment.State? {
    if let winner = declaration.winner {
      checkVariant(winner, "winner")
      if declaration.state != "stopped" {
        complain("winner", "only a stopped experiment may have one; stop it, or remove the winner")
      }
    }
    switch declaration.state {
    case "draft": return .draft
    case "running": return .running
    case "stopped": return .stopped(winner: declaration.winner)
    default:
      complain("state", "unknown state; write draft, running or stopped")
      return nil
    }
  }

  private mutating func targeting() -> ExperimentTargeting {
    var targeting = ExperimentTargeting()
    for (attribute, values) in (declaration.targeting ?? [:]).sorted(by: { $0.key < $1.key }) {
      let field = "targeting.\(Self.isName(attribute) ? attribute : "?")"
      let most = SecurityRules.experimentTargetsMost
      if values.isEmpty { complain(field, "the list is empty; add values, or remove it") }
      if values.count > most {
        complain(field, "there are \(values.count) values; list at most \(most)")
      }
      switch attribute {
      case "platform":
        for value in values where !Self.isLine(value) {
          complain(field, "a value is empty, too long or not visible ASCII; name a platform")
        }
        targeting.platforms = Set(values.map { $0.lowercased() })
      case "language":
        for value in values where !Self.isLetters(value, 2...8) {
          complain(
            field,
            "a value is not a language; write the primary subtag of a language tag, such as de")
        }
        targeting.languages = Set(values.map { $0.lowercased() })
      case "region":
        for value in values where !Self.isLetters(value, 2...2) {
          complain(field, "a value is not a region; write two letters (ISO 3166-1), such as AT")
        }
        targeting.regions = Set(values.map { $0.uppercased() })
      case "app_version_from": targeting.versionFrom = version(values, field)
      case "app_version_before": targeting.versionBefore = version(values, field)
      default:
        complain(
          field,
          "unknown attribute; write platform, language, region, app_version_from "
            + "or app_version_before")
      }
    }
    if let from = targeting.versionFrom, let before = targeting.versionBefore, !(from < before) {
      complain(
        "targeting.app_version_before",
        "the range contains no version; make it later than app_version_from")
    }
    return targeting
  }

  private mutating func version(_ values: [String], _ field: String) -> AppVersion? {
    guard values.count == 1, let version = AppVersion(values[0]) else {
      complain(field, "it must be one version, such as 2.10")
      return nil
    }
    return version
  }

  private mutating func checkVariant(_ variant: String, _ field: String) {
    guard !declaration.variants.contains(where: { $0.name == variant }) else { return }
    complain(field, "unknown variant; write one of the variants, or remove it")
  }

  private mutating func checkName(_ text: String, _ field: String) {
    guard !Self.isName(text) else { return }
    complain(
      field,
      "write a name of 1 to \(SecurityRules.experimentNameBytes) ASCII letters, digits, dots, hyphens or "
        + "underscores")
  }

  private static func isName(_ text: String) -> Bool {
    (1...SecurityRules.experimentNameBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        byte.isASCIILetter || 48...57 ~= byte || byte == 45 || byte == 46 || byte == 95
      }
  }

  private static func isLine(_ text: String) -> Bool {
    (1...SecurityRules.experimentNameBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { 32...126 ~= $0 }
  }

  private static func isLetters(_ text: String, _ count: ClosedRange<Int>) -> Bool {
    count.contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIILetter)
  }
}
