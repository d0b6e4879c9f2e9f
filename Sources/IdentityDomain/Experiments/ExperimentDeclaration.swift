/// An experiment as declared in a configuration, not checked yet.
package struct ExperimentDeclaration: Hashable, Sendable, Codable {
  package struct Variant: Hashable, Sendable, Codable {
    package var name: String
    package var weight: Int

    package init(name: String, weight: Int) {
      self.name = name
      self.weight = weight
    }
  }

  package var id: String
  package var salt: String
  package var variants: [Variant]
  /// `draft`, `running` or `stopped`.
  package var state: String
  package var winner: String?
  package var control: String?
  package var goals: [String]?
  /// Values by attribute: `platform`, `language`, `region`, `app_version_from` (inclusive) and
  /// `app_version_before` (exclusive).
  package var targeting: [String: [String]]?

  package init(
    id: String, salt: String, variants: [Variant], state: String, winner: String? = nil,
    control: String? = nil, goals: [String]? = nil, targeting: [String: [String]]? = nil
  ) {
    self.id = id
    self.salt = salt
    self.variants = variants
    self.state = state
    self.winner = winner
    self.control = control
    self.goals = goals
    self.targeting = targeting
  }
}

extension ExperimentDeclaration {
  private struct FieldName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case id, salt, variants, state, winner, control, goals, targeting
  }

  /// An unknown field is refused: a misspelt `targeting` would mean everyone.
  package init(from decoder: any Decoder) throws {
    let known = CodingKeys.allCases.map(\.stringValue)
    for name in try decoder.container(keyedBy: FieldName.self).allKeys
    where !known.contains(name.stringValue) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath + [name],
          debugDescription: "unknown field; write one of "
            + known.joined(separator: ", ")
        ))
    }
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try fields.decode(String.self, forKey: .id),
      salt: try fields.decode(String.self, forKey: .salt),
      variants: try fields.decode([Variant].self, forKey: .variants),
      state: try fields.decode(String.self, forKey: .state),
      winner: try fields.decodeIfPresent(String.self, forKey: .winner),
      control: try fields.decodeIfPresent(String.self, forKey: .control),
      goals: try fields.decodeIfPresent([String].self, forKey: .goals),
      targeting: try fields.decodeIfPresent([String: [String]].self, forKey: .targeting))
  }
}

/// What is wrong with a configuration of experiments.
package struct ExperimentProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The experiment's name in the configuration, or its index if it has no usable name.
  package let experiment: String
  /// The field, as a path into the declaration.
  package let field: String
  /// What is wrong and how to fix it.
  package let what: String

  package var description: String { "experiment \(experiment), \(field): \(what)" }
}

/// All problems at once.
package struct ExperimentProblems: Error, Hashable, Sendable, CustomStringConvertible {
  package let problems: [ExperimentProblem]
  package var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
