/// A checked definition (`ExperimentCatalog`).
package struct Experiment: Hashable, Sendable {
  package struct Variant: Hashable, Sendable {
    package let name: String
    /// Its share relative to the sum of all weights; at least 1.
    package let weight: Int

    package init(name: String, weight: Int) {
      self.name = name
      self.weight = weight
    }
  }

  package enum State: Hashable, Sendable {
    /// Nobody takes part.
    case draft
    case running
    /// No one takes part any longer; if there is a winner, everyone in the audience gets it.
    case stopped(winner: String?)
  }

  package let id: ID<Experiment>
  /// Makes its assignment independent of other experiments. Never reused for another one.
  package let salt: String
  package let variants: [Variant]
  package let state: State
  /// What installations that do not take part get, if the app needs an answer.
  package let control: String?
  /// The names of its goals.
  package let goals: [String]
  package let targeting: ExperimentTargeting

  init(
    id: ID<Experiment>, salt: String, variants: [Variant], state: State, control: String? = nil,
    goals: [String] = [], targeting: ExperimentTargeting = ExperimentTargeting()
  ) {
    self.id = id
    self.salt = salt
    self.variants = variants
    self.state = state
    self.control = control
    self.goals = goals
    self.targeting = targeting
  }

  package var isRunning: Bool { state == .running }

  package func hasVariant(_ name: String) -> Bool { variants.contains { $0.name == name } }

  /// The variant with the highest ticket; a tie, with a probability of 2^-64, goes to the first by
  /// its bytes. Neither stored data nor the order of the variants matters.
  package func drawnVariant(for installation: ID<Installation>) -> String {
    var best: (score: UInt64, name: String)?
    for variant in variants {
      let score = ExperimentHash.score(
        salt: salt.utf8, variant: variant.name.utf8, installation: installation.text.utf8,
        tickets: variant.weight)
      if let leader = best {
        guard score >= leader.score else { continue }
        if score == leader.score,
          !variant.name.utf8.lexicographicallyPrecedes(leader.name.utf8)
        {
          continue
        }
      }
      best = (score, variant.name)
    }
    return best?.name ?? ""
  }

  /// An installation's relationship to the experiment.
  package enum Standing: Hashable, Sendable {
    /// It does not take part, and there is no winner for it.
    case outside
    /// It takes part; its exposure counts.
    case member(String)
    /// The experiment is over, with this result.
    case settled(String)

    package var variant: String? {
      switch self {
      case .outside: nil
      case .member(let variant), .settled(let variant): variant
      }
    }
  }

  /// A stored variant takes precedence over weights and targeting: an installation keeps its
  /// variant while the experiment runs. If the stored variant is no longer defined, the
  /// installation is excluded, so that it never sees two.
  package func standing(
    of installation: ID<Installation>, _ audience: ExperimentAudience, stored: Participation?
  ) -> Standing {
    switch state {
    case .draft: return .outside
    case .stopped(let winner):
      guard let winner, stored != nil || targeting.includes(audience) else { return .outside }
      return .settled(winner)
    case .running:
      if let stored {
        return hasVariant(stored.variant) ? .member(stored.variant) : .outside
      }
      guard targeting.includes(audience) else { return .outside }
      return .member(drawnVariant(for: installation))
    }
  }
}
